import Diagnostics
package import Diagrams
import Markup
import Mermaid
package import Models
import Traces

/// A hand-drawn state diagram and where it parts from its machine.
package struct StateVerification: Sendable {
  package let machine: StateMachineModel
  package let deviations: [StateDeviation]

  init(_ diagram: StateDiagram, _ request: RegionRequest) throws(RegionProblem) {
    machine = try request.machine()
    let conformance = StateConformance(
      model: machine, synonyms: request.synonyms,
      isPartial: request.isYes("partial", default: false),
      ignoresLoops: !request.isYes("loops", default: true))
    deviations = conformance.deviations(of: diagram)
  }
}

/// A hand-drawn sequence diagram and where the traces part from it.
package struct SequenceVerification: Sendable {
  package let scenarios: [String]
  package let deviations: [SequenceDeviation]
  /// Participants that no trace knows, with the known ones.
  package let unknownParticipants: [String]
  package let knownParticipants: [String]

  init(_ diagram: SequenceDiagram, _ request: RegionRequest) throws(RegionProblem) {
    let models = try request.interactions()
    scenarios = models.map(\.scenario)
    let known = Set(models.flatMap { $0.participants.map(\.name) })
    knownParticipants = known.sorted()
    unknownParticipants = SequenceConformance.participants(of: diagram).filter {
      !known.contains($0)
    }
    deviations = SequenceConformance.deviations(
      of: diagram, from: models, matching: LetterMatching(synonyms: request.synonyms))
  }
}

/// A hand-drawn class diagram and where the sources part from it.
package struct ClassVerification: Sendable {
  package let deviations: [ClassDeviation]

  init(_ diagram: ClassDiagram, _ request: RegionRequest) {
    deviations = ClassConformance(code: request.project.code).deviations(of: diagram)
  }
}

extension RegionRequest {
  /// `synonyms="queue empty=mutationsFlushed; done=pullCompleted"`
  var synonyms: [String: String] {
    let pairs = (marker["synonyms"] ?? "").split(separator: ";").compactMap { pair in
      pair.firstIndex(of: "=").map {
        (trimmed(pair[..<$0]), trimmed(pair[pair.index(after: $0)...]))
      }
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  private func trimmed(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
