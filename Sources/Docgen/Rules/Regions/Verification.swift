import Diagnostics
package import Diagrams
import Markdown
import Mermaid
package import Models
import SwiftIndex
import Traces

/// A hand-drawn state diagram and its differences from its machine.
package struct StateVerification: Sendable {
  package let machine: StateMachineModel
  package let deviations: [StateDeviation]

  init(_ diagram: StateDiagram, _ request: RegionRequest) throws(RegionProblem) {
    machine = try request.machine()
    let conformance = StateConformance(
      model: machine, synonyms: try request.synonyms(),
      isPartial: request.isYes("partial", default: false),
      ignoresLoops: !request.isYes("loops", default: false))
    deviations = conformance.deviations(of: diagram)
  }
}

/// A hand-drawn class diagram and its differences from the sources.
package struct ClassVerification: Sendable {
  package let deviations: [ClassDeviation]

  /// Compares a diagram without a marker.
  init(unmarked diagram: ClassDiagram, in code: CodeModel) {
    deviations = ClassConformance(code: code, strictness: .unmarked).deviations(of: diagram)
  }

  init(_ diagram: ClassDiagram, _ request: RegionRequest) throws(RegionProblem) {
    let drawing = try request.classDrawing()
    let code = request.project.code
    do throws(KeyProblem) {
      if drawing.namesTypes { _ = try drawing.model(of: code) }
    } catch {
      throw request.finding(error)
    }
    let strictness: ClassStrictness =
      request.isYes("complete", default: false)
      ? .complete : request.isYes("partial", default: false) ? .partial : .listed
    deviations = ClassConformance(
      code: code, strictness: strictness, selection: drawing.selection
    ).deviations(of: diagram)
  }
}

extension RegionRequest {
  /// The comparison of labels that the marker of a hand-drawn sequence diagram sets.
  func matching() throws(RegionProblem) -> LetterMatching {
    LetterMatching(
      synonyms: try synonyms(), labels: choice("match", LetterMatching.Labels.self) ?? .lenient,
      answers: choice("answers", LetterMatching.Answers.self) ?? .drawn,
      demanded: Set(pairs("synonyms").map(\.1)))
  }

  /// `synonyms="queue empty=mutationsFlushed; done=pullCompleted"`
  ///
  /// An entry without `=` names a list of the configuration.
  func synonyms() throws(RegionProblem) -> [String: String] {
    var synonyms = Dictionary(pairs("synonyms"), uniquingKeysWith: { first, _ in first })
    for entry in (marker["synonyms"] ?? "").split(separator: ";") where !entry.contains("=") {
      let name = Pairs.trimmed(entry)
      if name.isEmpty { continue }
      guard let list = project.synonyms[name] else {
        throw finding(
          RegionSources.id, at: "synonyms", "the configuration has no list of synonyms `\(name)`",
          evidence: nearest(name, among: project.synonyms.keys.sorted(), what: "lists"))
      }
      synonyms.merge(list) { first, _ in first }
    }
    return synonyms
  }

  /// `KEY="a=b; c=d e"` as pairs.
  func pairs(_ key: String) -> [(String, String)] {
    Pairs.read(marker[key] ?? "")
  }
}
