import Diagnostics

/// Follows a method and the methods that it calls.
///
/// The type's own methods are entered where they are called. Methods of other types are entered to a
/// given depth if the called type is known: a class, actor or struct, or a protocol with one
/// implementation.
///
/// The reader interprets the outline of each body (`BodyOutline`) without evaluating conditions:
/// every branch is kept, and each call is resolved by the written types of the names before it
/// (`FlowScope`). An unresolved call is a gap and not an error: later comparisons then report less.
///
/// Termination and size are bounded by the depth of calls to other types, by the nesting of bodies
/// (60), and by the numbers of steps and branches (`Limit.flowSteps`, `Limit.flowBranches`). A body is
/// read once for each depth and participant and referred to by its number, so recursion ends.
struct FlowReader {
  let code: CodeModel
  let depth: Int
  var flow: SourceFlow
  /// The numbers of the bodies that were read. Each method is read once for each depth.
  var numbers: [String: Int] = [:]
  var methods: [String: [Member]] = [:]
  /// Whether all called methods of a participant only run a closure: `lock.withLock { … }`.
  var isLock: [String: Bool] = [:]
  var nesting = 0
  /// The number of steps that may still be read.
  private var budget = Limit.flowSteps.value
  /// The number of choices, loops and closures that may still be read: each is a level of recursion
  /// wherever the steps after it are handled.
  private var branchBudget = Limit.flowBranches.value
  static let mostNested = 60

  init(_ entry: Member, of type: TypeDeclaration, in code: CodeModel, depth: Int) {
    (self.code, self.depth) = (code, depth)
    flow = SourceFlow(type: type, entry: entry)
  }

  /// The types that a protocol stands for; those of tests only in a flow of a test.
  private func implementations(of type: TypeDeclaration) -> [TypeDeclaration] {
    let isTest = flow.type.location.file.isTestPath
    return code.inheritors(of: type.name).filter { other in
      other.kind != .protocol && other.kind != .typealias
        && (isTest || !other.location.file.isTestPath)
    }
  }

  mutating func read() {
    let type = flow.type
    add(type.qualifiedName, type)
    flow.participants[type.qualifiedName]?.isDrawn = true
    var scope = FlowScope(type: type, participant: type.qualifiedName, member: flow.entry)
    numbers[id(of: flow.entry, of: type, in: scope)] = 0
    flow.bodies = [[]]
    flow.methods = [flow.entry.nameLocation]
    flow.bodies[0] = read(flow.entry.body, &scope)
    let drawn = flow.participants.values.filter { $0.isDrawn && $0.name != type.qualifiedName }
    let locks = drawn.filter { isLock[$0.name] == true }
    if locks.count == drawn.count { return }
    for lock in locks { flow.participants[lock.name]?.isDrawn = false }
  }

  func id(of member: Member, of type: TypeDeclaration, in scope: FlowScope) -> String {
    "\(scope.depth) \(scope.participant) \(type.qualifiedName) \(member.nameLocation)"
  }

  // MARK: - Blocks

  /// Reads a block: its local names and deferred steps end with it.
  ///
  /// Deferred steps are inserted before each exit of the block, in the reverse order of their
  /// appearance. `return` and `throw` also run those of the enclosing blocks.
  mutating func read(_ body: BodyOutline, _ scope: inout FlowScope) -> [FlowStep] {
    let outer = scope
    defer {
      (scope.locals, scope.deferred) = (outer.locals, outer.deferred)
      scope.closures = outer.closures
    }
    let deferredBefore = scope.deferred.count
    var found: [FlowStep] = []
    var thrown: String?
    for index in body.steps.indices {
      budget -= 1
      if budget < 0 || branchBudget < 0 {
        flow.exceeded = budget < 0 ? .flowSteps : .flowBranches
        flow.isTruncated = true
        return found
      }
      switch body.steps[index] {
      case .thrown(let error): thrown = error
      case .exit(let exit):
        found += leaving(exit, thrown: thrown, in: scope, outer: deferredBefore)
        return found
      case .deferred(let body): scope.deferred.insert(contentsOf: read(body, &scope), at: 0)
      case .local(let name, let source): scope.locals[name] = value(source, scope)
      case .call(let call): found += read(call, closures(after: index, in: body, scope), in: &scope)
      case .send(let send): found += read(send, closures(after: index, in: body, scope), in: &scope)
      case .function(let name, let inner):
        let closure = FlowClosure(inner, in: scope)
        if BodyOutline(steps: Array(body.steps[(index + 1)...])).calls.contains(where: {
          $0.base == nil && $0.name == name
        }) {
          scope.closures[name] = closure
        } else {
          found += self.closure(inner, isImmediate: false, calledBy: (name, nil), in: &scope)
        }
      case .closure(let inner, let isImmediate):
        // Trailing closures are read with their call.
        let before = body.steps[..<index].last { !$0.isClosure }
        if before?.called != nil { continue }
        let next = body.steps[(index + 1)...].first { !$0.isClosure }?.called
        found += closure(inner, isImmediate: isImmediate, calledBy: next, in: &scope)
      default:
        let inner = read(body.steps[index], &scope)
        if !inner.isEmpty { branchBudget -= 1 }
        found += inner
      }
    }
    if found.alwaysLeave { return found }
    return found + scope.deferred.prefix(scope.deferred.count - deferredBefore)
  }

