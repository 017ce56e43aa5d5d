import Models
import Traces

/// Converts the records of one trace, as they arrive, into the steps that a diagram shows.
///
/// A call is nested in the call or phase that its record names as its parent, and in the phases
/// that were opened there since. If a trace names no parents, it is nested in the step that began
/// last. Two overlapping steps, neither nested in the other, are concurrent. Only drawn steps are
/// kept, each different tree once.
///
/// A trace lists records in the order in which they happened, with spans: a call has its own and
/// that of its caller. The tree is built with a stack in one pass. A record is converted when it
/// ends, so only open steps need memory.
struct StepRecorder {
  private let projection: StepProjection
  private var stack: [OpenStep] = [OpenStep.root]
  private var namesParents = false

  init(_ projection: StepProjection) {
    self.projection = projection
  }

  /// Takes a record whose own span numbers replace those in `body`; returns whether its span may be
  /// opened or closed. 0 means no span.
  ///
  /// - Parameters:
  ///   - body: The record, whose span numbers are ignored: a template shares it between lines.
  ///   - span: The span that it opens or closes, 0 without one.
  ///   - parent: The span of the caller, 0 without one.
  ///   - line: The number of the record, which orders messages of concurrent strands.
  ///   - table: Receives the steps.
  /// - Returns: `false` if a record ends a span that is not open, or ends a call without an
  ///   outcome.
  mutating func take(
    _ body: TraceRecord.Body, span: UInt32, parent: UInt32, line: Int32, _ table: inout StepTable
  ) -> Bool {
    if parent != 0 { namesParents = true }
    switch body {
    case .call(let call): begin(call, span: span, parent: parent, line: line, in: &table)
    case .phaseBegan(let phase): open(.phase(phase), span, parent: parent, isLevel: false)
    case .returned(let outcome):
      return end(span, outcome: outcome, isFailure: false, line: line, in: &table)
    case .failed(let outcome):
      return end(span, outcome: outcome, isFailure: true, line: line, in: &table)
    case .phaseEnded: return end(span, outcome: nil, isFailure: false, line: line, in: &table)
    case .decision(let decision):
      append(projection.decision(decision, &table), to: place(of: parent))
    case .transition(let move):
      let index = place(of: parent)
      append(projection.transition(move, by: participant(at: index), &table), to: index)
    case .note(let note): append(projection.note(note, &table), to: place(of: parent))
    case .value: break
    }
    return true
  }

  /// The steps of the complete trace.
  ///
  /// Calls without an answer remain as messages, with the steps after them in the enclosing step.
  /// The recorder cannot be used afterwards.
  mutating func finish(_ table: inout StepTable) -> [Int32] {
    while stack.count > 1 { unwind(&table) }
    return stack[0].nodes
  }

  // MARK: - Places

  /// The place for a record within a span: the phase that was opened last in it.
  private func place(of parent: UInt32) -> Int { stack.place(of: parent) }

  /// The place for a call or phase that begins.
  private func placeToBegin(_ parent: UInt32) -> Int {
    parent == 0 && namesParents ? 0 : place(of: parent)
  }

  /// The active participant: the callee of a call, the participant of a phase.
  private func participant(at index: Int) -> String? {
    index == 0 ? nil : stack[index].participant
  }

  // MARK: - Nesting

  private mutating func begin(
    _ call: TraceCall, span: UInt32, parent: UInt32, line: Int32, in table: inout StepTable
  ) {
    guard call.isSend else {
      open(.call(call, line: line), span, parent: parent, isLevel: projection.isLevel(call))
      return
    }
    let index = place(of: parent)
    let nodes = projection.call(call, depth: stack[index].depth, &table)
    append(nodes, lines: nodes.isEmpty ? [] : [line], to: index)
  }

