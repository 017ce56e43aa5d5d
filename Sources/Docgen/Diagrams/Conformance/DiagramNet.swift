/// A diagram as a safe Petri net: its runs are the message sequences that the diagram allows. Bounded
/// loops are unrolled.
struct DiagramNet: Sendable {
  struct Transition: Sendable {
    var inputs: [Int32]
    var outputs: [Int32]
    /// Nothing for a silent step.
    var message: Int32?
    /// The way that begins with it.
    var way: Int32?
  }

  /// A place, and what is needed to say how much is still to come from it.
  struct Place: Sendable {
    /// Transitions that take a mark from here.
    var leaving: [Int32] = []
    /// Where the innermost parallel block around it goes on.
    var after: Int32?
  }

  static let start: Int32 = 0
  static let end: Int32 = 1

  private(set) var transitions: [Transition] = []
  private(set) var places: [Place] = [Place(), Place()]
  let messageCount: Int
  /// How many transitions have a message.
  private var messageTransitions = 0
  private let ignoresBounds: Bool

  /// A loop whose bounds would make more message transitions is read as unbounded.
  private static let mostMessageTransitions = 20_000

  init(_ language: MessageLanguage, ignoresBounds: Bool = false) {
    self.ignoresBounds = ignoresBounds
    messageCount = language.messages.count
    add(language.root, from: Self.start, to: Self.end, exit: Self.end, after: nil)
  }

  private mutating func place(after: Int32?) -> Int32 {
    places.append(Place(after: after))
    return Int32(places.count - 1)
  }

  private mutating func step(
    _ inputs: [Int32], _ outputs: [Int32], message: Int32? = nil, way: Int32? = nil
  ) {
    for input in inputs { places[Int(input)].leaving.append(Int32(transitions.count)) }
    if message != nil { messageTransitions += 1 }
    transitions.append(
      Transition(inputs: inputs, outputs: outputs, message: message, way: way))
  }

  /// `exit` is where a `break` leads; `after` where the parallel block around goes on.
  private mutating func add(
    _ node: MessageLanguage.Node, from: Int32, to: Int32, exit: Int32, after: Int32?
  ) {
    switch node {
    case .message(let number): step([from], [to], message: Int32(number))
    case .sequence(let parts):
      guard let last = parts.last else { return step([from], [to]) }
      var current = from
      for part in parts.dropLast() {
        let next = place(after: after)
        add(part, from: current, to: next, exit: exit, after: after)
        current = next
      }
      add(last, from: current, to: to, exit: exit, after: after)
    case .choice(let parts):
      for part in parts { add(part, from: from, to: to, exit: exit, after: after) }
    case .loop(let body, let bounds, _):
      loop(body, bounds: bounds, from: from, to: to, after: after)
    case .breaking(let body):
      add(body, from: from, to: exit, exit: exit, after: after)
      step([from], [to])
    case .way(let site, let body):
      let first = place(after: after)
      step([from], [first], way: Int32(site))
      add(body, from: first, to: to, exit: exit, after: after)
    case .fragment(let body): add(body, from: from, to: to, exit: to, after: after)
    case .parallel(let parts):
      let ends = parts.map { _ in (first: place(after: to), last: place(after: to)) }
      step([from], ends.map(\.first))
      for (part, (first, last)) in zip(parts, ends) {
        add(part, from: first, to: last, exit: last, after: to)
      }
      step(ends.map(\.last), [to])
    }
  }

  private mutating func loop(
    _ body: MessageLanguage.Node, bounds: LoopBounds, from: Int32, to: Int32,
    after: Int32?
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
      let next = place(after: after)
      add(body, from: current, to: next, exit: to, after: after)
      current = next
    }
    guard let most = bounds.most else {
      let (first, last) = (place(after: after), place(after: after))
      step([current], [first])
      step([first], [to])
      add(body, from: first, to: last, exit: to, after: after)
      return step([last], [first])
    }
    for _ in bounds.least..<max(bounds.least, most) {
      let next = place(after: after)
      step([current], [to])
      add(body, from: current, to: next, exit: to, after: after)
      current = next
    }
    step([current], [to])
  }
}

extension MessageLanguage.Node {
  /// How many message edges it takes.
  var messageCount: Int {
    switch self {
    case .message: 1
    case .sequence(let parts), .choice(let parts), .parallel(let parts):
      parts.reduce(0) { $0 + $1.messageCount }
    case .loop(let body, let bounds, _):
      // Beyond a million it no longer matters how many.
      min(body.messageCount, 1_000_000) * min(max(1, bounds.least, bounds.most ?? 1), 1_000_000)
    case .breaking(let body), .way(_, let body), .fragment(let body): body.messageCount
    }
  }
}