  /// An exit, after the deferred steps: `return` and `throw` leave all blocks, other exits one.
  private func leaving(
    _ exit: BodyOutline.Exit, thrown: String?, in scope: FlowScope, outer: Int
  ) -> [FlowStep] {
    let isAll = exit == .body || exit == .throwing
    let own = isAll ? scope.deferred[...] : scope.deferred.prefix(scope.deferred.count - outer)
    return own + [.exit(exit, thrown)]
  }

  private func value(_ source: BodyOutline.LocalSource, _ scope: FlowScope) -> FlowValue? {
    switch source {
    case .type(let name): FlowValue(named: name, in: scope.type)
    case .path(let path): code.flowValue(of: path, in: scope)
    case .element(let path): code.flowValue(of: path, in: scope)?.element
    case .result: scope.lastResult
    }
  }

  private mutating func read(
    _ step: BodyOutline.Step, _ scope: inout FlowScope
  ) -> [FlowStep] {
    switch step {
    case .choice(let branches, let isExhaustive):
      return choice(branches, isExhaustive: isExhaustive, in: &scope)
    case .switch(let outline): return read(outline, &scope)
    case .loop(let condition, let body):
      let inner = read(body, &scope)
      return inner.isEmpty ? [] : [.loop(title: FlowTitles.loop(condition), inner)]
    case .attempt(let body, let handlers):
      let inner = read(body, &scope)
      let branches = handlers.map {
        FlowBranch(title: FlowTitles.handler($0.condition), steps: read($0.body, &scope))
      }
      let isSilent = ([inner] + branches.map(\.steps)).allSatisfy(\.isEmpty)
      return isSilent ? [] : [.attempt(inner, handlers: branches)]
    case .branch(let condition, let body):
      let inner = read(body, &scope)
      if inner.isEmpty { return [] }
      let title = FlowTitles.shortened("#if \(condition.description)")
      return [
        .choice(
          [FlowBranch(title: title, steps: inner), FlowBranch(title: "", steps: [])],
          isSwitch: false)
      ]
    case .concurrent(let body):
      let inner = read(body, &scope)
      return inner.isEmpty ? [] : [.parallel([FlowBranch(title: "", steps: inner)])]
    case .attempted: return [.mayThrow]
    case .assignment, .suspension, .fallthrough, .closure, .deferred, .exit, .thrown, .result,
      .local, .shadowing, .shadowingEnd, .call, .send, .function:
      return []
    }
  }

  private mutating func choice(
    _ branches: [BodyOutline.Branch], isExhaustive: Bool, in scope: inout FlowScope
  ) -> [FlowStep] {
    var found: [FlowBranch] = []
    var earlier: [String] = []
    for (index, branch) in branches.enumerated() {
      // The outline puts the negated earlier conditions before each one.
      let before = earlier.suffix(3).map { "!(\($0))" }.joined(separator: " && ")
      var own = branch.condition
      if !before.isEmpty, own.hasPrefix(before) { own = String(own.dropFirst(before.count + 4)) }
      earlier.append(own)
      let isElse = isExhaustive && index == branches.count - 1
      var title = FlowTitles.title(own)
      if isElse {
        title = branches.count == 2 ? FlowTitles.negated(branches[0].condition) : "otherwise"
      }
      found.append(FlowBranch(title: title, steps: read(branch.body, &scope)))
    }
    if !isExhaustive { found.append(FlowBranch(title: "", steps: [])) }
    return found.allSatisfy(\.steps.isEmpty) ? [] : [.choice(found, isSwitch: false)]
  }

