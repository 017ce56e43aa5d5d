import Diagnostics
import DocgenLSP
import Markdown
import Models
import Rules
import SwiftIndex
import Traces

/// Actions on diagrams: the marker that verifies one, and the scenario that takes a transition.
extension PageActions {
  // MARK: - Diagrams without a marker

  /// Inserts the marker before a diagram; `nil` if it is about something else, or has no room for a
  /// marker.
  func verifying(_ fence: Fence) -> PageAction? {
    let model = checked.shown.project.model
    guard
      let survey = DiagramInventory(
        fence, on: checked.shown.page, model.code, in: model.graph),
      let marker = survey.marker, !survey.isForeign
    else { return nil }
    // The author must name the scenarios: the cursor moves there.
    let gap = marker.utf8.firstRange(of: "…".utf8)
    let text = marker.replacing("…", with: "")
    guard let edit = Adoption.insertion(of: text, before: fence, on: checked.shown.page) else {
      return nil
    }
    let start =
      edit.text.utf8.count - text.utf8.count - checked.shown.page.lineEnding.rawValue.utf8.count
    return PageAction(
      title: "Insert verify marker: `\(text.dropFirst(5).dropLast(4))`", kind: Self.rewrite,
      edits: [edit],
      cursor: gap.map { start + marker.utf8.distance(from: marker.startIndex, to: $0.lowerBound) })
  }

  // MARK: - Transitions that no scenario takes

  /// Writes a scenario for each such transition at a place, into a new file of the tests.
  func scenarios(at place: SourcePosition) -> [PageAction] {
    // On a state or label, the arrow of the line counts.
    let places = [place, arrow(onLine: place.line)].compactMap(\.self)
    let known = places.lazy.compactMap { checked.checked.knowledge(at: $0) }
    guard client.createsFiles, let found = known.first(where: { $0.machine != nil }),
      let machine = found.machine, machine.isRecorded
    else { return [] }
    return found.edges.filter { $0.observed.count == 0 }.compactMap { edge in
      guard let path = EventPath(to: edge, in: machine) else { return nil }
      let scenario = TestSkeleton(path: path, machine: machine, isRecorded: true)
      let file = Self.folder(of: machine, checked.shown.project) + "/\(scenario.fileName).swift"
      guard FileSystem.kind(of: checked.shown.project.root.folder + "/" + file) == nil else {
        return nil
      }
      let step = edge.step
      let condition = step.condition.map { " [\($0)]" } ?? ""
      return PageAction(
        title: "Write a scenario for `\(step.from) --> \(step.to)` on `\(step.event)\(condition)`",
        kind: Self.rewrite, edits: [],
        file: PageAction.NewFile(uri: self.places.uri(of: file), text: scenario.text))
    }
  }

  private func arrow(onLine line: Int) -> SourcePosition? {
    let source = checked.shown.page.source
    let text = source.bytes[source.offset(ofLine: line)..<source.offset(ofLine: line + 1)]
    return text.firstRange(of: "-->".utf8).map { source.position(of: $0.lowerBound + 1) }
  }

  /// The folder of the tests that use the machine's module: `Tests/AppTests`
  private static func folder(of machine: StateMachineModel, _ project: Project) -> String {
    let module = machine.module ?? "App"
    for manifest in project.model.manifests {
      let tests = manifest.targets.filter { $0.kind == .testTarget }
      guard let target = tests.first(where: { $0.dependencies.contains(module) }) else { continue }
      let folder = manifest.file.split(separator: "/").dropLast().joined(separator: "/")
      let path = target.path ?? "Tests/\(target.name)"
      return folder.isEmpty ? path : folder + "/" + path
    }
    return "Tests/\(module)Tests"
  }
}
