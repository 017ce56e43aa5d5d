import Diagnostics

/// Follows a state machine's method through its switches and helpers.
struct SwitchTableBuilder {
  private let type: TypeDeclaration
  private let method: Member
  private let stateSubject: String?
  private let eventSubject: String
  /// Whether the method's result is the next state rather than a list of effects.
  private let returnsState: Bool
  private let stateIsParameter: Bool
  private var rows: [SwitchTable.Row] = []

  init(type: TypeDeclaration, method: Member, state: String?) {
    self.type = type
    self.method = method
    let roles = SwitchRoles(type: type, method: method, state: state)
    self.stateSubject = roles.state
    self.eventSubject = roles.event
    self.returnsState = roles.returnsState
    self.stateIsParameter =
      method.signature?.parameters.contains { $0.name == roles.state } ?? false
  }

  mutating func table() -> SwitchTable {
    var names: [String: Role] = [eventSubject: .event]
    if let stateSubject { names[stateSubject] = .state }
    let path = Path(names: names, location: method.nameLocation, method: method.name)
    var body = RowBody()
    _ = visit(method.body, path, into: &body)
    return SwitchTable(
      typeName: type.qualifiedName, method: method.fullName, stateSubject: stateSubject,
      eventSubject: eventSubject, rows: rows)
  }

  enum Role {
    case state, event
  }

  /// How a place in the code is reached.
  private struct Path {
    var state: SwitchTable.Name?
    var event: SwitchTable.Name?
    var guards: [String] = []
    var comment: String?
    var conditions: [CompilationCondition] = []
    /// Conditions within the body, since the pattern.
    var branches: [String] = []
    /// What names in the current method stand for.
    var names: [String: Role]
    /// Values that a helper was called with, by the parameter's name.
    var values: [String: BodyOutline.Value] = [:]
    var location: SourceLocation
    var method: String
    /// Full names of the helpers being followed.
    var helpers: [String] = []

    func role(of subject: String) -> Role? {
      if let role = names[subject] { return role }
      return subject.hasPrefix("self.") ? names[String(subject.dropFirst(5))] : nil
    }
  }

  /// What a row's body was seen to do.
  private struct RowBody {
    var assigned: [SwitchTable.AssignedState] = []
    var returned: [String] = []
    var followed: [String] = []
  }

  // MARK: - Walking

  /// Walks a body; true when rows of their own were made within it.
  private mutating func visit(
    _ outline: BodyOutline, _ path: Path, into body: inout RowBody
  ) -> Bool {
    var path = path
    var madeRows = false
    let firstRow = rows.count
    for step in outline.steps {
      switch step {
      case .assignment(let assignment): assign(assignment, &path, into: &body)
      case .result(let values): result(values, path, into: &body)
      case .call(let call):
        if follow(call, path, into: &body) { madeRows = true }
      case .conditional(let condition, let inner):
        var branch = path
        branch.branches.append(condition)
        if visit(inner, branch, into: &body) { madeRows = true }
      case .switch(let outline):
        if visit(outline, path, into: &body) { madeRows = true }
      case .fallthrough: break
      }
    }
    // What stands beside a nested switch belongs to each of its rows.
    if madeRows {
      for index in rows.indices.dropFirst(firstRow) {
        rows[index].assigned = merged(rows[index].assigned, body.assigned)
        rows[index].followed = merged(rows[index].followed, body.followed)
      }
    }
    return madeRows
  }

  private func merged<Element: Hashable>(_ own: [Element], _ shared: [Element]) -> [Element] {
    own + shared.filter { !own.contains($0) }
  }

  private mutating func visit(
    _ outline: SwitchOutline, _ path: Path, into body: inout RowBody
  ) -> Bool {
    let roles = outline.subjects.map { path.role(of: $0) }
    guard roles.contains(.state) || roles.contains(.event) else {
      return visitOther(outline, path, into: &body)
    }
    let branches = branches(of: outline, path, roles: roles)
    guard branches.contains(where: \.reached.isRefined) else {
      var madeRows = false
      for branch in branches {
        if visit(branch.body, branch.reached.path, into: &body) { madeRows = true }
      }
      return madeRows
    }
    for branch in branches { makeRow(branch.body, branch.reached.path) }
    return true
  }

