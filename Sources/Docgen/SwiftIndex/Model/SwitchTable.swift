package import Diagnostics

/// What a state machine's method does for each state and event, read from its `switch`.
///
///     case (.syncing, .rateLimitHit(let retryAfter)) where consecutive >= 3:
///       state = .rateLimited(retryAfter: retryAfter)
///
/// becomes the row syncing, rateLimitHit, guard `consecutive >= 3`, assigned `rateLimited`.
/// Switches nested in one another, `if case`, `guard case`, and helper methods of the same type
/// that are called from a case are followed.
package struct SwitchTable: Hashable, Sendable {
  /// A case's name, or whatever is not handled by a name.
  package enum Name: Hashable, Sendable, CustomStringConvertible {
    case named(String)
    /// `_`, `let event`, `default`, or not distinguished at all.
    case wildcard

    package var description: String {
      switch self {
      case .named(let name): name
      case .wildcard: "_"
      }
    }
  }

  /// One handled combination; each pattern of a case has its own.
  package struct Row: Hashable, Sendable {
    package var state: Name
    package var event: Name
    /// `where` texts and, for `if case`, the other conditions, the outermost first.
    package var guards: [String]
    /// The comment above the case or behind it.
    package var comment: String?
    /// Of the pattern that handles the combination: the innermost one.
    package var location: SourceLocation
    /// The method in which the pattern stands.
    package var method: String
    /// `#if` conditions around the case.
    package var conditions: [CompilationCondition]
    package var assigned: [AssignedState]
    /// Names of the cases that are returned and are no states: the effects, in source order.
    package var returned: [String]
    /// Methods of the type that were followed, in the order of the calls.
    package var followed: [String]
  }

  /// A state that a case's body assigns.
  package struct AssignedState: Hashable, Sendable {
    /// Nothing where the syntax does not tell which: `state = computed()`.
    package var name: String?
    /// The value as written.
    package var text: String
    /// Conditions under which it is assigned, the outermost first.
    package var conditions: [String]
    package var location: SourceLocation
  }

  package var typeName: String
  package var method: String
  /// What the method calls the state: `state`, `self`; nothing where no switch looks at it.
  package var stateSubject: String?
  package var eventSubject: String
  /// In source order; what a helper distinguishes stands in the place of the call.
  package var rows: [Row]
}

extension SwitchTable {
  /// The rows that a combination can meet, in order: exact ones and those with wildcards.
  package func rows(state: String, event: String) -> [Row] {
    rows.filter { row in
      (row.state == .wildcard || row.state == .named(state))
        && (row.event == .wildcard || row.event == .named(event))
    }
  }

  /// The row to name as the place where a step is declared: the most exact of those that fit, and
  /// among equals one that assigns `target`, if given.
  package func row(state: String, event: String, target: String? = nil) -> Row? {
    func weight(_ row: Row) -> Int {
      var weight = 0
      if row.state != .wildcard { weight += 4 }
      if row.event != .wildcard { weight += 4 }
      if let target, row.assigned.contains(where: { $0.name == target }) { weight += 2 }
      return weight
    }
    let fitting = rows(state: state, event: event)
    guard let best = fitting.map(weight).max() else { return nil }
    return fitting.first { weight($0) == best }
  }

  /// Names of the states that rows handle by name, in order of first mention.
  package var stateNames: [String] { names(\.state) }
  package var eventNames: [String] { names(\.event) }

  private func names(_ part: KeyPath<Row, Name>) -> [String] {
    var seen: Set<String> = []
    return rows.compactMap { row in
      guard case .named(let name) = row[keyPath: part], seen.insert(name).inserted else {
        return nil
      }
      return name
    }
  }
}

extension CodeModel {
  /// The table of a type's method.
  ///
  /// - Parameters:
  ///   - typeName: As `type(named:)` takes it.
  ///   - method: As `method(named:)` takes it, `apply` or `apply(_:)`.
  ///   - state: What the switch calls the state, where it is not plain from the code.
  /// - Returns: The table; unknown with the nearest name where type or method do not exist.
  package func switchTable(
    type typeName: String, method: String = "apply", state: String? = nil
  ) -> Lookup<SwitchTable> {
    let found = type(named: typeName)
    if case .unknown(let nearest) = found { return .unknown(nearest: nearest) }
    var tables: [SwitchTable] = []
    var names: [String] = []
    for type in found.all {
      names += type.methods.map(\.name)
      for member in type.methods(named: method) {
        var builder = SwitchTableBuilder(type: type, method: member, state: state)
        tables.append(builder.table())
      }
    }
    return Lookup(tables, name: method, among: names)
  }
}
