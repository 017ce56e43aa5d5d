package import Diagnostics
package import Mermaid
package import SwiftIndex
import Traces

/// A flow read from the code, as a sequence diagram.
///
/// The flow has every branch of the source; a readable diagram has fewer. Branches without drawn
/// calls disappear, equal branches are merged, a branch that ends the method becomes a `break`,
/// equal consecutive steps become a loop, and a long method that is called several times is drawn
/// once.
///
/// The rules are syntactic and local, unlike the folding of traces: each step of the source has one
/// place in the diagram, so a change of one line usually changes the diagram near that place only.
package struct FlowDrawing: Sendable {
  package let diagram: SequenceDiagram
  /// The drawn steps, without a limit on the number of messages.
  package let steps: [DrawnStep]
  /// The locations of the calls that it draws.
  ///
  /// The finished diagram is incomplete if a call of the flow between two drawn participants is not
  /// in it: see `demanded` in `FlowConformance`.
  package let calls: Set<SourceLocation>

  package init(of flow: SourceFlow, options: SequenceOptions = SequenceOptions()) {
    var drawer = FlowDrawer(flow, options)
    steps = drawer.steps(flow.bodies[0][...], .function, by: flow.type.qualifiedName).folded
    calls = drawer.calls
    let (kept, omitted) = steps.limited(to: options.maxMessages ?? .max)
    var order: [TraceParticipant] = [TraceParticipant(drawer.drawn(flow.type.qualifiedName))]
    for name in kept.flatMap(\.participants) where !order.contains(where: { $0.name == name }) {
      order.append(TraceParticipant(name))
    }
    let cast = ParticipantCast([order], options: options, steps: kept)
    var statements = SequenceWriter(cast: cast).statements(kept)
    statements = cast.declarations(before: statements.first) + statements
    if omitted > 0 { statements += cast.note("… \(omitted) more") }
    diagram = SequenceDiagram(statements: statements)
  }
}

/// Converts the steps of a flow into those of a diagram.
///
/// The methods take a frame and a sender and return the drawn steps. A method's steps are drawn in
/// the place of its call, up to the depth of the options.
private struct FlowDrawer {
  /// The end of the current steps, which determines the meaning of `break`.
  enum Frame {
    /// The end of the entry method.
    case function
    /// The end of another method or of a closure.
    case body
    case loop
    case branch
  }

  private let flow: SourceFlow
  private let options: SequenceOptions
  private var groups: [String: String] = [:]
  /// The number of methods around the current steps.
  private var level = 1
  /// The participants that the bodies call, directly or indirectly.
  private var reached: [Int: Set<String>] = [:]
  /// The bodies that were drawn, or are being drawn, with the number of their messages.
  private var sizes = [0: -1]
  private(set) var calls: Set<SourceLocation> = []

  /// A method with more messages is drawn once; its other calls are single arrows.
  private static let mostRepeated = 3

  init(_ flow: SourceFlow, _ options: SequenceOptions) {
    (self.flow, self.options) = (flow, options)
    for group in options.groups {
      for member in group.members { groups[member] = group.name }
    }
  }

  func drawn(_ participant: String) -> String { groups[participant] ?? participant }

  private func isShown(_ participant: String) -> Bool {
    let names = [participant, drawn(participant)]
    if names.contains(where: options.hidden.contains) { return false }
    return options.participants.isEmpty
      ? flow.participants[participant]?.isDrawn == true
      : names.contains(where: options.participants.contains)
  }

  // MARK: - Steps