  /// The cases of a switch that can be reached, each with what is known behind its pattern.
  private func branches(
    of outline: SwitchOutline, _ path: Path, roles: [Role?]
  ) -> [(body: BodyOutline, reached: Reached)] {
    var found: [(body: BodyOutline, reached: Reached)] = []
    for (index, clause) in outline.cases.enumerated() {
      let body = bodyWithFallthrough(outline, from: index)
      let patterns = clause.isDefault ? [wildcards(for: outline, clause)] : clause.patterns
      var isKnown = false
      for pattern in patterns {
        guard let reached = narrow(path, by: pattern, of: clause, roles: roles) else { continue }
        // Several patterns that say nothing new lead into one body.
        guard reached.isRefined || !isKnown else { continue }
        if !reached.isRefined { isKnown = true }
        found.append((body, reached))
        if reached.isCertain { return found }
      }
    }
    return found
  }

  /// A switch over something else: its cases are branches of the body around it.
  private mutating func visitOther(
    _ outline: SwitchOutline, _ path: Path, into body: inout RowBody
  ) -> Bool {
    var madeRows = false
    for (index, clause) in outline.cases.enumerated() {
      var branch = path
      let texts = clause.patterns.map { $0.elements.map(\.text).joined(separator: ", ") }
      let subject = outline.subjects.joined(separator: ", ")
      branch.branches.append(
        clause.isDefault
          ? "default of \(subject)"
          : "\(subject) is \(texts.joined(separator: " or "))")
      if visit(bodyWithFallthrough(outline, from: index), branch, into: &body) { madeRows = true }
    }
    return madeRows
  }

  private func bodyWithFallthrough(_ outline: SwitchOutline, from index: Int) -> BodyOutline {
    var body = outline.cases[index].body
    var next = index + 1
    while body.steps.last == .fallthrough, next < outline.cases.count {
      body.steps.removeLast()
      body.steps += outline.cases[next].body.steps
      next += 1
    }
    return body
  }

  private func wildcards(for outline: SwitchOutline, _ clause: CaseOutline) -> PatternOutline {
    let element = PatternOutline.Element(
      form: .wildcard, text: "default", bindings: [], location: clause.location)
    return PatternOutline(
      elements: outline.subjects.map { _ in element }, guardText: nil, location: clause.location)
  }

  private mutating func makeRow(_ inner: BodyOutline, _ path: Path) {
    var path = path
    path.branches = []
    var body = RowBody()
    guard !visit(inner, path, into: &body) else { return }
    rows.append(
      SwitchTable.Row(
        state: path.state ?? .wildcard, event: path.event ?? .wildcard, guards: path.guards,
        comment: path.comment, location: path.location, method: path.method,
        conditions: path.conditions, assigned: body.assigned, returned: body.returned,
        followed: body.followed))
  }

  // MARK: - Patterns

  private struct Reached {
    var path: Path
    /// Whether the pattern says more about state or event than was known.
    var isRefined: Bool
    /// Whether what is known meets this pattern in every case, so that later ones are not reached.
    var isCertain: Bool
  }

  /// The path behind a pattern; nothing where it contradicts what is known.
  private func narrow(
    _ path: Path, by pattern: PatternOutline, of clause: CaseOutline, roles: [Role?]
  ) -> Reached? {
    var reached = path
    var isRefined = false
    var isCertain = pattern.guardText == nil
    for (role, element) in zip(roles, pattern.elements) {
      guard let role else {
        if element.form != .wildcard { isCertain = false }
        continue
      }
      let known = role == .state ? path.state : path.event
      let name: SwitchTable.Name
      switch element.form {
      case .name(let text):
        if case .named(let other)? = known, other != text { return nil }
        name = .named(text)
        if known != name { isCertain = false }
        // An associated value may be matched too: then the case may still be missed.
        if element.text.contains("("), element.bindings.isEmpty, !element.text.contains("_") {
          isCertain = false
        }
      case .wildcard: name = known ?? .wildcard
      case .other:
        name = known ?? .wildcard
        isCertain = false
      }
      if known != name { isRefined = true }
      for binding in element.bindings where element.form == .wildcard {
        reached.names[binding] = role
      }
      if role == .state { reached.state = name } else { reached.event = name }
    }
    reached.guards += pattern.guardText.map { [$0] } ?? []
    reached.comment = pattern.comment ?? clause.comment ?? path.comment
    reached.location = pattern.location
    reached.conditions += clause.conditions
    return Reached(path: reached, isRefined: isRefined, isCertain: isCertain)
  }

