import Diagrams

/// A random program of calls, loops, alternatives and options, which can be run into a flow.
indirect enum FlowProgram {
  case call(Int, [FlowProgram])
  case loop([FlowProgram])
  case either([[FlowProgram]])
  case option([FlowProgram])
  /// Rounds that the engine names.
  case rounds(Int, [FlowProgram])
  case phase(Int, [FlowProgram])
  /// A decision that is written down, and what follows from it.
  case decided(Int, [FlowProgram], [FlowProgram])
  case parallel([Int], [Int])

  /// A part of a program; `names` is how many different messages there are.
  init(depth: Int, names: Int, using random: inout SeededRandom) {
    func body() -> [FlowProgram] {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        FlowProgram(depth: depth - 1, names: names, using: &random)
      }
    }
    let name = Int.random(in: 0..<names, using: &random)
    switch depth == 0 ? 0 : Int.random(in: 0...10, using: &random) {
    case 0, 1: self = .call(name, [])
    case 2, 3: self = .call(name, body())
    case 4: self = .loop(body())
    case 5: self = .either((0..<Int.random(in: 2...3, using: &random)).map { _ in body() })
    case 6: self = .option(body())
    case 7: self = .rounds(name, body())
    case 8: self = .phase(name, body())
    case 9: self = .decided(name, body(), body())
    default: self = .parallel([name, name + 1], [name + 2, name + 3])
    }
  }

  /// Runs the program once: the steps that happen.
  static func run(
    _ program: [FlowProgram], _ table: inout StepTable, using random: inout SeededRandom
  ) -> [Int32] {
    program.flatMap { $0.run(&table, using: &random) }
  }

  private func run(_ table: inout StepTable, using random: inout SeededRandom) -> [Int32] {
    func once(_ body: [FlowProgram]) -> [Int32] { Self.run(body, &table, using: &random) }
    switch self {
    case .call(let name, let body):
      let inner = once(body)
      let message = Self.message(name)
      let fails = Int.random(in: 0..<6, using: &random) == 0
      let answer = table.node(
        .message(
          DrawnMessage(
            from: message.to, to: message.from, label: fails ? "error" : "result \(name)",
            kind: fails ? .failure : .answer)))
      return inner.isEmpty
        ? [table.node(.message(message)), answer]
        : [table.node(.message(message), body: inner + [answer])]
    case .loop(let body):
      return (0..<Int.random(in: 0...4, using: &random)).flatMap { _ in once(body) }
    case .either(let ways): return once(ways[Int.random(in: 0..<ways.count, using: &random)])
    case .option(let body): return Bool.random(using: &random) ? once(body) : []
    case .rounds(let name, let body):
      return (0..<Int.random(in: 0...3, using: &random)).flatMap { _ -> [Int32] in
        let inner = once(body)
        guard Self.hasMessages(inner, &table) else { return inner }
        return [table.node(.round(by: "A", title: "each \(name)"), body: inner)]
      }
    case .phase(let name, let body):
      let inner = once(body)
      guard Self.hasMessages(inner, &table) else { return inner }
      return [table.node(.phase(by: "B", title: "phase \(name)"), body: inner)]
    case .decided(let name, let yes, let no):
      let holds = Bool.random(using: &random)
      let decision = table.node(
        .decision(by: "A", condition: "guard \(name)", holds: holds))
      return [decision] + once(holds ? yes : no)
    case .parallel(let left, let right):
      var (left, right) = (left[...], right[...])
      var order: [Int] = []
      while !left.isEmpty || !right.isEmpty {
        let isLeft = right.isEmpty || !left.isEmpty && Bool.random(using: &random)
        if let next = isLeft ? left.popFirst() : right.popFirst() { order.append(next) }
      }
      return order.map { table.node(.message(Self.message($0))) }
    }
  }

  private static func hasMessages(_ nodes: [Int32], _ table: inout StepTable) -> Bool {
    let sequence = table.sequence(nodes)
    return !table.messages(of: sequence).isEmpty
  }

  private static func message(_ name: Int) -> DrawnMessage {
    DrawnMessage(
      from: ["A", "B", "C"][name % 3], to: ["B", "C", "C"][name % 3], label: "m\(name)()",
      kind: .call)
  }
}

/// Random numbers that are the same for the same seed (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(bitPattern: Int64(seed)) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
