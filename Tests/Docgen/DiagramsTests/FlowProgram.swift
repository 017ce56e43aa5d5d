import TestTools
import Traces

/// A random program of calls, loops, alternatives, options, phases and concurrent parts; running it
/// gives a trace.
indirect enum FlowProgram {
  case call(Int, [FlowProgram])
  /// A message without a response.
  case send(Int)
  case loop([FlowProgram])
  case either([[FlowProgram]])
  case option([FlowProgram])
  /// Rounds named by the engine.
  case rounds(Int, [FlowProgram])
  case phase(Int, [FlowProgram])
  /// A recorded decision and the two continuations.
  case decided(Int, [FlowProgram], [FlowProgram])
  /// Messages of two lists, interleaved in the order of each list.
  case shuffled([Int], [Int])
  /// Concurrent calls.
  case concurrent([(name: Int, body: [FlowProgram])])

  /// A part of a program with `names` different messages.
  init(depth: Int, names: Int, using random: inout SeededRandom) {
    func body() -> [FlowProgram] {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        FlowProgram(depth: depth - 1, names: names, using: &random)
      }
    }
    let name = Int.random(in: 0..<names, using: &random)
    switch depth == 0
      ? Int.random(in: -2...0, using: &random) : Int.random(in: 0...11, using: &random)
    {
    case -2: self = .send(name)
    case -1, 0, 1: self = .call(name, [])
    case 2, 3: self = .call(name, body())
    case 4: self = .loop(body())
    case 5: self = .either((0..<Int.random(in: 2...3, using: &random)).map { _ in body() })
    case 6: self = .option(body())
    case 7: self = .rounds(name, body())
    case 8: self = .phase(name, body())
    case 9: self = .decided(name, body(), body())
    case 10: self = .shuffled([name, name + 1], [name + 2, name + 3])
    default:
      self = .concurrent(
        (0..<Int.random(in: 2...3, using: &random)).map { (name: name + $0, body: body()) })
    }
  }
}

/// One execution of a program and the records it makes.
struct FlowRun {
  private(set) var spans: UInt32 = 0
  var random: SeededRandom
  /// Whether each call records its enclosing call.
  let namesParents: Bool

  /// The records of one run, in order.
  static func trace(
    _ program: [FlowProgram], _ scenario: String, namesParents: Bool,
    using random: inout SeededRandom
  ) -> Trace {
    var run = FlowRun(random: random, namesParents: namesParents)
    let bodies = run.records(of: program, within: nil)
    random = run.random
    let records = bodies.enumerated().map { index, body in
      TraceRecord(sequence: index, time: Int64(index), body: body)
    }
    return Trace(header: TraceHeader(scenario: scenario), records: records)
  }

  private mutating func records(
    of program: [FlowProgram], within parent: TraceSpan?
  ) -> [TraceRecord.Body] {
    program.flatMap { records(of: $0, within: parent) }
  }

  private mutating func records(
    of program: FlowProgram, within parent: TraceSpan?
  ) -> [TraceRecord.Body] {
    switch program {
    case .call(let name, let body): return call(name, body, parent)
    case .send(let name): return [send(name, parent)]
    case .loop(let body):
      return (0..<Int.random(in: 0...4, using: &random)).flatMap { _ in
        records(of: body, within: parent)
      }
    case .either(let ways):
      return records(of: ways[Int.random(in: 0..<ways.count, using: &random)], within: parent)
    case .option(let body):
      return Bool.random(using: &random) ? records(of: body, within: parent) : []
    case .rounds(let name, let body):
      return (0..<Int.random(in: 0...3, using: &random)).flatMap { _ in
        phase("A", "each \(name)", isIteration: true, body, parent)
      }
    case .phase(let name, let body):
      return phase("B", "phase \(name)", isIteration: false, body, parent)
    case .decided(let name, let yes, let no):
      let holds = Bool.random(using: &random)
      let decision = TraceDecision(
        by: "A", parent: parent, condition: "guard \(name)", holds: holds)
      return [.decision(decision)] + records(of: holds ? yes : no, within: parent)
    case .shuffled(let left, let right):
      return merged([left, right].map { $0.map { send($0, parent) } })
    case .concurrent(let strands):
      return merged(strands.map { call($0.name, $0.body, parent) })
    }
  }

  private mutating func call(
    _ name: Int, _ body: [FlowProgram], _ parent: TraceSpan?
  ) -> [TraceRecord.Body] {
    let span = newSpan()
    let begin = TraceRecord.Body.call(message(name, span, parent, isSend: false))
    let inner = records(of: body, within: span)
    let fails = Int.random(in: 0..<6, using: &random) == 0
    let end: TraceRecord.Body =
      fails
      ? .failed(TraceOutcome(span: span, value: "error"))
      : .returned(TraceOutcome(span: span, value: name % 4 == 0 ? "" : "result \(name)"))
    return [begin] + inner + [end]
  }

  private mutating func phase(
    _ by: String, _ name: String, isIteration: Bool, _ body: [FlowProgram], _ parent: TraceSpan?
  ) -> [TraceRecord.Body] {
    let span = newSpan()
    let phase = TracePhase(
      span: span, parent: namesParents ? parent : nil, by: by, name: name,
      isIteration: isIteration)
    return [.phaseBegan(phase)] + records(of: body, within: span) + [.phaseEnded(phase)]
  }

  private mutating func send(_ name: Int, _ parent: TraceSpan?) -> TraceRecord.Body {
    .call(message(name, newSpan(), parent, isSend: true))
  }

  private func message(
    _ name: Int, _ span: TraceSpan, _ parent: TraceSpan?, isSend: Bool
  ) -> TraceCall {
    TraceCall(
      span: span, parent: namesParents ? parent : nil, from: ["A", "B", "C"][name % 3],
      to: ["B", "C", "C"][name % 3], name: "m\(name)", isSend: isSend)
  }

  private mutating func newSpan() -> TraceSpan {
    spans += 1
    return TraceSpan(spans)
  }

  /// Interleaves the lists at random, each in its own order.
  private mutating func merged(_ lists: [[TraceRecord.Body]]) -> [TraceRecord.Body] {
    var rest = lists.map { $0[...] }
    var merged: [TraceRecord.Body] = []
    while true {
      let open = rest.indices.filter { !rest[$0].isEmpty }
      guard let next = open.randomElement(using: &random) else { return merged }
      // A list may continue for a while before the next one.
      for _ in 0...Int.random(in: 0...2, using: &random) {
        if let body = rest[next].popFirst() { merged.append(body) }
      }
    }
  }
}
