/// One side of a comparison: its elements, containers and statements.
///
/// Of several facts about one element, the first counts. Containers that contain themselves, which
/// a parser accepts, are cut apart, so that all walks outwards end.
struct FactSide {
  private(set) var elements: [LocatedFact] = []
  private(set) var containers: [LocatedFact] = []
  private(set) var statements: [Fact.Kind: [LocatedFact]] = [:]
  /// The container around each container; for a region, the one around its composite state. A state
  /// that is named inside of itself is in none.
  private(set) var scopes: [String: String] = [:]
  private var elementIndices: [String: Int] = [:]
  private var containerIndices: [String: Int] = [:]

  init(_ facts: [LocatedFact]) {
    for fact in facts {
      let name = fact[.name]
      if fact.kind.isElement {
        guard elementIndices[name] == nil else { continue }
        elementIndices[name] = elements.count
        elements.append(fact)
      } else if fact.kind.isContainer {
        guard containerIndices[name] == nil else { continue }
        containerIndices[name] = containers.count
        containers.append(fact)
      } else {
        statements[fact.kind, default: []].append(fact)
      }
    }
    for container in containers {
      scopes[container[.name]] =
        container.kind == .region
        ? element(container[.owner])?[.scope] ?? "" : container[.scope]
    }
    cutCircles()
  }

  private mutating func cutCircles() {
    var finished: Set<String> = []
    for container in containers {
      var (path, name) = (Set<String>(), container[.name])
      while !finished.contains(name), let outer = scopes[name] {
        path.insert(name)
        if path.contains(outer) { scopes[name] = "" }
        name = scopes[name] ?? ""
      }
      finished.formUnion(path)
    }
  }

  func element(_ name: String) -> LocatedFact? { elementIndices[name].map { elements[$0] } }
  func container(_ name: String) -> Int? { containerIndices[name] }

  /// The evidence about some elements: the statements that mention them, with a blank for the name,
  /// and the elements in them. Other names are given by their keys.
  ///
  /// Two elements with the same evidence play the same part in both diagrams. The element's own
  /// name is replaced by a blank, so that a renamed one has the same evidence as before.
  func evidence(about names: Set<String>, key: (String) -> String) -> [String: [String]] {
    var result: [String: [String]] = [:]
    for (kind, facts) in statements {
      guard let schema = FactSchema.all[kind] else { continue }
      for fact in facts {
        let mentioned = Set(Fact.Role.references.map { fact[$0] }).intersection(names)
        for name in mentioned {
          let values = schema.values(fact.fact) {
            $1 == name ? "\u{1F}" : $0 == .scope ? "" : key($1)
          }
          result[name, default: []].append("\(kind) \(values[0])")
        }
      }
    }
    for element in elements {
      guard let index = container(element[.scope]), names.contains(containers[index][.owner]) else {
        continue
      }
      result[containers[index][.owner], default: []].append("holds \(key(element[.name]))")
    }
    return result.mapValues { $0.sorted() }
  }
}

extension FactSchema {
  /// The values of its roles with references replaced; from both ends if it is mirrored, the lesser
  /// first.
  func values(_ fact: Fact, replacing: (Fact.Role, String) -> String) -> [[String]] {
    let plain = roles.map { role in
      switch role {
      case .source, .target, .owner, .scope: replacing(role, fact[role])
      default: fact[role]
      }
    }
    guard isMirrored else { return [plain] }
    let mirrored = roles.map { role in
      plain[roles.firstIndex(of: Self.mirrored[role] ?? role) ?? 0]
    }
    return mirrored.lexicographicallyPrecedes(plain) ? [mirrored, plain] : [plain, mirrored]
  }
}
