/// A diagram as a safe Petri net: its runs are the message sequences that the diagram allows. Bounded
/// loops are unrolled.
///
/// A net and not directly an automaton, because a `par` of a few branches has few places but
/// exponentially many states; those are only created as far as a trace reaches them (`NetReader`),
/// or up to a limit (`DiagramAutomaton`). Safe means that a place never has more than one mark, so
/// a marking is a set of places.
///
///     opt a · end    start --a--> end,  start --silent--> end
///     par a and b    start --silent--> p, q;  p --a--> p',  q --b--> q';  p', q' --silent--> end
struct DiagramNet: Sendable {
  struct Transition: Sendable {
    var inputs: [Int32]
    var outputs: [Int32]
    /// `nil` for a silent step.
    var message: Int32?
    /// The branch that begins with it.
    var way: Int32?
  }

  static let start: Int32 = 0
  static let end: Int32 = 1

  private(set) var transitions: [Transition] = []
  /// By place: the transitions that take a mark from it.
  private(set) var leaving: [[Int32]] = [[], []]
  let messageCount: Int
  /// The number of transitions with a message.
  private var messageTransitions = 0
  private let ignoresBounds: Bool

  /// A loop whose bounds would create more message transitions is treated as unbounded.
  private static let mostMessageTransitions = 20_000

  /// `ignoresBounds` lets each loop run any number of rounds. A second alignment with it shows
  /// whether only the number of rounds is wrong.
  init(_ language: MessageLanguage, ignoresBounds: Bool = false) {
    self.ignoresBounds = ignoresBounds
    messageCount = language.messages.count
    add(language.root, from: Self.start, to: Self.end, exit: Self.end)
  }

  private mutating func place() -> Int32 {
    leaving.append([])
    return Int32(leaving.count - 1)
  }

  private mutating func step(
    _ inputs: [Int32], _ outputs: [Int32], message: Int32? = nil, way: Int32? = nil
  ) {
    for input in inputs { leaving[Int(input)].append(Int32(transitions.count)) }
    if message != nil { messageTransitions += 1 }
    transitions.append(
      Transition(inputs: inputs, outputs: outputs, message: message, way: way))
  }

  /// `exit` is the target of a `break`.
  private mutating func add(
    _ node: MessageLanguage.Node, from: Int32, to: Int32, exit: Int32
  ) {
    switch node {
    case .message(let number): step([from], [to], message: Int32(number))
    case .sequence(let parts):
      guard let last = parts.last else { return step([from], [to]) }
      var current = from
      for part in parts.dropLast() {
        let next = place()
        add(part, from: current, to: next, exit: exit)
        current = next
      }
      add(last, from: current, to: to, exit: exit)
    case .choice(let parts):
      for part in parts { add(part, from: from, to: to, exit: exit) }
    case .loop(let body, let bounds, _):
      loop(body, bounds: bounds, from: from, to: to)
    case .breaking(let body):
      add(body, from: from, to: exit, exit: exit)
      step([from], [to])
    case .way(let site, let body):
      let first = place()
      step([from], [first], way: Int32(site))
      add(body, from: first, to: to, exit: exit)
    case .fragment(let body): add(body, from: from, to: to, exit: to)
    case .parallel(let parts):
      let ends = parts.map { _ in (first: place(), last: place()) }
      step([from], ends.map(\.first))
      for (part, (first, last)) in zip(parts, ends) {
        add(part, from: first, to: last, exit: last)
      }
      step(ends.map(\.last), [to])
    }
  }

  /// A loop of 2 to 4 rounds becomes two copies of the body and two that can be skipped; a loop
  /// without an upper bound ends in a cycle. Copies are the only way to count in a net without
  /// weights.
  private mutating func loop(
    _ body: MessageLanguage.Node, bounds: LoopBounds, from: Int32, to: Int32
  ) {
    let copies = max(bounds.least, bounds.most ?? 0)
    let size = max(1, body.messageCount)
    var bounds = bounds
    if ignoresBounds {
      bounds = .any
    } else if copies > 1,
      copies > (Self.mostMessageTransitions - min(Self.mostMessageTransitions, messageTransitions))
        / size
    {
      bounds = .any
    }
    var current = from
    for _ in 0..<bounds.least {
      let next = place()
      add(body, from: current, to: next, exit: to)
      current = next
    }
    guard let most = bounds.most else {
      let (first, last) = (place(), place())
      step([current], [first])
      step([first], [to])
      add(body, from: first, to: last, exit: to)
      return step([last], [first])
    }
    for _ in bounds.least..<max(bounds.least, most) {
      let next = place()
      step([current], [to])
      add(body, from: current, to: next, exit: to)
      current = next
    }
    step([current], [to])
  }
}

extension MessageLanguage.Node {
  /// The number of message edges in it.
  var messageCount: Int {
    switch self {
    case .message: 1
    case .sequence(let parts), .choice(let parts), .parallel(let parts):
      parts.reduce(0) { $0 + $1.messageCount }
    case .loop(let body, let bounds, _):
      // Beyond a million, the exact number does not matter.
      min(body.messageCount, 1_000_000) * min(max(1, bounds.least, bounds.most ?? 1), 1_000_000)
    case .breaking(let body), .way(_, let body), .fragment(let body): body.messageCount
    }
  }
}
