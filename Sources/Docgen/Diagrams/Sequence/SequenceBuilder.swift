// The Diagrams module draws diagrams from code and recordings, and compares hand-drawn diagrams
// with both.
//
// It has four kinds of subject, one folder each: types (`Class`), state machines (`State`), the
// calls that the source makes (`Flows`), and recorded interactions (`Sequence`). Each kind has two
// halves. A builder turns a model into a Mermaid tree (`ClassBuilder`, `StateBuilder`,
// `FlowDrawing`, `SequenceBuilder`); a conformance check turns a parsed tree and the same model
// into deviations (`ClassConformance`, `StateConformance`, `FlowConformance`,
// `SequenceConformance`). The folder `Conformance` has the parts that the last two share: a diagram
// as a language of messages, as a Petri net, and as an automaton.
//
// Data flow of a generated sequence diagram: records of a trace -> `StepRecorder` (nesting,
// concurrency) -> `StepTable` (equal trees have equal numbers) -> `TraceFolding` (loops,
// alternatives, options, parallel parts) -> `DrawnStep` -> `SequenceWriter` -> Mermaid tree.
//
// The module neither reads files nor writes text: `SwiftIndex` and `Models` provide the models,
// `Mermaid` prints and parses. It creates no findings: `Rules` turns deviations into diagnostics
// with messages and fixes, and `DocgenKit` has the commands that print diagrams.

package import Mermaid
package import Models
package import Traces
import Variants

/// Draws recorded traces as a sequence diagram.
package enum SequenceBuilder {
  /// One diagram that allows each of the traces, and how each trace runs through it; the order of the
  /// traces makes no difference.
  ///
  /// Equal traces count once for the form of the diagram, but their number remains visible in the
  /// counts of branches. An empty list of traces gives a diagram without statements.
  package static func drawing(
    of traces: [RecordedTrace], options: SequenceOptions = SequenceOptions()
  ) -> SequenceDrawing {
    let projection = StepProjection(options: options)
    var table = StepTable()
    var participants: [[TraceParticipant]] = []
    let sequences = traces.map { recorded -> Int32 in
      var recorder = StepRecorder(projection)
      let trace = recorded.trace
      participants.append(trace.header.participants)
      for (line, record) in trace.records.enumerated() {
        let (span, parent) = record.body.spans
        _ = recorder.take(record.body, span: span, parent: parent, line: Int32(line), &table)
      }
      let nodes = recorder.finish(&table)
      return table.sequence(StepWindow(options).cut(nodes, &table))
    }
    return SequenceDrawing(
      table, sequences: sequences, counts: traces.map(\.count), participants: participants,
      options: options)
  }
}

extension TraceRecord.Body {
  /// The numbers of the span that it opens or closes and of the one around it; 0 without a span.
  fileprivate var spans: (span: UInt32, parent: UInt32) {
    switch self {
    case .call(let call): (call.span.number, call.parent?.number ?? 0)
    case .phaseBegan(let phase): (phase.span.number, phase.parent?.number ?? 0)
    case .phaseEnded(let phase): (phase.span.number, 0)
    case .returned(let outcome), .failed(let outcome): (outcome.span.number, 0)
    case .transition(let move): (0, move.parent?.number ?? 0)
    case .decision(let decision): (0, decision.parent?.number ?? 0)
    case .note(let note): (0, note.parent?.number ?? 0)
    case .value: (0, 0)
    }
  }
}

/// A sequence diagram with its sources.
package struct SequenceDrawing: Sendable {
  package let diagram: SequenceDiagram
  /// The same without a limit on the number of messages.
  package let wholeDiagram: SequenceDiagram
  package let folding: TraceFolding
  /// Messages that a limit leaves out.
  package let omitted: Int
  package let table: StepTable
  package let sequences: [Int32]
  /// How often each was observed.
  package let counts: [Int]

  /// `participants` has one list for each trace, in the order of the trace's header. The lists only
  /// determine the order and the kinds of the participants: one that no drawn step mentions is
  /// omitted, one that no list mentions is appended.
  package init(
    _ table: StepTable, sequences: [Int32], counts: [Int]? = nil,
    participants: [[TraceParticipant]], options: SequenceOptions
  ) {
    let counts = counts ?? Array(repeating: 1, count: sequences.count)
    self.counts = counts
    self.table = table
    self.sequences = sequences
    folding = TraceFolding(
      table, sequences: sequences, counts: counts, decisions: options.decisions)
    let cast = ParticipantCast(participants, options: options, steps: folding.steps)
    let total = options.showsFrequencies ? counts.reduce(0) { $0.adding($1) } : nil
    let writer = SequenceWriter(cast: cast, total: total)
    let whole = writer.statements(folding.steps)
    let declarations = cast.declarations(before: whole.first)
    wholeDiagram = SequenceDiagram(statements: declarations + whole)
    guard let limit = options.maxMessages else {
      (diagram, omitted) = (wholeDiagram, 0)
      return
    }
    let (kept, omitted) = folding.steps.limited(to: max(0, limit))
    self.omitted = omitted
    var statements = writer.statements(kept)
    if omitted > 0 { statements += cast.note("… \(omitted) more") }
    diagram = SequenceDiagram(statements: declarations + statements)
  }
}