  /// `break` ends a fragment of Mermaid, and the meaning of an exit depends on the frame. A step
  /// after which the rest belongs to a branch (a guard, for example) consumes the rest and returns
  /// at once.
  mutating func steps(_ steps: ArraySlice<FlowStep>, _ frame: Frame, by sender: String)
    -> [DrawnStep]
  {
    var result: [DrawnStep] = []
    var rest = steps
    while let step = rest.popFirst() {
      switch step {
      case .call(let call, let inner): result += self.call(call, inner, by: sender)
      case .choice(let branches, _):
        return result + choice(branches, rest, frame: frame, by: sender)
      case .attempt(let body, let handlers):
        let (first, afterThrowing) = body.beforeThrowing
        result += self.steps(first, .branch, by: sender)
        let success = FlowBranch(title: "succeeds", steps: Array(afterThrowing))
        return result + choice([success] + handlers, rest, frame: frame, by: sender)
      case .loop(let title, let body): result += loop(title, body, by: sender)
      case .parallel(let branches):
        var all = branches
        while case .parallel(let more)? = rest.first {
          all += more
          rest.removeFirst()
        }
        result += parallel(all, by: sender)
      case .group(let inner, let owner):
        result += self.steps(inner[...], .body, by: isShown(owner) ? owner : sender)
      case .task(let inner):
        let drawn = self.steps(inner[...], .body, by: sender)
        let after = self.steps(rest, frame, by: sender)
        if drawn.isEmpty || after.isEmpty { return result + drawn + after }
        let branches = [("task", drawn), ("meanwhile", after)].map {
          DrawnBranch(title: $0.0, steps: $0.1, count: 0)
        }
        return result + [.parallel(branches)]
      case .later(let branch):
        let drawn = self.steps(branch.steps[...], .body, by: sender)
        if !drawn.isEmpty { result.append(.option(self.branch(branch.title, drawn))) }
      case .mayThrow: break
      case .exit: return result
      }
    }
    return result
  }

  private func branch(_ title: String, _ steps: [DrawnStep]) -> DrawnBranch {
    DrawnBranch(title: title, steps: steps.folded, count: 0)
  }

  /// The calls of a plain value belong to its caller; those of a participant that is hidden on
  /// request are hidden, too.
  ///
  /// A call of the own type has no arrow, and its steps appear in the caller's. If they were drawn
  /// elsewhere and lead to other participants, a message to oneself refers to them.
  private mutating func call(_ call: FlowCall, _ body: Int?, by sender: String) -> [DrawnStep] {
    let isOwn = call.to == call.from
    let to = isOwn ? sender : call.to ?? sender
    let isDrawn =
      !isOwn && isShown(to) && isShown(sender) && drawn(sender) != drawn(to)
      && !options.hiddenMessages.contains(call.name)
    let message = DrawnMessage(
      from: drawn(sender), to: drawn(to), label: call.label, kind: .call)
    guard isDrawn else {
      let isHidden = options.hidden.contains(to) || options.hidden.contains(drawn(to))
      let receiver = isOwn || (!isShown(to) && !isHidden) ? sender : to
      guard let body else { return [] }
      if let inner = self.body(body, by: receiver) { return inner }
      let isReference = isOwn && isShown(call.from) && leadsOn(body, from: receiver)
      return isReference ? [.message(message)] : []
    }
    calls.insert(call.location)
    var within: [DrawnStep] = []
    if let body, !options.collapsed.contains(drawn(to)) {
      within = self.body(body, by: to)?.folded ?? []
    }
    var replies: [DrawnStep] = []
    if options.showsReplies, let result = call.result, !["Void", "()"].contains(result),
      !options.silent.contains(to)
    {
      let reply = DrawnMessage(
        from: message.to, to: message.from, label: result, kind: .answer)
      replies.append(.message(reply))
    }
    return within.isEmpty
      ? [.message(message)] + replies : [.exchange(message, within + replies)]
  }

  /// Whether a method leads to drawn calls of other participants.
  private mutating func leadsOn(_ body: Int, from sender: String) -> Bool {
    if let known = reached[body] { return known.contains { isShown($0) && $0 != sender } }
    var found: Set<String> = []
    var seen: Set<Int> = [body]
    var queue = [body]
    while let next = queue.popLast() {
      flow.bodies[next].forEachCall { call, number in
        if let to = call.to, to != call.from { found.insert(to) }
        if let number, seen.insert(number).inserted { queue.append(number) }
      }
    }
    reached[body] = found
    return leadsOn(body, from: sender)
  }

