import Diagnostics

extension CodeModel {
  /// What a name means: a type, a member behind its type, or something global.
  ///
  ///     SyncEngine · SyncEngine.batchSize · SyncEngine.State.idle · performSync() · .rateLimited
  ///     SyncStateMachine.apply(_:) · Sync.SyncEngine
  ///
  /// Empty parentheses mean a function of that name whatever its parameters; a leading dot or a
  /// lone name means any member so called, all modules over.
  package func symbol(_ name: String) -> Lookup<Symbol> {
    let path = SymbolPath(name)
    let found = symbols(path)
    if !found.isEmpty { return Lookup(found, name: name, among: []) }
    return .unknown(nearest: nearest(to: path))
  }

  /// All that a name may mean; none where it is not known, and no nearest name is looked for.
  package func symbols(named name: String) -> [Symbol] { symbols(SymbolPath(name)) }

  /// Every name that `symbol` understands: qualified names of types, members and globals.
  package var allNames: [String] {
    var names: [String] = []
    for type in types {
      names.append(type.qualifiedName)
      names += type.members.map(\.qualifiedName)
    }
    names += foreignExtensions.flatMap { $0.members.map(\.qualifiedName) }
    names += globals.map(\.name)
    return names
  }

  private func symbols(_ path: SymbolPath) -> [Symbol] {
    if let owner = path.owner {
      if !path.isCall {
        let exact = types(named: owner + "." + path.name)
        if !exact.isEmpty { return exact.map { .type($0) } }
      }
      let inTypes: [Member] = types(named: owner).flatMap { members(of: $0, path) }
      if !inTypes.isEmpty { return inTypes.map { .member($0) } }
      let foreign = foreignExtensions.filter { $0.name == owner }.flatMap(\.members)
        .filter { path.matches($0) }
      if !foreign.isEmpty { return foreign.map { .member($0) } }
      let isModule = moduleNames.contains(owner)
      return isModule ? globals.filter { path.matches($0) }.map { .global($0) } : []
    }
    if !path.isMemberOnly {
      if !path.isCall || path.labels == nil {
        let named = types(named: path.name)
        if !named.isEmpty { return named.map { .type($0) } }
      }
      let outside = globals.filter { path.matches($0) }
      if !outside.isEmpty { return outside.map { .global($0) } }
    }
    return self.members(named: path.name).filter { path.matches($0) }.map { .member($0) }
  }

  /// Members of a type, or else of the types it inherits from.
  private func members(of type: TypeDeclaration, _ path: SymbolPath) -> [Member] {
    var queue = [type]
    var seen: Set<String> = []
    while !queue.isEmpty {
      let current = queue.removeFirst()
      guard seen.insert(current.qualifiedName).inserted else { continue }
      let found = members(named: path.name, of: current).filter { path.matches($0) }
      if !found.isEmpty { return found }
      let made = current.synthesized.filter { path.matches($0) }
      if !made.isEmpty { return made }
      if case .named(let name, _)? = current.aliased?.structure {
        queue += self.types(named: name, inside: current.qualifiedName)
      }
      queue += current.inheritance.flatMap {
        self.types(named: $0.name, inside: current.qualifiedName, module: current.module)
      }
    }
    return []
  }

  private func nearest(to path: SymbolPath) -> String? {
    if let owner = path.owner {
      let members = types(named: owner).flatMap { $0.members.map(\.name) }
      if let best = NearMiss.best(for: path.name, among: members) { return owner + "." + best }
      return NearMiss.best(for: owner + "." + path.name, among: allNames)
    }
    let members = Array(memberNames)
    let known = path.isMemberOnly ? members : types.map(\.name) + globals.map(\.name) + members
    return NearMiss.best(for: path.name, among: known)
  }
}
