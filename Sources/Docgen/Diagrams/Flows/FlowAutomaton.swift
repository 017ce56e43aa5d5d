import SwiftIndex

/// The orders in which the code can make the calls of a flow, as a finite automaton.
///
/// It allows at least the orders that can happen: calls of `async let` and of tasks happen in any order until
/// their block ends, closures that run later at any time. The steps of a method are copied to each of
/// its calls; beyond a limit, the calls share one copy, which returns to all of them.
///
/// An approximation from above is the right one here: a drawn order that the automaton forbids is
/// certainly wrong, while one that it allows may still be impossible. Conditions are not evaluated,
/// each `try` may throw, and each loop may run any number of times.
///
/// Concurrency is not expanded into interleavings, which would multiply the states. Letters of
/// child tasks are `floating` in the states of their scope, and letters of unstructured tasks are
/// allowed everywhere (`always`), so the automaton stays linear in the number of steps.
struct FlowAutomaton {
  /// One letter for each call in each copy of a method: the same call in two copies has two letters
  /// with the same location.
  struct Letter {
    var call: FlowCall
    /// The participants that a diagram may draw the call from: the calls of a plain value count as
    /// its caller's.
    var senders: Set<String>
  }

  struct Edge {
    var to: Int
    /// `nil` for a silent edge.
    var letter: Int?
  }

  /// The first is the call of the entry method itself, which any participant may send.
  private(set) var letters: [Letter] = []
  private(set) var leaving: [[Edge]] = [[]]
  /// The letters that may happen at any time in a state, by its number.
  private(set) var floating: [[Int]] = [[]]
  /// The letters that may happen in every state.
  private(set) var always: Set<Int> = []
  private(set) var end = 0

  /// The targets of a block's exits.
  private struct Targets {
    var returning: Int
    var throwing: Int
    var breaking: Int
    var continuing: Int

    func target(of exit: BodyOutline.Exit) -> Int {
      switch exit {
      case .body: returning
      case .throwing: throwing
      case .statement: breaking
      case .round: continuing
      }
    }
  }

  /// The shared copy of a method: callers join its start, and continue from its end or from its
  /// failure.
  private struct Copy {
    var start: Int
    var end: Int
    var failure: Int
  }

  private let flow: SourceFlow
  private var active: [Int] = []
  private var shared: [Int: Copy] = [:]
  private var nested: [Int] = []
  /// Copies keep apart what each caller does next, but nested calls multiply them. A shared copy
  /// may return to any caller, which allows more orders and never fewer.
  private static let mostCopied = 4_000

  /// The flow's own body is number 0. A diagram may omit the call of the entry method, so there is
  /// a silent edge next to it.
  init(_ flow: SourceFlow) {
    self.flow = flow
    let start = newState()
    let call = FlowCall(entering: flow)
    letters = [Letter(call: call, senders: [])]
    let entered = newState()
    leaving[start] += [Edge(to: entered, letter: 0), Edge(to: entered)]
    end = newState()
    leaving[0].append(Edge(to: start))
    let last = add(
      body: 0, from: entered, throwing: end, senders: [flow.type.qualifiedName])
    leaving[last].append(Edge(to: end))
  }

  private mutating func newState() -> Int {
    leaving.append([])
    floating.append(active)
    return leaving.count - 1
  }

  private mutating func join(_ from: Int, _ to: Int) { leaving[from].append(Edge(to: to)) }

  private mutating func letter(_ call: FlowCall, _ senders: Set<String>) -> Int {
    letters.append(Letter(call: call, senders: senders.union([call.from])))
    return letters.count - 1
  }

  // MARK: - Bodies

  private mutating func add(
    body: Int, from: Int, throwing: Int, senders: Set<String>
  ) -> Int {
    let isShared = leaving.count > Self.mostCopied || nested.contains(body)
    guard isShared else {
      nested.append(body)
      defer { nested.removeLast() }
      let end = newState()
      let targets = Targets(returning: end, throwing: throwing, breaking: end, continuing: end)
      join(add(flow.bodies[body], from: from, targets: targets, senders: senders), end)
      return end
    }
    if shared[body] == nil {
      let outer = active
      active = []
      let copy = Copy(start: newState(), end: newState(), failure: newState())
      shared[body] = copy
      let targets = Targets(
        returning: copy.end, throwing: copy.failure, breaking: copy.end, continuing: copy.end)
      // Any caller may stand for a plain value.
      let all = senders.union(flow.participants.keys)
      let isPlain = senders.count > 1
      join(
        add(
          flow.bodies[body], from: copy.start, targets: targets, senders: isPlain ? all : senders),
        copy.end)
      active = outer
    }
    guard let copy = shared[body] else { return from }
    let end = newState()
    join(from, copy.start)
    join(copy.end, end)
    join(copy.failure, throwing)
    // If an overload was mistaken for its caller, the recursion would never end.
    join(from, end)
    return end
  }

