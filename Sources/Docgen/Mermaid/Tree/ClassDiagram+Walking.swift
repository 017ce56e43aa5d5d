package import Diagnostics

extension ClassDiagram {
  /// Every statement, depth first, a namespace before its contents.
  package var allStatements: [ClassStatement] {
    var result: [ClassStatement] = []
    func visit(_ statements: [ClassStatement]) {
      for statement in statements {
        result.append(statement)
        if case .namespace(let namespace) = statement { visit(namespace.statements) }
      }
    }
    visit(statements)
    return result
  }

  /// The declared classes, those in namespaces included, in the order of the text.
  package var declarations: [ClassDeclaration] {
    allStatements.compactMap { statement in
      if case .declaration(let declaration) = statement { declaration } else { nil }
    }
  }

  /// The relations in the order of the text.
  package var relations: [ClassRelation] {
    statements.compactMap { statement in
      if case .relation(let relation) = statement { relation } else { nil }
    }
  }

  /// Every class that is named, in order of first appearance.
  package var classNames: [Name] {
    var seen: Set<String> = []
    var result: [Name] = []
    for statement in allStatements {
      for name in statement.classNames where seen.insert(name.text).inserted {
        result.append(name)
      }
    }
    return result
  }
}

extension ClassStatement {
  /// The classes that the statement itself names.
  package var classNames: [Name] {
    switch self {
    case .declaration(let declaration): [declaration.id]
    case .member(let member): [member.target]
    case .annotation(let annotation): [annotation.target]
    case .relation(let relation): [relation.from.name, relation.to.name]
    case .note(let note): note.target.map { [$0] } ?? []
    case .interaction(let interaction): [interaction.target]
    case .namespace, .direction, .style, .metadata, .comment, .inert: []
    }
  }

  /// The generic parameters in the statement.
  var generics: [Label] {
    switch self {
    case .declaration(let declaration): declaration.generic.map { [$0] } ?? []
    case .member(let member): member.generic.map { [$0] } ?? []
    case .relation(let relation): [relation.from.generic, relation.to.generic].compactMap(\.self)
    default: []
    }
  }

  /// The place of the statement; `nil` if it was built by code.
  package var range: SourceRange? {
    switch self {
    case .declaration(let declaration): declaration.range
    case .member(let member): member.range
    case .annotation(let annotation): annotation.range
    case .relation(let relation): relation.range
    case .namespace(let namespace): namespace.range
    case .note(let note): note.range
    case .direction(let direction): direction.range
    case .style(let style): style.range
    case .interaction(let interaction): interaction.range
    case .metadata(let metadata): metadata.range
    case .comment(let comment): comment.range
    case .inert(let inert): inert.range
    }
  }

  /// Whether it is a class or may precede classes at the head of a diagram.
  var isDeclaration: Bool {
    switch self {
    case .declaration, .namespace, .direction, .metadata, .comment: true
    default: false
    }
  }
}
