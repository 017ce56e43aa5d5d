import Diagnostics

/// Prints a class diagram.
struct ClassPrinter {
  private let diagram: ClassDiagram
  private let identifiers: Identifiers
  /// The written forms of earlier names: each takes a parsing run to prove.
  private var written: [String: String] = [:]
  /// Classes that some statement declares, or that the text has introduced.
  private var declared: Set<String>
  private var labelEscaper = LabelEscaper.classLabel
  private var writer = MermaidWriter()

  init(_ diagram: ClassDiagram) {
    self.diagram = diagram
    let statements = diagram.allStatements
    let names = statements.flatMap(\.classNames)
    let declarations = diagram.declarations
    declared = Set(declarations.map(\.id.text))
    // `direction` at the end of a line and `LR` at the start of the next are a direction.
    let isRisky = names.contains { Direction.startsValue($0.text) }
    labelEscaper.guardsDirectionAtEnd = isRisky
    var written: [String: String] = [:]
    identifiers = Identifiers(
      names, labelled: Set(declarations.filter { $0.label != nil }.map(\.id.text)),
      reserved: ClassNames.reserved, shownBy: .classString
    ) { name in
      written[name] = ClassNames.written(name)
      return written[name] != nil && !(isRisky && Direction.endsWord(name))
    }
    self.written = written
  }

  mutating func print() -> String {
    writer.header(diagram.header)
    statements(diagram.statements)
    return writer.text
  }

  private mutating func statements(_ statements: [ClassStatement]) {
    var previous: ClassStatement?
    for statement in statements {
      writer.separate(
        previous?.range, statement.range,
        endsPart: previous?.isDeclaration == true && !statement.isDeclaration)
      introduce(statement.classNames)
      self.statement(statement)
      previous = statement
    }
  }

  private mutating func statement(_ statement: ClassStatement) {
    switch statement {
    case .declaration(let declaration): self.declaration(declaration)
    case .member(let member):
      writer.line(
        "\(name(member.target, member.generic)) : \(MemberSpelling.colon.spell(member.member))")
    case .annotation(let annotation):
      writer.line("<<\(annotation.annotation.source)>> \(name(annotation.target))")
    case .relation(let relation): writer.line(self.relation(relation))
    case .namespace(let namespace):
      let name = ClassNames.written(namespace.name.text) ?? "`\(namespace.name.text)`"
      let label = namespace.label.map { "[\(string($0))]" } ?? ""
      writer.line("namespace \(name)\(label) {")
      writer.depth += 1
      statements(namespace.statements)
      writer.depth -= 1
      writer.line("}")
    case .note(let note):
      let target = note.target.map { "for \(name($0)) " } ?? ""
      writer.line("note \(target)\(string(note.text))")
    case .direction(let direction): writer.line("direction \(direction.direction.rawValue)")
    case .style(let style): writer.line(self.style(style))
    case .interaction(let interaction): writer.line(self.interaction(interaction))
    case .metadata(let metadata): writer.metadata(metadata)
    case .comment(let comment): writer.comment(comment)
    case .inert(let statement): writer.ignored(statement)
    }
  }

  private func name(_ name: Name, _ generic: Label? = nil) -> String {
    let alias = identifiers.written(name.text)
    let text = written[alias] ?? ClassNames.written(alias) ?? alias
    return generic.map { "\(text)~\($0.source)~" } ?? text
  }

  private func string(_ label: Label) -> String { "\"\(LabelEscaper.classString.escape(label))\"" }

  /// Declares classes whose names cannot be spelled before their first use.
  private mutating func introduce(_ names: [Name]) {
    for name in names where identifiers.isAliased(name.text) {
      guard declared.insert(name.text).inserted else { continue }
      writer.line("class \(self.name(name))[\(string(Label(name.text)))]")
    }
  }

  private mutating func declaration(_ declaration: ClassDeclaration) {
    var line = "class \(name(declaration.id, declaration.generic))"
    let isAliased = identifiers.isAliased(declaration.id.text)
    let label = declaration.label ?? (isAliased ? Label(declaration.id.text) : nil)
    if let label { line += "[\(string(label))]" }
    if let cssClass = declaration.cssClass { line += ":::\(cssClass.text)" }
    // Annotations after the name require Mermaid 11.14.
    let body =
      declaration.annotations.map { "<<\(MemberSpelling.body.spell($0))>>" }
      + declaration.members.map(MemberSpelling.body.spell)
    if body.isEmpty { return writer.line(line) }
    writer.block("\(line) {", "}") { writer in
      for line in body { writer.line(line) }
    }
  }
}

// MARK: - Relations and the rest

extension ClassPrinter {
  private func relation(_ relation: ClassRelation) -> String {
    var line = name(relation.from.name, relation.from.generic)
    if let cardinality = relation.from.cardinality { line += " \(string(cardinality))" }
    line += " \(relation.arrow) "
    if let cardinality = relation.to.cardinality { line += "\(string(cardinality)) " }
    line += name(relation.to.name, relation.to.generic)
    if let label = relation.label, !label.isEmpty {
      line += " : \(labelEscaper.escape(label))"
    }
    return line
  }

  private func style(_ style: StyleStatement) -> String {
    let targets = style.targets.map(\.text).joined(separator: ",")
    let value = style.value.source
    return switch style.kind {
    case .definition: "classDef \(targets) \(value)"
    case .assignment: "cssClass \"\(targets.isEmpty ? " " : targets)\" \(value)"
    case .direct: "style \(targets) \(value)"
    }
  }

  private func interaction(_ interaction: ClassInteraction) -> String {
    var line = "click \(name(interaction.target))"
    var target = ""
    switch interaction.action {
    case .link(let url, let place):
      line += " href \(string(url))"
      target = place.map { " \($0)" } ?? ""
    case .callback(let function, nil):
      line = "callback \(name(interaction.target)) \(string(function.isEmpty ? " " : function))"
    case .callback(let function, let arguments):
      line += " call \(function.source)(\(arguments?.source ?? ""))"
    }
    if let tooltip = interaction.tooltip { line += " \(string(tooltip))" }
    return line + target
  }
}

extension ClassRelation {
  /// Both ends and the line between: `<|--`.
  var arrow: String {
    (from.end?.sign(isLeft: true) ?? "") + (line == .solid ? "--" : "..")
      + (to.end?.sign(isLeft: false) ?? "")
  }
}

extension ClassRelation.End {
  /// `<|` on the left, `|>` on the right.
  fileprivate func sign(isLeft: Bool) -> String {
    switch self {
    case .aggregation: "o"
    case .extending: isLeft ? "<|" : "|>"
    case .composition: "*"
    case .dependency: isLeft ? "<" : ">"
    case .lollipop: "()"
    }
  }
}
