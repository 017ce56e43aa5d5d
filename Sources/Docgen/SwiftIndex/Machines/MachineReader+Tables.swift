/// Constants that list states or the next ones.
///
///     static let next: [State: State] = [.idle: .loading, .loading: .loaded]
///     static let restartable: Set<State> = [.loaded, .failed]
extension MachineReader {
  /// The entries that `Self.next[state]!` or `Self.table[state]?[event]` can find, each with the flow
  /// that finds it; `nil` if the table is unknown.
  func entries(
    of text: String, _ flow: MachineFlow
  ) -> [(flow: MachineFlow, next: Int)]? {
    let parts = text.split(separator: "[")
    guard parts.count > 1, let name = parts.first, let entries = constant(named: name)?.entries
    else { return nil }
    let keys = parts.dropFirst().map { part in
      String(part.prefix { $0 != "]" }).trimmed
    }
    let roles = keys.map { flow.role(of: $0) }
    guard roles.contains(.state), roles.allSatisfy({ $0 == .state || $0 == .event }),
      parts.dropFirst().allSatisfy({ $0.contains("]") && $0.drop { $0 != "]" }.isSubscriptEnd })
    else { return nil }
    var flow = flow
    flow.widen(to: stateRange)
    return entries.reduce(into: [] as [(flow: MachineFlow, next: Int)]?) { found, entry in
      guard found != nil else { return }
      guard let rows = rows(of: entry, roles, flow) else { return found = nil }
      found? += rows
    }
  }

  /// The next states under one key of a table, or of the tables within it.
  private func rows(
    of entry: (key: String, value: String), _ roles: [MachineFlow.Binding?], _ flow: MachineFlow
  ) -> [(flow: MachineFlow, next: Int)]? {
    guard let role = roles.first, let key = entry.key.caseName else { return nil }
    let index = role == .event ? events.firstIndex(of: key) : index(ofState: key)
    guard let index else { return nil }
    var flow = flow
    flow.situations = flow.situations.filter {
      (role == .event ? $0.event : $0.state) == index
    }
    if roles.count == 1 {
      guard let next = entry.value.caseName.flatMap({ self.index(ofState: $0) }) else {
        return nil
      }
      return flow.situations.isEmpty ? [] : [(flow, next)]
    }
    guard let inner = entry.value.entries else { return nil }
    var found: [(flow: MachineFlow, next: Int)] = []
    for entry in inner {
      guard let rows = rows(of: entry, Array(roles.dropFirst()), flow) else { return nil }
      found += rows
    }
    return found
  }

  /// The states of a constant that a condition asks: `Self.restartable.contains(state)`; `nil` if the
  /// condition is a different one.
  func states(listedIn condition: Substring, _ flow: MachineFlow) -> Set<Int>? {
    guard condition.hasSuffix(")"), let call = condition.range(of: ".contains(") else {
      return nil
    }
    let argument = condition[call.upperBound...].dropLast()
    guard flow.role(of: String(argument)) == .state,
      let items = constant(named: condition[..<call.lowerBound])?.listItems
    else { return nil }
    let states = items.map { $0.caseName.flatMap { index(ofState: $0) } }
    return states.contains(nil) ? nil : Set(states.compactMap(\.self))
  }

  /// The initial value of a constant of the type or of the state's enum.
  private func constant(named name: Substring) -> String? {
    let full = String(name).withoutSelf
    let last = full.split(separator: ".").last.map(String.init) ?? full
    let owners = full == last ? [scope] : [holder.stateType, scope]
    for owner in owners where full == last || full == "\(owner.name).\(last)" {
      guard let property = owner.property(named: last).first?.property, property.isLet else {
        continue
      }
      return property.initialValue
    }
    return nil
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// `idle` of `.idle` and `State.idle`; `nil` for a different expression.
  fileprivate var caseName: String? {
    guard let dot = lastIndex(of: "."),
      allSatisfy({ $0.isLetter || $0.isNumber || "._".contains($0) })
    else { return nil }
    return String(self[index(after: dot)...])
  }

  /// The items of `[a, b]`; `nil` for a different expression.
  fileprivate var listItems: [String]? {
    guard hasPrefix("["), hasSuffix("]") else { return nil }
    var items = [""]
    var depth = 0
    for character in dropFirst().dropLast() {
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      if character == "\"" || depth < 0 { return nil }
      if character == ",", depth == 0 {
        items.append("")
      } else {
        items[items.count - 1].append(character)
      }
    }
    items = items.map(\.trimmed)
    if items.last == "" { items.removeLast() }
    return items
  }

  /// The entries of `[a: b, c: d]`; `nil` for a different expression.
  fileprivate var entries: [(key: String, value: String)]? {
    guard let listItems else { return nil }
    if listItems == [":"] { return [] }
    var entries: [(key: String, value: String)] = []
    for item in listItems {
      guard let colon = item.firstIndex(of: ":") else { return nil }
      entries.append(
        (String(item[..<colon]).trimmed, String(item[item.index(after: colon)...]).trimmed))
    }
    return entries
  }
}

extension Substring {
  /// Whether this is the end of a subscript, unwrapped or not: `]`, `]!`, `]?`.
  fileprivate var isSubscriptEnd: Bool { self == "]" || self == "]!" || self == "]?" }

  /// The place of a text; `nil` if it is missing.
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
