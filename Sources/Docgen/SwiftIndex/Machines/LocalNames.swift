/// The meanings of names at one place of a method.
struct LocalNames: Equatable {
  private(set) var meanings: [String: MachineFlow.Binding] = [:]
  /// The names of the property that local names shadow: it is reached by `self` only.
  private(set) var shadowed: Set<String> = []

  init(state: String) { meanings = [state: .state] }

  init() {}

  /// `nil` if the name means something else; `self.state` is the property even if a parameter has
  /// its name.
  subscript(name: String) -> MachineFlow.Binding? {
    let plain = name.withoutSelf
    return plain != name && shadowed.contains(plain) ? .state : meanings[plain]
  }

  /// Gives a local name a meaning.
  mutating func bind(_ name: String, to meaning: MachineFlow.Binding?) {
    if meanings[name] == .state { shadowed.insert(name) }
    meanings[name] = meaning
  }

  /// Gives a name of the property, or one that shadows nothing, a meaning.
  mutating func set(_ name: String, to meaning: MachineFlow.Binding) { meanings[name] = meaning }

  /// Removes other names for the former state, which `isStorage` does not accept.
  mutating func removeCopies(isStorage: (String) -> Bool) {
    meanings = meanings.filter { name, meaning in
      meaning != .state || (isStorage(name) && !shadowed.contains(name))
    }
  }

  /// Ends the scope of a local name.
  mutating func endShadow(of name: String) {
    if shadowed.remove(name) != nil { meanings[name] = .state }
  }

  /// Ends the scope of all local names that were declared in a body.
  mutating func endScope(within outer: LocalNames) {
    for name in shadowed.subtracting(outer.shadowed) { endShadow(of: name) }
  }

  /// Keeps what holds after both of two branches.
  mutating func join(_ other: LocalNames) {
    meanings = meanings.merging(other.meanings) { own, other in
      guard case .values(let own) = own, case .values(let other) = other else { return own }
      return .values(own + other.filter { !own.contains($0) })
    }.filter { other.meanings[$0.key] != nil }
    for name in shadowed.symmetricDifference(other.shadowed) { meanings[name] = .state }
    shadowed.formIntersection(other.shadowed)
  }
}
