/// Constants that list states or next states.
///
///     static let next: [State: State] = [.idle: .loading, .loading: .loaded]
///     static let rules = [Key(state: .idle, event: .start): State.loading]
///     static let transitions = [Transition(from: .idle, on: .start, to: .loading)]
///     static let restartable: Set<State> = [.loaded, .failed]
extension MachineReader {
  /// A state in a table, with the flow that finds it.
  typealias Entry = (flow: MachineFlow, next: Int)

  /// The entries that an expression can find; `nil` if it is not a lookup or the table is unknown.
  func entries(of text: String, _ flow: MachineFlow) -> [Entry]? {
    var flow = flow
    flow.widen(to: allPlaces)
    return keyed(text, flow) ?? listed(text, flow)
  }

  /// Whether an expression is a lookup in a constant.
  func isTable(_ text: String) -> Bool {
    let name = text.lookup?.name ?? text.firstRange(of: ".first").map { text[..<$0.lowerBound] }
    return name.flatMap(constant(named:)) != nil
  }

  /// Keeps the situations in which a name has the value of a case; `nil` if that is unknown.
  private func narrow(_ flow: MachineFlow, where name: String, is value: String) -> MachineFlow? {
    guard let role = flow.role(of: name), role == .state || role == .event,
      let named = value.caseName,
      let index = role == .event ? events.firstIndex(of: named) : index(ofState: named)
    else { return nil }
    var flow = flow
    flow.situations = flow.situations.filter {
      (role == .event ? $0.event : $0.state) == index
    }
    return flow
  }

  // MARK: - Dictionaries

  /// `Self.next[state]!`, `Self.table[state]?[event]`, `rules[Key(state: state, event: event)]`
  private func keyed(_ text: String, _ flow: MachineFlow) -> [Entry]? {
    guard let (name, keys) = text.lookup, let entries = constant(named: name)?.entries else {
      return nil
    }
    return rows(of: entries, keys[...], flow)
  }

  /// The next states of a table, or of the tables within it.
  private func rows(
    of entries: [(key: String, value: String)], _ keys: ArraySlice<String>, _ flow: MachineFlow
  ) -> [Entry]? {
    guard let names = keys.first?.fields.map(\.value) else { return nil }
    var found: [Entry] = []
    for (key, value) in entries {
      let values = key.fields.map(\.value)
      guard values.count == names.count else { return nil }
      var inner = flow
      for (name, value) in zip(names, values) {
        guard let narrowed = narrow(inner, where: name, is: value) else { return nil }
        inner = narrowed
      }
      if keys.count > 1 {
        guard let table = value.entries, let rows = rows(of: table, keys.dropFirst(), inner) else {
          return nil
        }
        found += rows
      } else {
        guard let next = value.caseName.flatMap({ index(ofState: $0) }) else { return nil }
        if !inner.situations.isEmpty { found.append((inner, next)) }
      }
    }
    return found
  }

  // MARK: - Lists

  /// `match.to` for a `match` of `rules.first { $0.from == state && $0.event == event }`, and the
  /// complete expression.
  private func listed(_ text: String, _ flow: MachineFlow) -> [Entry]? {
    guard let dot = text.lastIndex(of: ".") else { return nil }
    let label = text[text.index(after: dot)...]
    var source = String(text[..<dot])
    while source.last == "?" || source.last == "!" { source.removeLast() }
    if case .values(let values)? = flow.role(of: source) {
      guard values.count == 1 else { return nil }
      source = values[0].text
    }
    guard let open = source.firstRange(of: ".first"), let brace = source.firstIndex(of: "{"),
      let end = source.lastIndex(of: "}"), brace < end,
      let items = constant(named: source[..<open.lowerBound])?.listItems
    else { return nil }
    let conditions = source[source.index(after: brace)..<end].split(separator: " && ")
    var found: [Entry] = []
    for item in items {
      let fields = Dictionary(item.fields, uniquingKeysWith: { first, _ in first })
      var inner = flow
      for condition in conditions {
        let sides = condition.split(separator: " == ").map { String($0).trimmed }
        guard sides.count == 2, let field = sides.first(where: { $0.hasPrefix("$0.") }),
          let name = sides.first(where: { !$0.hasPrefix("$0.") }),
          let value = fields[String(field.dropFirst(3))],
          let narrowed = narrow(inner, where: name, is: value)
        else { return nil }
        inner = narrowed
      }
      guard let next = fields[String(label)]?.caseName.flatMap({ index(ofState: $0) }) else {
        return nil
      }
      if !inner.situations.isEmpty { found.append((inner, next)) }
    }
    return found
  }

  /// The states of a constant in a condition: `Self.restartable.contains(state)`; `nil` for a
  /// different condition.
  func states(listedIn condition: Substring, _ flow: MachineFlow) -> Set<Int>? {
    guard condition.hasSuffix(")"), let call = condition.firstRange(of: ".contains(") else {
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
  var caseName: String? {
    guard let dot = lastIndex(of: "."),
      allSatisfy({ $0.isLetter || $0.isNumber || "._".contains($0) })
    else { return nil }
    return String(self[index(after: dot)...])
  }

  /// The name and the keys of `table[a]?[b]!`; `nil` for a different expression.
  fileprivate var lookup: (name: Substring, keys: [String])? {
    let name = prefix { $0 != "[" }
    var rest = self[name.endIndex...]
    var keys: [String] = []
    while rest.first == "[" {
      var depth = 0
      let end = rest.firstIndex { character in
        if "([{".contains(character) { depth += 1 }
        if ")]}".contains(character) { depth -= 1 }
        return depth == 0
      }
      guard let end else { return nil }
      keys.append(String(rest[rest.index(after: rest.startIndex)..<end]).trimmed)
      rest = rest[rest.index(after: end)...].drop { $0 == "?" || $0 == "!" }
    }
    return keys.isEmpty || !rest.isEmpty ? nil : (name, keys)
  }

  /// The arguments of `Key(state: .idle, event: .start)` or a tuple; for a different expression,
  /// itself without a label.
  var fields: [(label: String, value: String)] {
    guard hasSuffix(")"), let open = firstIndex(of: "("),
      let items = "[\(self[index(after: open)...].dropLast())]".listItems
    else { return [("", self)] }
    return items.map { item in item.entry.map { (label: $0.key, value: $0.value) } ?? ("", item) }
  }

  /// The items of `[a, b]`; `nil` for a different expression.
  var listItems: [String]? {
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

  /// The sides of the first colon outside of parentheses.
  private var entry: (key: String, value: String)? {
    var depth = 0
    let colon = firstIndex { character in
      if "([{".contains(character) { depth += 1 }
      if ")]}".contains(character) { depth -= 1 }
      return character == ":" && depth == 0
    }
    guard let colon else { return nil }
    return (String(self[..<colon]).trimmed, String(self[index(after: colon)...]).trimmed)
  }

  /// The entries of `[a: b, c: d]`; `nil` for a different expression.
  fileprivate var entries: [(key: String, value: String)]? {
    guard let listItems else { return nil }
    if listItems == [":"] { return [] }
    let entries = listItems.map(\.entry)
    return entries.contains { $0 == nil } ? nil : entries.compactMap(\.self)
  }
}
