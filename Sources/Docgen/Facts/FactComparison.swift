// The Facts module compares two sets of claims by their meaning, independently of the notation that
// they come from.
//
// A `Fact` is one claim: a state, a transition, a class, a member, a message. Diagrams and tables
// turn into facts (`FactSource`), so that "what has changed?" and "does the document agree with the
// code?" are the same question about two sets of facts. `FactComparison` answers it in
// `Difference`s, each with a sentence.
//
// The steps: `FactSide` divides each set into elements, containers and statements. `NameMatching`
// decides which elements of both sides are the same, even if they were renamed. `ContainerMatching`
// does that for namespaces, boxes, subgraphs and regions. Statements are then compared with the
// keys of their elements in place of names, by the roles of their `FactSchema`.
//
// Facts have no order. Where it matters, as in sequence diagrams, the Mermaid module aligns the
// steps and uses this module for participants and boxes only. Mermaid, Rules and DocgenKit depend
// on the module, which depends on Diagnostics alone.

/// Compares two sets of facts: elements and containers by their names, statements by their values.
///
/// It ignores order. Equal statements are paired first; then those that agree in most roles,
/// according to their kind's schema. Each difference is reported once; the content of a new or
/// removed element is part of that difference.
///
/// Pairing by roles is a fixed sequence of attempts, from the most specific to the least
/// (`FactSchema.changes`), and not an assignment with the least total cost. It is linear in the
/// facts for each attempt, its result is easy to explain ("the same ends, so it was relabelled"),
/// and does not change because of an unrelated fact.
package struct FactComparison {
  /// The pairs of equal elements.
  package let names: NameMatching
  /// All differences, including nested ones.
  package private(set) var all: [Difference] = []

  private let old: FactSide
  private let new: FactSide
  private let containers: ContainerMatching
  /// Old and new names of elements that moved to another container.
  private var moved: Set<String> = []

  /// Statements of some kinds may have to be compared in their order, by other means.
  package init(
    _ old: [LocatedFact], _ new: [LocatedFact], exceptStatements ordered: Set<Fact.Kind> = []
  ) {
    (self.old, self.new) = (FactSide(old), FactSide(new))
    names = NameMatching(self.old, self.new)
    containers = ContainerMatching(left: self.old, right: self.new, names: names)
    all = containers.dividers
    compareContainers()
    compareElements()
    for kind in Fact.Kind.allCases where !ordered.contains(kind) { compareStatements(of: kind) }
    foldContent()
    let order = Dictionary(
      uniqueKeysWithValues: Fact.Kind.allCases.enumerated().map { ($1, $0) })
    all = all.enumerated().sorted {
      (order[$0.element.fact.kind] ?? 0, $0.offset) < (order[$1.element.fact.kind] ?? 0, $1.offset)
    }.map(\.element)
  }

  /// The differences, without those that are part of another one.
  package var differences: [Difference] { all.filter { !$0.isWithin } }

  // MARK: - Elements and containers

  private mutating func compareContainers() {
    for pair in containers.pairs {
      compareAttributes(old.containers[pair.old], new.containers[pair.new])
    }
    for (index, container) in old.containers.enumerated()
    where container.kind != .region && containers.removed.contains(index) {
      all.append(Difference(.removed, old: container, new: nil))
    }
    for (index, container) in new.containers.enumerated()
    where container.kind != .region && containers.added.contains(index) {
      all.append(Difference(.added, old: nil, new: container))
    }
  }

  /// An element that only other facts name is added and removed with them.
  private mutating func compareElements() {
    for pair in names.pairs {
      guard let left = old.element(pair.old), let right = new.element(pair.new) else { continue }
      compareAttributes(left, right)
    }
    for element in old.elements where isGone(element) {
      all.append(Difference(.removed, old: element, new: nil))
    }
    for element in new.elements where isNew(element) {
      all.append(Difference(.added, old: nil, new: element))
    }
  }

  private func isGone(_ element: LocatedFact) -> Bool {
    !element.isImplied && !names.hasOld(element[.name])
  }

  private func isNew(_ element: LocatedFact) -> Bool {
    !element.isImplied && !names.hasNew(element[.name])
  }

  private mutating func compareAttributes(_ left: LocatedFact, _ right: LocatedFact) {
    for (role, kind) in FactSchema.attributes {
      switch role {
      case .scope:
        guard left.kind != .region,
          containers.old(left[.scope]) != containers.new(right[.scope])
        else { continue }
        moved.formUnion(["-" + left[.name], "+" + right[.name]])
        all.append(moveDifference(left, right))
      case .label where left.fact.has(.label) != right.fact.has(.label): continue
      default:
        guard left[role] != right[role] else { continue }
        all.append(Difference(kind, old: left, new: right, roles: [role]))
      }
    }
  }

  private func moveDifference(_ left: LocatedFact, _ right: LocatedFact) -> Difference {
    let title = "the \(right.fact.noun) `\(right.fact.title)`"
    return Difference(
      .moved, old: left, new: right, roles: [.scope],
      message: "\(title) was \(place(left, old)) and is \(place(right, new))")
  }

  private func place(_ fact: LocatedFact, _ side: FactSide) -> String {
    side.container(fact[.scope]).map { "in `\(side.containers[$0].fact.title)`" }
      ?? "at the top level"
  }

  // MARK: - Statements

  private struct Statement {
    var located: LocatedFact
    /// The values of the schema's roles, from both ends if the statement is mirrored.
    var values: [[String]]
  }

  private func statements(
    _ kind: Fact.Kind, _ schema: FactSchema, in side: FactSide, isOld: Bool
  ) -> [Statement] {
    (side.statements[kind] ?? []).map { located in
      let values = schema.values(located.fact) { role, value in
        switch (role, isOld) {
        case (.scope, true): containers.old(value)
        case (.scope, false): containers.new(value)
        case (_, true): names.old(value)
        case (_, false): names.new(value)
        }
      }
      return Statement(located: located, values: values)
    }
  }

  /// Equal statements are taken first. Then each possible change pairs statements that agree in the
  /// roles that it keeps. The rest was removed or added.
  private mutating func compareStatements(of kind: Fact.Kind) {
    guard let schema = FactSchema.all[kind] else { return }
    var pairing = Pairing(
      statements(kind, schema, in: old, isOld: true),
      statements(kind, schema, in: new, isOld: false))
    _ = pairing.take(old: { $0.values[0] }, new: { $0.values[0] })
    for change in schema.changes {
      for (left, right) in schema.isMirrored ? [(0, 0), (1, 1), (0, 1), (1, 0)] : [(0, 0)] {
        let pairs = pairing.take(
          old: { schema.key($0.located.fact, $0.values[left], keeping: change.keeping) },
          new: { schema.key($0.located.fact, $0.values[right], keeping: change.keeping) })
        for pair in pairs {
          report(
            change, left: pair.old, right: pair.new,
            roles: schema.roles(pair.old.values[left], pair.new.values[right]))
        }
      }
    }
    // Parts of a new or removed element are added and removed with it.
    for statement in pairing.removed
    where old.element(statement.located[.owner]).map(isGone) != true {
      all.append(Difference(.removed, old: statement.located, new: nil))
    }
    for statement in pairing.added
    where new.element(statement.located[.owner]).map(isNew) != true {
      all.append(Difference(.added, old: nil, new: statement.located))
    }
  }

  private mutating func report(
    _ change: FactSchema.Change, left: Statement, right: Statement, roles: [Fact.Role]
  ) {
    guard roles == [.scope] else {
      return all.append(
        Difference(change.kind, old: left.located, new: right.located, roles: roles))
    }
    // It moved with its elements, unless they did not move.
    let elements = Fact.Role.references.flatMap {
      ["-" + left.located[$0], "+" + right.located[$0]]
    }
    if moved.isDisjoint(with: elements) {
      all.append(moveDifference(left.located, right.located))
    }
  }

  // MARK: - Content

  /// Marks the content of a new or removed element, and names its elements in that difference.
  ///
  /// A new namespace with ten classes is one difference that names them, not eleven.
  private mutating func foldContent() {
    let (goneRoots, newRoots) = (
      roots(old, containers.removed, isAlone: isGone), roots(new, containers.added, isAlone: isNew)
    )
    var content: [String: [String]] = [:]
    for (side, roots, hasPartner, sign) in [
      (old, goneRoots, names.hasOld, "-"), (new, newRoots, names.hasNew, "+"),
    ] {
      for element in side.elements where !hasPartner(element[.name]) {
        if let root = roots[element[.scope]], root != "element \(element[.name])" {
          content["\(sign)\(root)", default: []].append(element.fact.shown)
        }
      }
    }
    for index in all.indices {
      let difference = all[index]
      guard difference.kind == .added || difference.kind == .removed else { continue }
      let isOld = difference.kind == .removed
      let fact = difference.fact
      let own = "\(fact.kind.isContainer ? "container" : "element") \(fact[.name])"
      if let root = (isOld ? goneRoots : newRoots)[fact[.scope]], root != own {
        all[index].isWithin = true
      } else if fact.kind.isContainer || fact.kind.isElement {
        all[index].add(content: content["\(isOld ? "-" : "+")\(own)"] ?? [])
      }
    }
  }

  /// For each container that is part of an added or removed element, the outermost such element.
  private func roots(
    _ side: FactSide, _ alone: Set<Int>, isAlone: (LocatedFact) -> Bool
  ) -> [String: String] {
    var result: [String: String] = [:]
    func root(of name: String) -> String? {
      if let known = result[name] { return known }
      guard let index = side.container(name) else { return nil }
      let container = side.containers[index]
      var found = side.scopes[name].flatMap(root)
      if found == nil {
        if container.kind == .region {
          found = side.element(container[.owner]).flatMap {
            isAlone($0) ? "element \($0[.name])" : nil
          }
        } else if alone.contains(index) {
          found = "container \(name)"
        }
      }
      result[name] = found
      return found
    }
    for container in side.containers { _ = root(of: container[.name]) }
    return result
  }
}

extension FactSchema {
  /// The kept values; `nil` if the fact lacks a role that only some facts have.
  fileprivate func key(_ fact: Fact, _ values: [String], keeping: [Fact.Role]) -> [String]? {
    var result: [String] = []
    for role in keeping {
      if let index = roles.firstIndex(of: role) {
        result.append(values[index])
      } else {
        guard fact.has(role) else { return nil }
        result.append(fact[role])
      }
    }
    return result
  }

  fileprivate func roles(_ old: [String], _ new: [String]) -> [Fact.Role] {
    zip(roles, zip(old, new)).filter { $1.0 != $1.1 }.map(\.0)
  }
}
