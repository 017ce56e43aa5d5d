package import Mermaid
package import Models

/// Draws types as a class diagram.
package enum ClassBuilder {
  package static func diagram(
    of model: TypeModel, direction: Direction? = nil
  ) -> ClassDiagram {
    var statements: [ClassStatement] = []
    if let direction { statements.append(.direction(DirectionStatement(direction))) }
    statements += model.types.map { .declaration(declaration($0)) }
    statements += model.relations.map { .relation(relation($0)) }
    let isBare = model.types.allSatisfy { $0.members.isEmpty && $0.omitted == 0 }
    return ClassDiagram(header: .classDiagram(hidesEmptyBoxes: isBare), statements: statements)
  }

  private static func declaration(_ type: TypeModel.TypeEntry) -> ClassDeclaration {
    var members = type.members.map(member)
    if type.omitted > 0 { members.append(ClassMember(nil, "… \(type.omitted) more")) }
    let generic =
      type.genericParameters.isEmpty
      ? nil : Label(type.genericParameters.joined(separator: ", "))
    return ClassDeclaration(
      Name(type.name), generic: generic, annotations: annotation(of: type.kind).map { [$0] } ?? [],
      members: members)
  }

  private static func annotation(of kind: TypeModel.Kind) -> Label? {
    switch kind {
    case .structure, .classType: nil
    case .actor: "actor"
    case .enumeration: "enumeration"
    case .protocolType: "protocol"
    }
  }

  private static func member(_ entry: TypeModel.MemberEntry) -> ClassMember {
    let visibility: ClassMember.Visibility =
      switch entry.visibility {
      case .open: .open
      case .module: .packagePrivate
      case .hidden: .hidden
      }
    let modifier: ClassMember.Modifier? = entry.isStatic ? .static : nil
    guard let parameters = entry.parameters else {
      let text = entry.type.isEmpty ? entry.name : "\(entry.name): \(entry.type)"
      return ClassMember(visibility, text, modifier: modifier)
    }
    return ClassMember(
      visibility, entry.name, parameters: parameters.joined(separator: ", "),
      returnType: entry.type, modifier: modifier)
  }

  private static func relation(_ relation: TypeModel.Relation) -> ClassRelation {
    let (from, to) = (Name(relation.from), Name(relation.to))
    let many = relation.multiplicity.flatMap { $0 == .one ? nil : Label($0.rawValue) }
    switch relation.kind {
    case .inherits:
      return ClassRelation(from: .init(from), to: .init(to, .extending))
    case .conforms:
      return ClassRelation(from: .init(from), to: .init(to, .extending), line: .dotted)
    case .composes:
      return ClassRelation(from: .init(from, .composition), to: .init(to, cardinality: many))
    case .aggregates:
      return ClassRelation(from: .init(from, .aggregation), to: .init(to, cardinality: many))
    case .creates:
      return ClassRelation(
        from: .init(from), to: .init(to, .dependency), line: .dotted, label: "creates")
    case .uses:
      return ClassRelation(from: .init(from), to: .init(to, .dependency), line: .dotted)
    }
  }
}

extension DiagramHeader {
  /// The header of a class diagram; a diagram without members is drawn without their empty boxes.
  static func classDiagram(hidesEmptyBoxes: Bool) -> DiagramHeader {
    let directive = Label("{init: {\"class\": {\"hideEmptyMembersBox\": true}}}")
    return DiagramHeader(keyword: "classDiagram", directives: hidesEmptyBoxes ? [directive] : [])
  }
}
