package import Mermaid
package import Models

/// Draws types as a class diagram.
///
/// Types appear in the order of the model, and relations after all of them. The result is a tree
/// and not a text: the printer of the Mermaid module escapes names and labels.
package enum ClassBuilder {
  /// `namespaces` draws a namespace for each module. Types without a module stay outside, since
  /// Mermaid has no nameless namespace.
  package static func diagram(
    of model: TypeModel, direction: Direction? = nil, namespaces: Bool = false
  ) -> ClassDiagram {
    var statements: [ClassStatement] = []
    if let direction { statements.append(.direction(DirectionStatement(direction))) }
    statements += namespaces ? grouped(model.types) : model.types.map { declaration($0) }
    statements += model.relations.map { .relation(relation($0)) }
    let isBare = model.types.allSatisfy { $0.members.isEmpty && $0.omitted == 0 }
    return ClassDiagram(header: .classDiagram(hidesEmptyBoxes: isBare), statements: statements)
  }

  /// A namespace for each module, in the order of their first types.
  private static func grouped(_ types: [TypeModel.TypeEntry]) -> [ClassStatement] {
    var modules: [String?] = []
    for type in types where !modules.contains(type.module) { modules.append(type.module) }
    return modules.flatMap { module -> [ClassStatement] in
      let inside = types.filter { $0.module == module }.map { declaration($0) }
      guard let module else { return inside }
      return [.namespace(ClassNamespace(Name(module), statements: inside))]
    }
  }

  /// Omitted members are counted in a last line, `… 3 more`. `ClassConformance` reads such a line
  /// as permission to leave members out, so a truncated diagram is not reported as incomplete,
  /// unless its marker demands all members.
  private static func declaration(_ type: TypeModel.TypeEntry) -> ClassStatement {
    var members = type.members.map(member)
    if type.omitted > 0 { members.append(ClassMember(nil, "… \(type.omitted) more")) }
    let generic =
      type.genericParameters.isEmpty
      ? nil : Label(type.genericParameters.joined(separator: ", "))
    let words = [annotation(of: type.kind), sendability(type)].compactMap(\.self)
    // Mermaid shows one annotation only.
    let annotations = words.isEmpty ? [] : [Label(words.joined(separator: ", "))]
    return .declaration(
      ClassDeclaration(
        Name(type.name), generic: generic, annotations: annotations, members: members))
  }

  private static func sendability(_ type: TypeModel.TypeEntry) -> String? {
    type.isSendable.map { $0 ? "Sendable" : "not Sendable" }
  }

  private static func annotation(of kind: TypeModel.Kind) -> String? {
    switch kind {
    case .structure, .classType: nil
    case .actor: "actor"
    case .enumeration: "enumeration"
    case .protocolType: "protocol"
    case .extended: "extension"
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

  ///     inherits   Derived --|> Base       composes    Whole *-- Part
  ///     conforms   Type ..|> Protocol      aggregates  Whole o-- Part
  ///     creates    A ..> B : creates       uses        A ..> B
  ///     nests      Outer -- Inner : nests  extends     A ..> B : extends
  ///
  /// A multiplicity of one is not written: it is the reader's assumption.
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
    case .nests:
      return ClassRelation(from: .init(from), to: .init(to), label: "nests")
    case .extends:
      return ClassRelation(
        from: .init(from), to: .init(to, .dependency), line: .dotted, label: "extends")
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