  private mutating func open(
    _ opening: OpenStep.Opening, _ span: UInt32, parent: UInt32, isLevel: Bool
  ) {
    let index = placeToBegin(parent)
    var step = OpenStep(span: span, opening: opening)
    step.parent = stack[index].span
    step.call = step.isPhase ? stack[index].call : span
    step.depth = stack[index].depth + (isLevel ? 1 : 0)
    if stack[index].openCount > 0 {
      if stack[index].strands.isEmpty { separate(at: index) }
      step.strand = stack[index].freeStrand(for: span)
    }
    stack[index].openCount += 1
    stack.append(step)
  }

  /// The open step within a step was alone so far: it becomes the first strand.
  private mutating func separate(at index: Int) {
    let number = stack[index].span
    guard let only = stack.lastIndex(where: { $0.parent == number && $0.span != number }) else {
      return
    }
    stack[only].strand = stack[index].freeStrand(for: stack[only].span)
  }

  private mutating func end(
    _ span: UInt32, outcome: TraceOutcome?, isFailure: Bool, line: Int32,
    in table: inout StepTable
  ) -> Bool {
    guard let index = stack.lastIndex(where: { $0.span == span }), index > 0 else { return false }
    while stack[index].openCount > 0 { release(from: index, &table) }
    let step = stack.remove(at: index)
    switch step.opening {
    case .phase(let phase):
      close(
        step, nodes: projection.phase(phase, step.nodes, in: &table), lines: step.lines, in: &table)
    case .call(let call, let start):
      guard let outcome else { return false }
      let depth = step.depth - (projection.isLevel(call) ? 1 : 0)
      let drawn = projection.drawing(
        call, inner: step.nodes, outcome: outcome, isFailure: isFailure, depth: depth, in: &table)
      var lines: [Int32] = []
      if drawn.hasCall { lines.append(start) }
      if drawn.hasInner { lines += step.lines }
      if drawn.hasAnswer { lines.append(line) }
      close(step, nodes: drawn.nodes, lines: lines, in: &table)
    }
    return true
  }

  /// A step that is still open when the step around it ends moves to the parent.
  ///
  /// A task may outlive the call that started it. It then becomes concurrent to that call within
  /// the parent, which is the closest that nested boxes can show.
  private mutating func release(from index: Int, _ table: inout StepTable) {
    let number = stack[index].span
    guard let parent = stack.lastIndex(where: { $0.span == stack[index].parent }),
      let child = stack.lastIndex(where: { $0.parent == number && $0.span != number })
    else { return }
    stack[index].forget(stack[child].span, &table)
    if stack[parent].strands.isEmpty {
      stack[index].strand = stack[parent].freeStrand(for: number)
    }
    stack[child].parent = stack[parent].span
    stack[child].call = stack[child].isPhase ? stack[parent].call : stack[child].span
    stack[child].strand = stack[parent].newStrand(for: stack[child].span)
    stack[parent].openCount += 1
  }

  /// Closes the steps that the trace left open.
  private mutating func unwind(_ table: inout StepTable) {
    let step = stack.removeLast()
    guard case .call(let call, let line) = step.opening else {
      return close(step, nodes: step.nodes, lines: step.lines, in: &table)
    }
    let depth = step.depth - (projection.isLevel(call) ? 1 : 0)
    let nodes = projection.call(call, depth: depth, &table)
    close(
      step, nodes: nodes + step.nodes, lines: (nodes.isEmpty ? [] : [line]) + step.lines, in: &table
    )
  }

  /// Passes the result of a step to the one around it.
  private mutating func close(
    _ step: OpenStep, nodes: [Int32], lines: [Int32], in table: inout StepTable
  ) {
    guard let parent = stack.lastIndex(where: { $0.span == step.parent }) else { return }
    stack[parent].take(nodes, lines, from: step.strand)
    stack[parent].openCount -= 1
    if stack[parent].openCount == 0 { stack[parent].joinStrands(&table) }
  }

  private mutating func append(_ nodes: [Int32], lines: [Int32] = [], to index: Int) {
    // A message of its own while it waits for another is an additional concurrent strand.
    if !lines.isEmpty, stack[index].openCount > 0, stack[index].strands.isEmpty {
      separate(at: index)
    }
    stack[index].add(nodes, lines)
  }
}