  /// The steps of a called method; `nil` if they are many and drawn elsewhere, or too deep.
  private mutating func body(_ number: Int, by sender: String) -> [DrawnStep]? {
    guard level < options.depth ?? SourceFlow.standardDepth else { return nil }
    if let size = sizes[number], size > Self.mostRepeated || size < 0 { return nil }
    sizes[number] = -1
    level += 1
    defer { level -= 1 }
    let inner = steps(flow.bodies[number][...], .body, by: sender)
    sizes[number] = inner.messageCount
    return inner
  }

  private mutating func loop(_ title: String, _ body: [FlowStep], by sender: String) -> [DrawnStep]
  {
    let inner = steps(body[...], .loop, by: sender).folded
    if inner.isEmpty { return [] }
    // Each round adds a task.
    if let tasks = body.tasks {
      return [.parallel([branch(title, steps(tasks[...], .body, by: sender))])]
    }
    return [.loop(DrawnLoop(title: title, body: inner, counts: 0...0, entries: 0))]
  }

  private mutating func parallel(_ branches: [FlowBranch], by sender: String) -> [DrawnStep] {
    let drawn = branches.map { branch($0.title, steps($0.steps[...], .body, by: sender)) }
      .filter { !$0.steps.isEmpty }
    return drawn.count < 2 ? drawn.flatMap(\.steps) : [.parallel(drawn)]
  }

  // MARK: - Choices

  /// Branches that end the method become a `break` if `break` would leave the method; otherwise the
  /// rest belongs to the other branches.
  ///
  ///     guard let token else { throw E }; send()     in the entry method:   break no token · send()
  ///                                                  in a called method:    opt token is set · send()
  private mutating func choice(
    _ branches: [FlowBranch], _ rest: ArraySlice<FlowStep>, frame: Frame, by sender: String
  ) -> [DrawnStep] {
    let staying = branches.filter { !$0.steps.alwaysExits }
    let leaving = branches.filter(\.steps.alwaysExits)
    if leaving.isEmpty || staying.isEmpty {
      let after = steps(rest, frame, by: sender)
      let inner = staying.isEmpty || after.isEmpty ? frame : .branch
      return alternatives(branches, inner, by: sender) + after
    }
    var next = staying.count == 1 ? staying[0].steps + rest : []
    if staying.count > 1 { next = [.choice(staying, isSwitch: false)] + rest }
    let after = steps(next[...], frame, by: sender)
    var breaks: [DrawnBranch] = []
    var branches: [DrawnBranch] = []
    for leave in leaving {
      let canBreak = frame == .function || (frame == .loop && !leave.steps.isNextRound)
      let end = canBreak && frame == .function ? frame : frame == .body ? .body : .branch
      var inner = steps(leave.steps[...], end, by: sender)
      if !after.isEmpty, inner.isEmpty || frame == .branch || leave.steps.isThrowing {
        inner += note(leave.steps, canBreak || frame == .branch, by: sender)
      }
      if inner.isEmpty || leave.title.isUnwrappedSelf { continue }
      if canBreak {
        breaks.append(branch(leave.title, inner))
      } else {
        branches.append(branch(leave.title, inner))
      }
    }
    let drawn: [DrawnStep] = breaks.map { .breaking($0) }
    if after.isEmpty { return drawn + combined(branches) }
    let isGuarded = leaving.contains { !$0.title.isUnwrappedSelf } && frame != .function
    if branches.isEmpty, !isGuarded || !breaks.isEmpty || staying.count > 1 { return drawn + after }
    let title = staying.count == 1 ? staying[0].title : ""
    let opposite = leaving.count == 1 ? FlowTitles.opposite(of: leaving[0].title) : "otherwise"
    let last = branch(title.isEmpty || title == "succeeds" ? opposite : title, after)
    return drawn + (branches.isEmpty ? [.option(last)] : combined(branches + [last]))
  }

