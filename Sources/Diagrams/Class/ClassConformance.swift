package import Diagnostics
package import Mermaid
package import Models
package import SwiftCode

/// A place where a hand-drawn class diagram and the sources part.
package struct ClassDeviation: Sendable {
  package enum Kind: Sendable {
    /// The sources have no such type.
    case unknownType(nearest: String?)
    /// The type has no such member.
    case unknownMember(nearest: String?)
    /// The member exists with other parameters.
    case otherParameters([String])
    /// The member exists with another type: of a property, a parameter or the result.
    case otherType(drawn: String, declared: String)
    /// The two types do not hang together in that way.
    case unknownRelation(found: [TypeModel.Relation])
  }

  package var kind: Kind
  /// The class, or the class of the member, or where the relation begins.
  package var type: String
  /// The member, or where the relation leads.
  package var other: String
  package var range: SourceRange?
  /// Where the type or the member is declared.
  package var declaredAt: SourceLocation?
}

/// Holds a hand-drawn class diagram against the sources: every drawn class, member and relation
/// must exist. What the diagram leaves out is no deviation.
package struct ClassConformance {
  private let code: CodeModel

  package init(code: CodeModel) {
    self.code = code
  }

  package func deviations(of diagram: ClassDiagram) -> [ClassDeviation] {
    let drawing = DrawnClasses(diagram)
    var found: [ClassDeviation] = []
    var declarations: [String: TypeDeclaration] = [:]
    for name in drawing.names {
      let lookup = code.type(named: name.text)
      if let type = lookup.first {
        declarations[name.text] = type
      } else {
        var nearest: String?
        if case .unknown(let near) = lookup { nearest = near }
        found.append(
          ClassDeviation(
            kind: .unknownType(nearest: nearest), type: name.text, other: "", range: name.range))
      }
    }
    for (owner, member) in drawing.members {
      guard let type = declarations[owner] else { continue }
      if let deviation = deviation(of: member, in: type) { found.append(deviation) }
    }
    return found + relations(drawing, declarations)
  }

  // MARK: - Members

  private func deviation(of member: ClassMember, in type: TypeDeclaration) -> ClassDeviation? {
    let claim = MemberClaim(member)
    let name = claim.name
    if claim.isEmpty { return nil }
    let candidates = members(named: name, of: type)
    func deviation(_ kind: ClassDeviation.Kind, at place: SourceLocation) -> ClassDeviation {
      ClassDeviation(
        kind: kind, type: type.qualifiedName, other: name, range: member.range, declaredAt: place)
    }
    guard let first = candidates.first else {
      let nearest = NearMiss.best(for: name, among: type.members.map(\.name))
      return deviation(.unknownMember(nearest: nearest), at: type.nameLocation)
    }
    let fitting = candidates.filter(claim.fitsParameters)
    guard let nearest = fitting.first else {
      let labels = candidates.lazy.compactMap(MemberClaim.labels).first
      return deviation(.otherParameters(labels ?? []), at: first.nameLocation)
    }
    let differences = fitting.map { claim.differentType(from: $0) }
    guard let difference = differences.first, let (drawn, declared) = difference,
      !differences.contains(where: { $0 == nil })
    else { return nil }
    return deviation(.otherType(drawn: drawn, declared: declared), at: nearest.nameLocation)
  }

  /// The members of a type and of what it inherits from.
  private func members(named name: String, of type: TypeDeclaration) -> [Member] {
    var queue = [type]
    var seen: Set<String> = []
    while !queue.isEmpty {
      let current = queue.removeFirst()
      guard seen.insert(current.qualifiedName).inserted else { continue }
      let found = current.members.filter { $0.name == name }
      if !found.isEmpty { return found }
      queue += current.inheritance.compactMap {
        code.type(named: $0.name, inside: current.qualifiedName).first
      }
    }
    return []
  }

  // MARK: - Relations

  private func relations(
    _ drawing: DrawnClasses, _ declarations: [String: TypeDeclaration]
  ) -> [ClassDeviation] {
    let names = Set(declarations.values.map(\.qualifiedName)).sorted()
    let model = TypeModel(TypeSelection(types: names), in: code)
    return drawing.relations.compactMap { relation in
      let claim = RelationClaim(relation)
      guard let from = declarations[claim.from], let to = declarations[claim.to] else { return nil }
      let between = model.relations.filter {
        $0.from == from.qualifiedName && $0.to == to.qualifiedName
      }
      if between.contains(where: { claim.kinds.contains($0.kind) }) { return nil }
      return ClassDeviation(
        kind: .unknownRelation(found: between), type: claim.from, other: claim.to,
        range: relation.range, declaredAt: from.nameLocation)
    }
  }
}

/// What an arrow between two classes says.
private struct RelationClaim {
  var from: String
  var to: String
  /// The relations of the code that the arrow may stand for.
  var kinds: Set<TypeModel.Relation.Kind>

  /// The end that carries a triangle, diamond or arrow head tells the direction.
  init(_ relation: ClassRelation) {
    let isReversed: Bool
    let end: ClassRelation.End?
    if let to = relation.to.end {
      // A diamond stands at the whole.
      isReversed = to == .composition || to == .aggregation
      end = to
    } else {
      end = relation.from.end
      isReversed = !(end == .composition || end == .aggregation || end == nil)
    }
    from = isReversed ? relation.to.name.text : relation.from.name.text
    to = isReversed ? relation.from.name.text : relation.to.name.text
    switch end {
    case .extending: kinds = [.conforms, .inherits]
    case .composition, .aggregation: kinds = [.composes, .aggregates]
    case .dependency, .lollipop, nil: kinds = Set(TypeModel.Relation.Kind.allCases)
    }
  }
}

/// The classes, members and relations of a diagram, namespaces opened.
private struct DrawnClasses {
  private(set) var names: [Name] = []
  private(set) var members: [(owner: String, member: ClassMember)] = []
  private(set) var relations: [ClassRelation] = []

  init(_ diagram: ClassDiagram) {
    collect(diagram.statements)
  }

  private mutating func collect(_ statements: [ClassStatement]) {
    for statement in statements {
      switch statement {
      case .declaration(let declaration):
        add(declaration.id)
        members += declaration.members.map { (declaration.id.text, $0) }
      case .member(let member):
        add(member.target)
        members.append((member.target.text, member.member))
      case .relation(let relation):
        add(relation.from.name)
        add(relation.to.name)
        relations.append(relation)
      case .namespace(let namespace): collect(namespace.statements)
      case .annotation(let annotation): add(annotation.target)
      case .note, .direction, .style, .interaction, .metadata, .comment, .inert: continue
      }
    }
  }

  private mutating func add(_ name: Name) {
    if !names.contains(name) { names.append(name) }
  }
}
