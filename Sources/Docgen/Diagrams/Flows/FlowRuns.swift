package import Mermaid
package import Models
package import SwiftIndex
import Traces

/// A generated diagram of a flow, and the recorded runs of its entry method.
///
/// A run is the calls within one recorded call of the entry method; a trace without such a call is
/// one run. Each is aligned with the diagram (see `SequenceConformance`) by the names of the
/// methods, so that calls that the diagram omits do not matter.
///
/// The diagram remains that of the source; only titles of optional branches change. So it shows
/// what the code can do and how often the recorded scenarios did it, and a branch with `no run` is
/// untested by them.
package struct FlowRuns: Sendable {
  /// The reason why runs cannot be counted.
  package enum Problem: Error {
    /// No run has a message of the diagram.
    case unrelated
    /// The diagram allows too many orders.
    case tooLarge
  }

  /// The diagram, with the number of runs that take each branch in its title:
  /// `opt no token (2 of 5 runs)`.
  package let diagram: SequenceDiagram
  package let conformance: SequenceConformance

  /// Throws `unrelated` if no message of any run matches the diagram, because its counts would all
  /// be zero, and `tooLarge` if a run cannot be aligned. Participants are renamed for the
  /// comparison, since a trace may know a protocol by the name of its implementation.
  package init(
    of drawn: SequenceDiagram, _ flow: SourceFlow, in code: CodeModel, traces: [RecordedTrace]
  ) throws(Problem) {
    let known = flow.names(in: code)
    let recorded = Set(traces.flatMap(\.participantNames))
    var renamed = drawn
    for (index, statement) in drawn.statements.enumerated() {
      guard case .participant(var participant) = statement else { continue }
      let name = participant.label?.text ?? participant.id.text
      let substitutes = known[name]?.intersection(recorded).sorted() ?? []
      participant.label =
        recorded.contains(name) ? Label(name) : substitutes.first.map { Label($0) }
      renamed.statements[index] = .participant(participant)
    }
    let entry = known[flow.type.qualifiedName] ?? []
    conformance = SequenceConformance(
      of: renamed, from: traces.flatMap { $0.runs(of: flow.entry.name, in: entry) },
      matching: LetterMatching(labels: .method, answers: .any))
    let alignments = conformance.runs.compactMap(\.alignment)
    if alignments.count < conformance.runs.count { throw .tooLarge }
    let happened = alignments.lazy.flatMap(\.steps).contains { step in
      if case .both = step { true } else { false }
    }
    if !happened { throw .unrelated }
    var counting = Counting(conformance: conformance)
    diagram = SequenceDiagram(statements: counting.statements(drawn.statements))
  }
}

/// Writes the counts into titles, in the order of `SequenceConformance.sites`.
private struct Counting {
  let conformance: SequenceConformance
  var site = 0

  mutating func statements(_ statements: [SequenceStatement]) -> [SequenceStatement] {
    statements.map { statement in
      guard case .block(var block) = statement else { return statement }
      for index in block.branches.indices {
        let count = title(site)
        site += 1
        let branch = block.branches[index]
        block.branches[index].statements = self.statements(branch.statements)
        if let count {
          let title = branch.label.text
          block.branches[index].label = Label(title.isEmpty ? count : "\(title) (\(count))")
        }
      }
      return .block(block)
    }
  }

  /// `nil` for a branch that every run takes, and for one without messages, which cannot be
  /// counted.
  private func title(_ index: Int) -> String? {
    let site = conformance.sites[index]
    guard site.isOptional, !site.messages.isEmpty else { return nil }
    let frequency = conformance.frequency(ofBranch: index)
    if frequency.count == 0 { return "no run" }
    if conformance.runs.contains(where: \.isVariant) { return frequency.text }
    return frequency.total == 1 ? "1 run" : "\(frequency.count) of \(frequency.total) runs"
  }
}

extension RecordedTrace {
  fileprivate var participantNames: [String] {
    participants.map(\.name)
      + trace.records.flatMap { record -> [String] in
        if case .call(let call) = record.body { [call.from, call.to] } else { [] }
      }
  }

  /// The records within each call of a method; all records if the method is never called.
  fileprivate func runs(of method: String, in participants: Set<String>) -> [RecordedTrace] {
    var runs: [RecordedTrace] = []
    for (index, record) in trace.records.enumerated() {
      guard case .call(let call) = record.body, call.name == method,
        participants.contains(call.to)
      else { continue }
      let rest = trace.records[(index + 1)...]
      let end = rest.firstIndex { record in
        switch record.body {
        case .returned(let outcome), .failed(let outcome): outcome.span == call.span
        default: false
        }
      }
      var run = self
      run.trace.records = Array(rest[..<(end ?? rest.endIndex)])
      runs.append(run)
    }
    return runs.isEmpty ? [self] : runs
  }
}