  /// `throws SyncError.offline`
  private func note(
    _ steps: [FlowStep], _ isNeeded: Bool, by sender: String
  ) -> [DrawnStep] {
    guard isNeeded, isShown(sender), case .exit(let exit, let error)? = steps.last else {
      return []
    }
    let text =
      switch exit {
      case .throwing: "throws " + FlowTitles.shortened(error ?? "an error")
      case .body: "returns"
      case .statement: "ends the loop"
      case .round: "next round"
      }
    return [.note(over: drawn(sender), text)]
  }

  private mutating func alternatives(
    _ branches: [FlowBranch], _ frame: Frame, by sender: String
  ) -> [DrawnStep] {
    combined(branches.map { branch($0.title, steps($0.steps[...], frame, by: sender)) })
  }

  /// A single branch with messages becomes an option; equal branches are merged.
  private func combined(_ branches: [DrawnBranch]) -> [DrawnStep] {
    var kept: [DrawnBranch] = []
    for branch in branches where !branch.steps.isEmpty {
      if let index = kept.firstIndex(where: { $0.steps == branch.steps }) {
        kept[index].title = FlowTitles.shortened("\(kept[index].title) or \(branch.title)")
      } else {
        kept.append(branch)
      }
    }
    let isLast = { (branch: DrawnBranch) in
      branch.title == "otherwise" || branch.title.hasPrefix("fails")
    }
    kept = kept.filter { !isLast($0) } + kept.filter(isLast)
    guard let first = kept.first else { return [] }
    if kept.count > 1 { return [.alternatives(kept)] }
    let isAlways = branches.allSatisfy { $0.steps == first.steps }
    return isAlways || first.title == "succeeds" ? first.steps : [.option(first)]
  }
}

extension [FlowStep] {
  /// The steps before an error is thrown, and the remaining steps.
  fileprivate var beforeThrowing: (ArraySlice<FlowStep>, ArraySlice<FlowStep>) {
    guard let index = firstIndex(where: \.mayThrow) else { return (self[...], []) }
    return (self[..<index], self[index...])
  }

  fileprivate var isNextRound: Bool {
    if case .exit(.round, _)? = last { true } else { false }
  }

  fileprivate var isThrowing: Bool {
    if case .exit(.throwing, _)? = last { true } else { false }
  }

  /// The tasks that a loop adds to a group, if it does nothing else.
  fileprivate var tasks: [FlowStep]? {
    var found: [FlowStep] = []
    for step in self {
      switch step {
      case .parallel(let branches): found += branches.flatMap(\.steps)
      case .call(let call, _) where call.to == nil: continue
      default: return nil
      }
    }
    return found
  }
}

extension FlowStep {
  fileprivate var mayThrow: Bool {
    switch self {
    case .mayThrow, .exit(.throwing, _): true
    case .call, .attempt, .task, .later: false
    default: parts.contains { $0.contains(where: \.mayThrow) }
    }
  }
}

extension String {
  /// `not self is set`
  fileprivate var isUnwrappedSelf: Bool {
    ["let self", "self is set", "self = self", "strongSelf = self"].contains { hasSuffix($0) }
  }
}

extension [DrawnStep] {
  /// Three equal steps in a row, or two longer ones, become a loop.
  fileprivate var folded: [DrawnStep] {
    var result: [DrawnStep] = []
    var rest = self[...]
    while let step = rest.first {
      let count = rest.prefix { $0 == step }.count
      rest = rest.dropFirst(count)
      let isWorthIt = count > 2 || [step].messageCount > 1
      if count > 1, isWorthIt, [step].messageCount > 0 {
        result.append(
          .loop(DrawnLoop(title: nil, body: [step], counts: count...count, entries: 1)))
      } else {
        result += [DrawnStep](repeating: step, count: count)
      }
    }
    return result
  }
}
