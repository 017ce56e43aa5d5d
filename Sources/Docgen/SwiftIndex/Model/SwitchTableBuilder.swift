import Diagnostics

/// Follows a state machine's method through its switches and helpers.
struct SwitchTableBuilder {
  let type: TypeDeclaration
  let method: Member
  let stateSubject: String?
  private let eventSubject: String
  /// Whether the method's result is the next state rather than a list of effects.
  let returnsState: Bool
  let stateIsParameter: Bool
  var rows: [SwitchTable.Row] = []

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
  struct Path {
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
  struct RowBody {
    var assigned: [SwitchTable.AssignedState] = []
    var returned: [String] = []
    var followed: [String] = []
  }

  // MARK: - Walking

  /// Walks a body; true when rows of their own were made within it.
  mutating func visit(
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
      case .choice(let branches, _):
        for inner in branches {
          var branch = path
          branch.branches.append(inner.condition)
          if visit(inner.body, branch, into: &body) { madeRows = true }
        }
      case .loop(let condition, let inner):
        var branch = path
        if let condition { branch.branches.append(condition) }
        if visit(inner, branch, into: &body) { madeRows = true }
      case .closure(let inner, _), .deferred(let inner), .concurrent(let inner),
        .function(_, let inner):
        if visit(inner, path, into: &body) { madeRows = true }
      case .attempt(let inner, let handlers):
        for inner in [inner] + handlers.map(\.body) where visit(inner, path, into: &body) {
          madeRows = true
        }
      case .branch(let condition, let inner):
        var branch = path
        branch.branches.append("#if \(condition.description)")
        if visit(inner, branch, into: &body) { madeRows = true }
      case .switch(let outline):
        if visit(outline, path, into: &body) { madeRows = true }
      case .send, .local, .thrown, .exit, .suspension, .attempted, .fallthrough: break
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

  func merged<Element: Hashable>(_ own: [Element], _ shared: [Element]) -> [Element] {
    own + shared.filter { !own.contains($0) }
  }

  mutating func visit(
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
  func branches(
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
  mutating func visitOther(
    _ outline: SwitchOutline, _ path: Path, into body: inout RowBody
  ) -> Bool {
    var madeRows = false
    for (index, clause) in outline.cases.enumerated() {
      var branch = path
      branch.branches.append(outline.condition(of: clause))
      if visit(bodyWithFallthrough(outline, from: index), branch, into: &body) { madeRows = true }
    }
    return madeRows
  }

  func bodyWithFallthrough(_ outline: SwitchOutline, from index: Int) -> BodyOutline {
    var body = outline.cases[index].body
    var next = index + 1
    while body.steps.last == .fallthrough, next < outline.cases.count {
      body.steps.removeLast()
      body.steps += outline.cases[next].body.steps
      next += 1
    }
    return body
  }

  func wildcards(for outline: SwitchOutline, _ clause: CaseOutline) -> PatternOutline {
    let element = PatternOutline.Element(
      form: .wildcard, text: "default", bindings: [], location: clause.location)
    return PatternOutline(
      elements: outline.subjects.map { _ in element }, guardText: nil, location: clause.location)
  }

  mutating func makeRow(_ inner: BodyOutline, _ path: Path) {
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
}
