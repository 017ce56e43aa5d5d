import Diagnostics

extension CodeModel {
  /// Resolves a name: a type, a member after its type, or a global declaration.
  ///
  ///     SyncEngine · SyncEngine.batchSize · SyncEngine.State.idle · performSync() · .rateLimited
  ///     SyncStateMachine.apply(_:) · Sync.SyncEngine
  ///
  /// Empty parentheses mean a function of that name with any parameters. A leading dot or a bare
  /// name means any member of that name, in all modules.
  package func symbol(_ name: String) -> Lookup<Symbol> {
    let path = SymbolPath(name)
    let found = symbols(path)
    return Lookup(found, nearest: nearest(to: path))
  }

  /// All symbols that a name may mean; an empty array for an unknown name, without a search for the
  /// nearest one.
  package func symbols(named name: String) -> [Symbol] { symbols(SymbolPath(name)) }

  /// Whether the sources declare a name.
  package func declares(_ name: String) -> Bool { !symbols(SymbolPath(name), limit: 1).isEmpty }

  // If any type may have the member, `limit` members are enough.
  private func symbols(_ path: SymbolPath, limit: Int = .max) -> [Symbol] {
    let made = initializers(path)
    if !made.isEmpty { return made.map { .member($0) } }
    if let owner = path.owner {
      if !path.isCall {
        let exact = types(named: owner + "." + path.name)
        if !exact.isEmpty { return exact.map { .type($0) } }
      }
      let inTypes: [Member] = types(named: owner).flatMap { members(of: $0, path) }
      if !inTypes.isEmpty { return inTypes.map { .member($0) } }
      let foreign = foreignExtensions(of: owner).flatMap(\.members)
        .filter { path.matches($0) }
      if !foreign.isEmpty { return foreign.map { .member($0) } }
      let isModule = hasModule(owner)
      return isModule ? globals(matching: path) : []
    }
    if !path.isMemberOnly {
      if !path.isCall || path.labels == nil {
        let named = types(named: path.name)
        if !named.isEmpty { return named.map { .type($0) } }
      }
      let outside = globals(matching: path)
      if !outside.isEmpty { return outside }
    }
    return members(named: path.name, limit: limit, where: path.matches).map { .member($0) }
  }

  private func globals(matching path: SymbolPath) -> [Symbol] {
    globals(named: path.name).filter(path.matches).map { .global($0) }
  }

  /// `Point(x:y:)` names an initializer.
  private func initializers(_ path: SymbolPath) -> [Member] {
    guard let labels = path.labels, !path.isMemberOnly else { return [] }
    return types(named: path.dotted).flatMap { type in
      (type.initializers + type.synthesized.filter(\.isInitializer))
        .filter { $0.signature?.labels == labels }
    }
  }

  /// Members of a type, or else of the types that it inherits from.
  private func members(of type: TypeDeclaration, _ path: SymbolPath) -> [Member] {
    let receiver = Receiver(type, [])
    for ancestor in lineage(of: receiver) {
      for known in [members(named: path.name, of: ancestor.type), ancestor.type.synthesized] {
        let found = known.filter {
          path.matches($0) && applies($0, of: ancestor, to: receiver)
        }
        if !found.isEmpty { return found }
      }
    }
    return []
  }

  private func nearest(to path: SymbolPath) -> String? {
    if let overload = nearestOverload(to: path) { return overload }
    if let owner = path.owner {
      let members = types(named: owner).compactMap { $0.nearestMember(to: path.name) }
      if let best = NearMiss.best(for: path.name, among: members) { return owner + "." + best }
      // With a long owner any two of its members look alike, so the last names must be similar,
      // too.
      let alike = nameIndex.all(near: path.name).lazy.flatMap(qualifiedNames(of:))
      return NearMiss.best(for: owner + "." + path.name, among: alike)
    }
    return nameIndex.best(for: path.name) { !path.isMemberOnly || hasMember(named: $0) }
  }

  /// The nearest function of that name with other labels.
  private func nearestOverload(to path: SymbolPath) -> String? {
    guard let labels = path.labels else { return nil }
    func text(_ labels: [String]) -> String { "(" + labels.map { $0 + ":" }.joined() + ")" }
    let made = types(named: path.dotted)
    let owners = path.owner.map { types(named: $0) } ?? []
    let forms: [String]
    if let type = made.first ?? (path.name == "init" ? owners.first : nil), !path.isMemberOnly {
      forms = (initializerForms(of: type) ?? []).map { text($0.labels) }
    } else if !owners.isEmpty {
      forms = owners.flatMap { members(named: path.name, reachableFrom: $0) }
        .compactMap { $0.signature.map { text($0.labels) } }
    } else if path.owner == nil {
      let all = members(named: path.name) + globals(named: path.name)
      forms = all.compactMap { $0.signature.map { text($0.labels) } }
    } else {
      forms = []
    }
    let known = Set(forms).sorted()
    let best = known.count == 1 ? known[0] : NearMiss.best(for: text(labels), among: known)
    return best.map { (path.isMemberOnly ? "." : "") + path.dotted + $0 }
  }
}
