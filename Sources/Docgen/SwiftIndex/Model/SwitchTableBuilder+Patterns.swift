extension SwitchTableBuilder {
  struct Reached {
    var path: Path
    /// Whether the pattern says more about state or event than was known.
    var isRefined: Bool
    /// Whether what is known meets this pattern in every case, so that later ones are not reached.
    var isCertain: Bool
  }

  /// The path behind a pattern; nothing where it contradicts what is known.
  func narrow(
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
}
