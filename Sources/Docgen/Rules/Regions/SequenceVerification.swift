package import Diagnostics
package import Diagrams
import Markdown
import Mermaid
import Models
import SwiftIndex
import Traces

/// A hand-drawn sequence diagram, and its differences from the traces and the code.
package struct SequenceVerification: Sendable {
  /// The keys of a marker that set the strictness of the comparison.
  static let keys = [
    RegionKey(
      "match",
      "in a verified diagram: how labels are compared: except for parts that are often left out, exactly, "
        + "or by the method's name alone", choices: LetterMatching.Labels.allCases.map(\.rawValue)),
    RegionKey(
      "answers",
      "in a verified diagram: which answers must be drawn: all between two participants once one "
        + "is, all, or any", choices: LetterMatching.Answers.allCases.map(\.rawValue)),
    RegionKey(
      "complete",
      "in a verified diagram with `from`: whether all calls between its participants must be drawn",
      choices: RegionKey.yesOrNo),
    RegionKey(
      "external", "in a verified diagram with `from`: participants that are not types of the code"),
  ]

  package let scenarios: [String]
  /// `nil` if the marker names no scenarios.
  package let conformance: SequenceConformance?
  package private(set) var deviations: [SequenceDeviation]
  /// Participants that neither traces nor code have; and the known ones.
  package private(set) var unknownParticipants: [UnknownName]
  package let knownParticipants: [String]
  /// Whether the participants are looked up in the code.
  package let isFromCode: Bool

  /// An unknown participant.
  package struct UnknownName: Sendable {
    var id: Name
    package var name: String
    /// Its first place.
    package var range: SourceRange?
    /// The participant that the messages fit.
    package var intended: String?
  }

  init(_ diagram: SequenceDiagram, _ request: RegionRequest) throws(RegionProblem) {
    isFromCode = request.marker["from"] != nil
    let models = isFromCode && request.marker["scenarios"] == nil ? [] : try request.traces()
    scenarios = models.map(\.scenario)
    let matching = try request.matching()
    conformance =
      models.isEmpty ? nil : SequenceConformance(of: diagram, from: models, matching: matching)
    deviations = conformance?.deviations ?? []
    var known = Set(models.flatMap { $0.participants.map(\.name) })
    var types: [String: String] = [:]
    if isFromCode {
      // Deeper than a generated diagram: calls that are not drawn are skipped.
      var flow = try request.flow(depth: Self.depth)
      for name in request.marker.list("hide") { flow.participants[name]?.isDrawn = false }
      let names = Set(flow.participants.keys)
      let code = request.project.code
      for name in SequenceConformance.participants(of: diagram) {
        types[name] = DiagramLabel.names(in: name).first {
          names.contains($0) || !code.types(named: $0).isEmpty
        }
      }
      let flowConformance = FlowConformance(
        of: diagram, with: flow, in: code, types: types, matching: matching,
        demanded: try Self.demanded(request))
      known.formUnion(names)
      known.formUnion(types.keys)
      known.formUnion(request.marker.list("external"))
      deviations = Self.joined(deviations, flowConformance, models: models)
    }
    knownParticipants = known.sorted()
    unknownParticipants = Self.unknown(in: diagram, known, arePersonsKnown: isFromCode)
    if !isFromCode { repair(diagram, models, matching: matching) }
  }

  /// Compares again with the names that were probably intended, so that one wrong name is one
  /// finding. For a participant, that is the undrawn one with the fewest deviations; for a message,
  /// the one that happens in its place.
  private mutating func repair(
    _ diagram: SequenceDiagram, _ models: [RecordedTrace], matching: LetterMatching
  ) {
    let events = models.reduce(0) { $0 + $1.trace.records.count }
    let messages = MessageLanguage(diagram).messages.count
    guard messages * events <= Self.mostRepaired else { return }
    var diagram = diagram
    func compare(_ diagram: SequenceDiagram, _ matching: LetterMatching) -> [SequenceDeviation] {
      SequenceConformance(of: diagram, from: models, matching: matching).deviations
    }
    for index in unknownParticipants.indices.prefix(Self.mostRepairs) {
      let drawn = Set(SequenceConformance.participants(of: diagram))
      let unknown = unknownParticipants[index]
      let near = NearMiss.best(for: unknown.name, among: knownParticipants)
      let names = [near].compactMap(\.self) + knownParticipants.filter { !drawn.contains($0) }
      for name in names.prefix(Self.mostRepairs) {
        let id = unknown.id
        var renamed = diagram
        renamed.statements.append(.participant(Participant(id, label: Label(name))))
        let found = compare(renamed, matching)
        guard found.count < deviations.count else { continue }
        (deviations, diagram) = (found, renamed)
        unknownParticipants[index].intended = name
      }
    }
    // What cannot be repaired follows from the name.
    let lost = Set(unknownParticipants.filter { $0.intended == nil }.map(\.name))
    deviations.removeAll { deviation in
      guard let drawn = deviation.drawn else { return false }
      return lost.contains(drawn.from) || lost.contains(drawn.to)
    }
    let labels = deviations.filter { $0.kind == .relabelled }
    var other = matching
    for label in labels {
      if let drawn = label.drawn, let happened = label.happened {
        other.synonyms[drawn.text] = happened.label
      }
    }
    if labels.isEmpty { return }
    let rest = compare(diagram, other).filter { !lost.contains($0.drawn?.from ?? "") }
    if rest.count + labels.count < deviations.count { deviations = labels + rest }
  }

  /// The most messages times events of a comparison that is repeated.
  private static let mostRepaired = 4_000_000

  /// If more names are wrong, the diagram is about something else and is not repaired.
  private static let mostRepairs = 4

  /// The maximum depth of calls that are followed to find a drawn one.
  private static let depth = 8

  /// With `complete`, the calls that `docgen fix` would draw.
  private static func demanded(
    _ request: RegionRequest
  ) throws(RegionProblem) -> Set<SourceLocation> {
    guard request.isYes("complete", default: false) else { return [] }
    let flow = try request.flow(depth: request.depth ?? SourceFlow.standardDepth)
    return FlowDrawing(of: flow, options: SequenceRegion.options(request)).calls
  }

  private static func unknown(
    in diagram: SequenceDiagram, _ known: Set<String>, arePersonsKnown: Bool
  ) -> [UnknownName] {
    let declared = Dictionary(
      diagram.participants.map { ($0.id.text, $0) }, uniquingKeysWith: { first, _ in first })
    return diagram.participantNames.compactMap { id in
      let participant = declared[id.text]
      let name = participant?.label?.text ?? id.text
      if arePersonsKnown, participant?.type == "actor" { return nil }
      if known.contains(name) { return nil }
      return UnknownName(id: id, name: name, range: participant?.label?.range ?? id.range)
    }
  }

  /// Each deviation with the facts of the other source: the call in the code, and the scenarios
  /// that have the message.
  private static func joined(
    _ observed: [SequenceDeviation], _ flow: FlowConformance, models: [RecordedTrace]
  ) -> [SequenceDeviation] {
    let letters = models.map { ($0.scenario, Set($0.calls)) }
    let declared = flow.deviations.map { deviation in
      var deviation = deviation
      let name = deviation.kind == .missing ? deviation.declared?.name : deviation.drawn?.method
      deviation.scenarios = letters.filter { $0.1.contains(name ?? "") }.map(\.0)
      return deviation
    }
    return declared
      + observed.map { deviation in
        var deviation = deviation
        if let drawn = deviation.drawn, deviation.kind != .missing {
          deviation.declared = flow.call(from: drawn.from, to: drawn.to, label: drawn.text)
        } else if let happened = deviation.happened {
          deviation.declared = flow.call(
            from: happened.from, to: happened.to, label: happened.label)
        }
        return deviation
      }
  }
}

extension RecordedTrace {
  /// The names of all calls.
  fileprivate var calls: [String] {
    trace.records.compactMap { record in
      if case .call(let call) = record.body { call.name } else { nil }
    }
  }
}

extension DocumentedActivity {
  fileprivate var method: String { String(text.prefix { $0 != "(" }) }
}