  private mutating func read(
    _ outline: SwitchOutline, _ scope: inout FlowScope
  ) -> [FlowStep] {
    var found: [FlowBranch] = []
    for (index, clause) in outline.cases.enumerated() {
      var body = clause.body
      var next = index + 1
      while body.steps.last == .fallthrough, next < outline.cases.count {
        body.steps.removeLast()
        body.steps += outline.cases[next].body.steps
        next += 1
      }
      var steps = read(body, &scope)
      if outline.condition == nil, case .exit(.statement, _)? = steps.last { steps.removeLast() }
      found.append(FlowBranch(title: title(of: clause, in: outline), steps: steps))
    }
    if !outline.cases.contains(where: \.isDefault), outline.condition != nil {
      found.append(FlowBranch(title: "", steps: []))
    }
    if found.allSatisfy(\.steps.isEmpty) { return [] }
    return [.choice(found, isSwitch: outline.condition == nil)]
  }

  private func title(of clause: CaseOutline, in outline: SwitchOutline) -> String {
    if let condition = outline.condition {
      return clause.isDefault ? FlowTitles.negated(condition) : FlowTitles.title(condition)
    }
    if clause.isDefault { return "otherwise" }
    let patterns = clause.patterns.map { pattern in
      let elements = pattern.elements.map { element -> String in
        if case .name(let name) = element.form { return name }
        return element.text
      }
      let text = elements.joined(separator: ", ")
      return pattern.guardText.map { "\(text), \($0)" } ?? text
    }
    return FlowTitles.shortened(patterns.joined(separator: " or "))
  }

  // MARK: - Closures

  private static let tasks: Set<String> = ["Task", "detached", "async", "asyncAfter"]

  /// The name of the called function decides when a closure runs: tasks of a group and `async let`
  /// are parallel, `Task { … }` runs meanwhile, `forEach` and similar functions are loops, other
  /// non-escaping closures run at once, and all others may run later. Closures without calls are
  /// dropped.
  mutating func closure(
    _ body: BodyOutline, isImmediate: Bool, calledBy called: (name: String, base: String?)?,
    in scope: inout FlowScope
  ) -> [FlowStep] {
    let name = called?.name ?? ""
    let outer = scope.deferred
    scope.deferred = []
    defer { scope.deferred = outer }
    let inner = read(body, &scope)
    if inner.calls.isEmpty { return [] }
    branchBudget -= 1
    if name.hasPrefix("addTask") {
      return [.parallel([FlowBranch(title: "", steps: inner)])]
    }
    if name.hasPrefix("with"), name.hasSuffix("TaskGroup") {
      return [.group(inner, by: scope.participant)]
    }
    if Self.tasks.contains(name) { return [.task(inner)] }
    if isImmediate, BodyOutline.loopFunctions.contains(name) {
      let values = called?.base.map { " of " + $0.withoutSelf } ?? ""
      return [.loop(title: FlowTitles.shortened("each" + values), inner)]
    }
    if isImmediate { return [.group(inner, by: scope.participant)] }
    let title = name.isEmpty ? "later" : "\(name) calls back"
    return [.later(FlowBranch(title: title, steps: inner))]
  }

  /// The closures that follow a call directly: its trailing ones.
  private func closures(
    after index: Int, in body: BodyOutline, _ scope: FlowScope
  ) -> [(closure: FlowClosure, isImmediate: Bool)] {
    body.steps[(index + 1)...].prefix(while: \.isClosure).compactMap { step in
      guard case .closure(let inner, let isImmediate) = step else { return nil }
      return (FlowClosure(inner, in: scope), isImmediate)
    }
  }

  mutating func add(_ name: String, _ type: TypeDeclaration?) {
    guard flow.participants[name] == nil else { return }
    var participant = FlowParticipant(name: name, type: type, isDrawn: false)
    if let type {
      participant.implementations =
        type.kind == .protocol ? implementations(of: type) : [type]
      participant.isDrawn = [.class, .actor, .protocol].contains(type.kind)
    }
    flow.participants[name] = participant
  }
}

extension BodyOutline.Step {
  fileprivate var isClosure: Bool { if case .closure = self { true } else { false } }

  /// The function that a step calls.
  fileprivate var called: (name: String, base: String?)? {
    switch self {
    case .call(let call): (call.name, call.base)
    case .send(let send): (send.name, send.base)
    default: nil
    }
  }
}

extension String {
  /// Whether a file belongs to tests.
  fileprivate var isTestPath: Bool {
    split(separator: "/").dropLast().contains { $0.contains("Test") || $0.contains("Mock") }
  }
}
