import Models
import Traces

/// Turns the records of one trace, as they come, into the steps that a diagram shows.
///
/// Calls nest as `InteractionModel` nests them; only what is drawn is kept, each different tree
/// once.
struct StepRecorder {
  private struct Frame {
    enum Opening {
      case call(InteractionCall, line: Int32)
      case phase(TracePhase)
    }

    var span: UInt32
    var opening: Opening
    var nodes: [Int32] = []
    /// The lines of the messages in `nodes`.
    var lines: [Int32] = []
  }

  private let projection: StepProjection
  private let keepsLines: Bool
  private var stack: [Frame] = [
    Frame(span: 0, opening: .phase(TracePhase(span: TraceSpan(0), by: "", name: "")))
  ]
  private var detached: [UInt32: InteractionCall] = [:]
  private var levels = 0

  init(_ projection: StepProjection, keepsLines: Bool) {
    self.projection = projection
    self.keepsLines = keepsLines
  }

  /// Takes a record whose own span number replaces the one in `body`; says whether that span may
  /// be opened or closed.
  mutating func take(
    _ body: TraceRecord.Body, span: UInt32, line: Int32, _ table: inout StepTable
  ) -> Bool {
    switch body {
    case .call(let call): begin(call, span, line, &table)
    case .phaseBegan(let phase): stack.append(Frame(span: span, opening: .phase(phase)))
    case .returned(let outcome): return end(span, outcome.value, isFailure: false, line, &table)
    case .failed(let outcome): return end(span, outcome.value, isFailure: true, line, &table)
    case .phaseEnded: return end(span, nil, isFailure: false, line, &table)
    case .decision(let decision): append(projection.decision(decision, &table))
    case .transition(let move):
      append(projection.transition(move, by: currentParticipant, &table))
    case .note(let note): append(projection.note(note, &table))
    case .value: break
    }
    return true
  }

  /// The steps of the whole trace, and the lines of its messages.
  mutating func finish(_ table: inout StepTable) -> (nodes: [Int32], lines: [Int32]) {
    while stack.count > 1 { unwind(&table) }
    return (stack[0].nodes, stack[0].lines)
  }

  // MARK: - Nesting

  private mutating func begin(
    _ call: TraceCall, _ span: UInt32, _ line: Int32, _ table: inout StepTable
  ) {
    let message = InteractionCall(
      from: call.from, to: call.to, name: call.name, parameters: call.parameters,
      isSend: call.isSend, place: TracePlace(file: "", line: 0, scenario: ""))
    if call.isSend {
      append(projection.call(message, depth: levels, &table), line: line)
    } else {
      stack.append(Frame(span: span, opening: .call(message, line: line)))
      if projection.isLevel(message) { levels += 1 }
    }
  }

  private mutating func end(
    _ span: UInt32, _ value: String?, isFailure: Bool, _ line: Int32, _ table: inout StepTable
  ) -> Bool {
    let outcome = value.map {
      InteractionOutcome(
        value: $0, isFailure: isFailure, place: TracePlace(file: "", line: 0, scenario: ""))
    }
    if let call = detached.removeValue(forKey: span) {
      if let outcome {
        append(projection.outcome(call, outcome, depth: levels, &table), line: line)
      }
      return true
    }
    guard let depth = stack.lastIndex(where: { $0.span == span }), depth > 0 else { return false }
    if depth < stack.count - 1 {
      detach(at: depth, &table)
      return end(span, value, isFailure: isFailure, line, &table)
    }
    let frame = stack.removeLast()
    switch frame.opening {
    case .phase(let phase):
      append(projection.phase(phase, frame.nodes, &table), lines: frame.lines)
    case .call(let call, let start):
      if projection.isLevel(call) { levels -= 1 }
      guard let outcome else { return false }
      let drawn = projection.drawing(call, frame.nodes, outcome, depth: levels, &table)
      var lines: [Int32] = []
      if keepsLines {
        if drawn.hasCall { lines.append(start) }
        if drawn.hasInner { lines += frame.lines }
        if drawn.hasAnswer { lines.append(line) }
      }
      append(drawn.nodes, lines: lines)
    }
    return true
  }

  /// Takes a frame out of the middle of the stack: its call stands before its steps, its answer
  /// will follow where it comes.
  private mutating func detach(at depth: Int, _ table: inout StepTable) {
    let frame = stack.remove(at: depth)
    if case .call(let call, let line) = frame.opening {
      detached[frame.span] = call
      if projection.isLevel(call) { levels -= 1 }
      let around = stack[..<depth].count { frame in
        if case .call(let outer, _) = frame.opening { projection.isLevel(outer) } else { false }
      }
      let nodes = projection.call(call, depth: around, &table)
      stack[depth - 1].nodes += nodes
      if keepsLines, !nodes.isEmpty { stack[depth - 1].lines.append(line) }
    }
    stack[depth - 1].nodes += frame.nodes
    stack[depth - 1].lines += frame.lines
  }

  /// Closes what the trace left open.
  private mutating func unwind(_ table: inout StepTable) {
    let frame = stack.removeLast()
    if case .call(let call, let line) = frame.opening {
      if projection.isLevel(call) { levels -= 1 }
      append(projection.call(call, depth: levels, &table), line: line)
    }
    append(frame.nodes, lines: frame.lines)
  }

  private mutating func append(_ nodes: [Int32], line: Int32? = nil, lines: [Int32] = []) {
    stack[stack.count - 1].nodes += nodes
    guard keepsLines else { return }
    stack[stack.count - 1].lines += lines
    if let line, !nodes.isEmpty { stack[stack.count - 1].lines.append(line) }
  }

  /// Whoever is at work: the callee of the innermost open call.
  private var currentParticipant: String? {
    guard stack.count > 1, let frame = stack.last else { return nil }
    switch frame.opening {
    case .call(let call, _): return call.to
    case .phase(let phase): return phase.by
    }
  }
}
