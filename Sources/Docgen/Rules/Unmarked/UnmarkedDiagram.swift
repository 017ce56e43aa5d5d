import Diagnostics
import Diagrams
import Markdown
import Mermaid
import Models
import SwiftIndex

/// A diagram without a marker whose names show that it is about the project, and its differences.
///
/// The names decide: a class diagram or flowchart with at least half of its elements declared, a
/// state diagram whose states are cases of an enum, a sequence diagram with a declared receiver.
struct UnmarkedDiagram: Sendable {
  enum Outcome: Sendable {
    case classes(ClassVerification)
    case flowchart(UnmarkedFlowchart)
    case states(UnmarkedStates)
    case messages(UnmarkedMessages)
    /// It is about another subject, or has another kind.
    case other
  }

  let fence: Fence
  let outcome: Outcome

  /// The diagrams of a page. Those with the text of a diagram of `previous`, a check of the page
  /// within the same project, are not compared again.
  ///
  /// Without sources there are none: no name could show that a diagram is about the project.
  static func all(
    on page: Page, _ examples: [Example], _ project: ProjectModel,
    after previous: [UnmarkedDiagram]?
  ) -> [UnmarkedDiagram] {
    guard !page.looseFences.isEmpty, !project.code.isEmpty else { return [] }
    let known = Dictionary((previous ?? []).map { ($0.fence.literal, $0.outcome) }) { $1 }
    let words = BlockNames(page.fences, examples, includesDiagrams: false)
    var reader = UnmarkedDiagramReader(project, declaredNames: words.declared)
    return page.looseFences.map { fence in
      UnmarkedDiagram(
        fence: fence, outcome: known[fence.literal] ?? reader.outcome(of: fence.literal))
    }
  }
}

/// Compares diagrams of one page; builds the graph of the project once, for the first flowchart.
private struct UnmarkedDiagramReader {
  let project: ProjectModel
  /// Names that examples of the page declare: a diagram may show the example.
  let declaredNames: Set<String>
  private var graph: ProjectGraph?

  init(_ project: ProjectModel, declaredNames: Set<String>) {
    (self.project, self.declaredNames) = (project, declaredNames)
  }

  mutating func outcome(of text: String) -> UnmarkedDiagram.Outcome {
    let document = MermaidParser.parse(text)
    guard document.errors.isEmpty else { return .other }
    let code = project.code
    switch document.diagram {
    case .classes(let diagram):
      guard isAboutProject(ClassConformance.typeNames(in: diagram)) else { return .other }
      return .classes(ClassVerification(unmarked: diagram, in: code))
    case .flowchart(let diagram):
      let graph = graph ?? project.graph
      self.graph = graph
      return UnmarkedFlowchart(diagram, graph).map { .flowchart($0) } ?? .other
    case .state(let diagram):
      return UnmarkedStates(diagram, in: code).map { .states($0) } ?? .other
    case .sequence(let diagram):
      let messages = UnmarkedMessages(diagram, in: code, except: declaredNames)
      return messages.map { .messages($0) } ?? .other
    case .other, .unrecognized: return .other
    }
  }

  /// Whether at least two classes, and half of those that are not the platform's, are declared.
  private func isAboutProject(_ names: [String]) -> Bool {
    let known = names.count { isOwn($0) }
    let unknown = names.count { !isOwn($0) && !PlatformNames.contains($0) }
    return known >= 2 && known >= unknown
  }

  private func isOwn(_ name: String) -> Bool {
    project.code.types(named: name).contains { !ExamplePath.isExample($0.location.file) }
      && !declaredNames.contains(name) && !Placeholder.isPlaceholder(name)
  }
}