  // MARK: - Bodies

  private func assign(
    _ assignment: BodyOutline.Assignment, _ path: inout Path, into body: inout RowBody
  ) {
    if path.role(of: assignment.target) == .state {
      body.assigned += states(assignment.values, path, at: assignment.location)
    } else if assignment.values.count == 1, let only = assignment.values.first {
      // `let before = state` gives a second name.
      guard case .name(let name) = only.form, let role = path.role(of: name) else { return }
      path.names[assignment.target] = role
    }
  }

  private func states(
    _ values: [BodyOutline.Value], _ path: Path, at location: SourceLocation
  ) -> [SwitchTable.AssignedState] {
    values.compactMap { value in
      var value = value
      if case .name(let name) = value.form, let passed = path.values[name] { value = passed }
      var found: String?
      if case .member(let name) = value.form { found = name }
      // The state assigned to itself changes nothing.
      if case .name(let name) = value.form, path.role(of: name) == .state { return nil }
      return SwitchTable.AssignedState(
        name: found, text: value.text, conditions: path.branches, location: location)
    }
  }

  private func result(
    _ values: [BodyOutline.Value], _ path: Path, into body: inout RowBody
  ) {
    if returnsState {
      guard let location = values.first?.location else { return }
      body.assigned += states(values, path, at: location).filter { $0.name != nil }
    } else {
      body.returned += values.compactMap { value in
        if case .member(let name) = value.form { name } else { nil }
      }
    }
  }

  /// Goes into a method of the same type.
  private mutating func follow(
    _ call: BodyOutline.Call, _ path: Path, into body: inout RowBody
  ) -> Bool {
    guard call.base == nil || call.base == "self" || call.base == "Self",
      path.helpers.count < 12, let helper = helper(for: call),
      helper != method, !path.helpers.contains(helper.fullName),
      let parameters = helper.signature?.parameters
    else { return false }
    var inner = path
    inner.helpers.append(helper.fullName)
    inner.method = helper.name
    inner.names = stateIsParameter ? [:] : inner.names.filter { $0.key == stateSubject }
    inner.values = [:]
    for (parameter, argument) in zip(parameters, call.arguments) {
      guard let name = parameter.name else { continue }
      var value = argument.value
      if case .name(let text) = value.form, let passed = path.values[text] { value = passed }
      if case .name(let text) = value.form, let role = path.role(of: text) {
        inner.names[name] = role
      } else {
        inner.values[name] = value
      }
    }
    let firstRow = rows.count
    let position = body.followed.count
    let madeRows = visit(helper.body, inner, into: &body)
    // A helper that only looks (names the event, logs it) is not where things are handled.
    let isOnlyLooking =
      path.state == nil && path.event == nil
      && rows.dropFirst(firstRow).allSatisfy { $0.assigned.isEmpty && $0.returned.isEmpty }
    if isOnlyLooking, madeRows {
      rows.removeSubrange(firstRow...)
      return false
    }
    body.followed.insert(helper.name, at: position)
    return madeRows
  }

  /// The method that a call means: the labels decide among several.
  private func helper(for call: BodyOutline.Call) -> Member? {
    let named = type.methods(named: call.name)
    let labels = call.arguments.map { $0.label ?? "_" }
    return named.first { $0.signature?.labels == labels }
      ?? named.first { ($0.signature?.parameters.count ?? 0) >= labels.count }
  }
}
