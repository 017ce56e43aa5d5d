/// The meanings of names at one place of a method.
struct LocalNames: Equatable {
  private(set) var meanings: [String: MachineFlow.Binding] = [:]
  /// The names of the property that local names hide: it is reached by `self` only.
  private(set) var hidden: Set<String> = []

  init(state: String) { meanings = [state: .state] }

  init() {}

  /// `nil` if the name means something else; `self.state` is the property even if a parameter has
  /// its name.
  subscript(name: String) -> MachineFlow.Binding? {
    let plain = name.withoutSelf
    return plain != name && hidden.contains(plain) ? .state : meanings[plain]
  }

  /// Gives a local name a meaning.
  mutating func bind(_ name: String, to meaning: MachineFlow.Binding?) {
    if meanings[name] == .state { hidden.insert(name) }
    meanings[name] = meaning
  }

  /// Gives a name of the property, or one that hides nothing, a meaning.
  mutating func set(_ name: String, to meaning: MachineFlow.Binding) { meanings[name] = meaning }

  /// Removes other names for the former state, which `isStorage` does not accept.
  mutating func removeCopies(isStorage: (String) -> Bool) {
    meanings = meanings.filter { name, meaning in
      meaning != .state || (isStorage(name) && !hidden.contains(name))
    }
  }

  /// Keeps what holds after both of two branches.
  mutating func join(_ other: LocalNames) {
    meanings = meanings.merging(other.meanings) { own, other in
      guard case .values(let own) = own, case .values(let other) = other else { return own }
      return .values(own + other.filter { !own.contains($0) })
    }.filter { other.meanings[$0.key] != nil }
    for name in hidden.symmetricDifference(other.hidden) { meanings[name] = .state }
    hidden.formIntersection(other.hidden)
  }
}