  private mutating func add(
    _ steps: [FlowStep], from: Int, targets: Targets, senders: Set<String>
  ) -> Int {
    let outer = active
    defer { active = outer }
    var current = from
    for step in steps { current = add(step, from: current, targets: targets, senders: senders) }
    return current
  }

  private mutating func add(
    _ step: FlowStep, from: Int, targets: Targets, senders: Set<String>
  ) -> Int {
    switch step {
    case .call(let call, let body):
      return add(call, body: body, from: from, targets: targets, senders: senders)
    case .choice(let branches, let isSwitch):
      var inner = targets
      let end = newState()
      if isSwitch { inner.breaking = end }
      for branch in branches {
        join(add(branch.steps, from: from, targets: inner, senders: senders), end)
      }
      return end
    case .loop(_, let body):
      var inner = targets
      let (head, end) = (newState(), newState())
      (inner.breaking, inner.continuing) = (end, head)
      join(from, head)
      join(head, end)
      join(add(body, from: head, targets: inner, senders: senders), head)
      return end
    case .attempt(let body, let handlers):
      var inner = targets
      let end = newState()
      inner.throwing = newState()
      // Any call may throw, even without a visible `try`.
      join(from, inner.throwing)
      join(inner.throwing, targets.throwing)
      join(add(body, from: from, targets: inner, senders: senders), end)
      for handler in handlers {
        join(add(handler.steps, from: inner.throwing, targets: targets, senders: senders), end)
      }
      return end
    case .parallel(let branches):
      active += letters(in: branches.flatMap(\.steps), senders)
      return next(from)
    case .group(let steps, _):
      let outer = active
      active += letters(in: steps.tasks, senders)
      var inner = targets
      let end = newState()
      inner.returning = end
      join(add(steps, from: next(from), targets: inner, senders: senders), end)
      active = outer
      return next(end)
    case .task(let steps):
      always.formUnion(letters(in: steps, senders))
      return from
    case .later(let branch):
      always.formUnion(letters(in: branch.steps, senders))
      return from
    case .mayThrow:
      join(from, targets.throwing)
      return from
    case .exit(let exit, _):
      join(from, targets.target(of: exit))
      return newState()
    }
  }

  private mutating func next(_ from: Int) -> Int {
    let state = newState()
    join(from, state)
    return state
  }

  private mutating func add(
    _ call: FlowCall, body: Int?, from: Int, targets: Targets, senders: Set<String>
  ) -> Int {
    let called = newState()
    leaving[from].append(Edge(to: called, letter: letter(call, senders)))
    guard let body else { return called }
    return add(
      body: body, from: called, throwing: targets.throwing,
      senders: self.senders(in: call, senders))
  }

  /// A diagram may draw the calls of a value type as calls of its caller, since a value has no
  /// lifeline that readers expect. For other participants that are drawn, only their own name
  /// counts.
  private func senders(in call: FlowCall, _ outer: Set<String>) -> Set<String> {
    guard let to = call.to, to != call.from else { return outer }
    let participant = flow.participants[to]
    let isAlwaysDrawn = participant?.isDrawn == true && participant?.type?.kind != .struct
    return isAlwaysDrawn ? [to] : outer.union([to])
  }

  /// A letter for each nested call, including those of called methods.
  private mutating func letters(in steps: [FlowStep], _ senders: Set<String>) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = []
    var queue = [(steps, senders)]
    while let (next, senders) = queue.popLast() {
      next.forEachCall { call, body in
        found.append(letter(call, senders))
        guard let body, seen.insert(body).inserted else { return }
        let inner = self.senders(in: call, senders)
        queue.append(
          (flow.bodies[body], inner.count > 1 ? inner.union(flow.participants.keys) : inner))
      }
    }
    return found
  }
}

extension [FlowStep] {
  /// The steps of all nested tasks.
  fileprivate var tasks: [FlowStep] {
    flatMap { step -> [FlowStep] in
      if case .parallel(let branches) = step { return branches.flatMap(\.steps) }
      return step.parts.flatMap(\.tasks)
    }
  }
}