/// The participants of a diagram with their short identifiers.
struct ParticipantCast {
  private var members: [TraceParticipant]
  private var ids: [String: String] = [:]
  private var taken: Set<String> = []

  init(_ lists: [[TraceParticipant]], options: SequenceOptions, steps: [DrawnStep]) {
    let drawn = Set(steps.flatMap(\.participants))
    var groups: [String: String] = [:]
    for group in options.groups {
      for member in group.members { groups[member] = group.name }
    }
    var known = Self.ordered(
      lists.map { list in
        list.map { TraceParticipant(groups[$0.name] ?? $0.name, kind: $0.kind) }
      })
    known += drawn.subtracting(known.map(\.name)).sorted().map { TraceParticipant($0) }
    var order: [String] = []
    for name in options.participants.map({ groups[$0] ?? $0 }) where !order.contains(name) {
      order.append(name)
    }
    let wanted =
      order.isEmpty ? known : order.compactMap { name in known.first { $0.name == name } }
    members = wanted.filter { drawn.contains($0.name) }
    for member in members {
      let id = newID(for: member.name)
      ids[member.name] = id
      taken.insert(id)
    }
  }

  /// Merges several lists into one: longer lists first, independent of the order of the lists.
  ///
  ///     [A B C] and [A X C]  ->  A X B C
  private static func ordered(_ lists: [[TraceParticipant]]) -> [TraceParticipant] {
    let sorted = lists.sorted { left, right in
      if left.count != right.count { return left.count > right.count }
      return left.map(\.name).lexicographicallyPrecedes(right.map(\.name))
    }
    var known: [TraceParticipant] = []
    var names: Set<String> = []
    for list in sorted {
      for (index, participant) in list.enumerated() where !names.contains(participant.name) {
        names.insert(participant.name)
        // After the participant that precedes it in its own list.
        let before = index == 0 || lists.count == 1 ? nil : list[index - 1].name
        let place = before.flatMap { name in known.firstIndex { $0.name == name } }
        let end = place.map { $0 + 1 } ?? known.count
        known.insert(participant, at: end)
      }
    }
    return known
  }

  /// A human is drawn as a figure, except directly above a block: the block's frame would touch the
  /// name below the figure.
  func declarations(before first: SequenceStatement?) -> [SequenceStatement] {
    let isBlock = if case .block? = first { true } else { false }
    return members.map { member in
      let id = id(of: member.name)
      let type = member.kind == .actor && !isBlock ? "actor" : "participant"
      let label = id.text == member.name ? nil : Label(member.name)
      return .participant(Participant(id, label: label, type: type))
    }
  }

  /// A note across the complete diagram.
  ///
  /// The result is an empty array if the diagram has no participants, since a note needs one to be
  /// placed over.
  func note(_ text: String) -> [SequenceStatement] {
    guard let first = members.first, let last = members.last else { return [] }
    let ends = members.count == 1 ? [first] : [first, last]
    return [.note(SequenceNote(.over, ends.map { id(of: $0.name) }, text: Label(text)))]
  }

  /// A participant that is not a member of the cast keeps its own name: Mermaid then declares it at
  /// its first use.
  func id(of participant: String) -> Name { Name(ids[participant] ?? participant) }

  /// The capitals of the name; the complete name if they are taken or fewer than two.
  ///
  ///     SyncEngine -> SE, User -> User
  private func newID(for name: String) -> String {
    let capitals = name.filter(\.isUppercase)
    let isShorter = capitals.count > 1 && capitals.count < name.count
    if isShorter, !taken.contains(capitals) { return capitals }
    return name
  }
}
