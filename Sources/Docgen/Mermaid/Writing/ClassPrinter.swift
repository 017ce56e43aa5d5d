import Diagnostics

/// Writes a class diagram.
struct ClassPrinter {
  private let diagram: ClassDiagram
  private let identifiers: Identifiers
  /// How names are spelled that were asked for already: each takes three readings to prove.
  private let spellings: [String: String]
  /// Classes that some statement declares, or that the text has introduced.
  private var declared: Set<String> = []
  /// The generic parameters that each class has from its first mention.
  private var generics: [String: Label?] = [:]
  /// Names of nothing but notes, interfaces and what is clicked, for which no class can stand.
  private let unshown: Set<String>
  private var writer = MermaidWriter()

  init(_ diagram: ClassDiagram) {
    self.diagram = diagram
    var names: [Name] = []
    var labelled: Set<String> = []
    var noted: Set<String> = []
    var related: Set<String> = []
    for statement in diagram.allStatements {
      names += statement.classNames
      if case .note(let note) = statement, let target = note.target { noted.insert(target.text) }
      if case .interaction(let interaction) = statement { noted.insert(interaction.target.text) }
      if case .relation(let relation) = statement {
        let interface = relation.interface?.name.text
        if let interface { noted.insert(interface) }
        for side in [relation.from, relation.to] where side.name.text != interface {
          related.insert(side.name.text)
        }
      }
      if case .member(let member) = statement { related.insert(member.target.text) }
      for (name, generic) in statement.mentions where generics[name.text] == nil {
        generics[name.text] = .some(generic)
      }
      guard case .declaration(let declaration) = statement else { continue }
      declared.insert(declaration.id.text)
      if declaration.label != nil { labelled.insert(declaration.id.text) }
    }
    let unshown = noted.subtracting(declared).subtracting(related)
    var spellings: [String: String] = [:]
    identifiers = Identifiers(
      names, labelled: labelled, reserved: ClassNameSpelling.reserved, shownBy: .classString
    ) {
      spellings[$0] = ClassNameSpelling.spelling($0, isShown: !unshown.contains($0))
      return spellings[$0] != nil
    }
    self.spellings = spellings
    self.unshown = unshown
  }

  mutating func print() -> String { write().text }

  mutating func write() -> MermaidWriter {
    writer.header(diagram.header)
    statements(diagram.statements)
    writer.closeTags()
    return writer
  }

  private mutating func statements(_ statements: [ClassStatement]) {
    var previous: ClassStatement?
    for statement in statements {
      let isNewPart = previous?.isDeclaration == true && !statement.isDeclaration
      writer.separate(previous?.range, statement.range, suggested: isNewPart)
      writer.place(statement.range)
      self.statement(statement)
      previous = statement
    }
  }

  private mutating func statement(_ statement: ClassStatement) {
    if !identifiers.isEmpty {
      writer.place(nil)
      introduce(statement.classNames)
      writer.place(statement.range)
    }
    switch statement {
    case .declaration(let declaration): self.declaration(declaration)
    case .member(let member):
      nameLine(
        "\(spell(member.target, member.generic)) : \(MemberSpelling.colon.spell(member.member))")
    case .annotation(let annotation):
      writer.line("<<\(annotation.annotation.source)>> \(spell(annotation.target))")
    case .relation(let relation): nameLine(self.relation(relation))
    case .namespace(let namespace): self.namespace(namespace)
    case .note(let note): self.note(note)
    case .direction(let direction): writer.line("direction \(direction.direction.rawValue)")
    case .style(let style): writer.line(self.style(style))
    case .interaction(let interaction): writer.line(self.interaction(interaction))
    case .metadata(let metadata): writer.metadata(metadata)
    case .comment(let comment): writer.comment(comment)
    case .inert(let inert): self.inert(Remnants.harmless(inert.text))
    }
  }

  /// A line that begins with a name. Behind one that ends with `direction` a name such as `LRB` would
  /// make that a direction: two tildes, which say nothing, part them.
  private mutating func nameLine(_ line: String) {
    let isPart = Direction.startsValue(line) && Direction.endsWord(writer.lastRead)
    writer.line(isPart ? "~~\(line)" : line)
  }

  /// A name alone, which says nothing; in backticks it has as many lines as it likes.
  private mutating func inert(_ text: String) {
    if !Self.staysInert(text) {
      writer.comment(Comment(text))
      // A class diagram has at least one statement; this one says what holds without it.
      if diagram.statements.count == 1 { writer.line("direction TB") }
    } else {
      nameLine(text)
    }
  }

  /// Whether a text reads as itself on a line of its own: what backticks held, from an earlier line
  /// on, may be a direction there.
  private static func staysInert(_ text: String) -> Bool {
    let line = PreparedText.guarded(text)
    let document = MermaidParser.parse("classDiagram\nclass A\n\(line)")
    guard case .classes(let diagram) = document.diagram, document.errors.isEmpty,
      diagram.statements.count == 2, case .inert(let inert) = diagram.statements[1]
    else { return false }
    return inert.text == text
  }

  private func spell(_ name: Name, _ generic: Label? = nil) -> String {
    let alias = identifiers.spelling(name.text)
    let isShown = !unshown.contains(alias)
    let spelled =
      spellings[alias] ?? ClassNameSpelling.spelling(alias, isShown: isShown) ?? alias
    return generic.map { ClassNameSpelling.spelling(spelled, generic: $0.source) } ?? spelled
  }

  private func string(_ label: Label) -> String { "\"\(LabelSpelling.classString.spell(label))\"" }

  /// Declares classes whose names cannot be spelled before their first use.
  private mutating func introduce(_ names: [Name]) {
    for name in names where identifiers.isAliased(name.text) {
      guard declared.insert(name.text).inserted else { continue }
      let spelled = spell(name, generics[name.text] ?? nil)
      writer.line("class \(spelled)[\(string(Label(name.text)))]")
    }
  }
}

// MARK: - Classes

extension ClassPrinter {
  private mutating func declaration(_ declaration: ClassDeclaration) {
    var line = "class \(spell(declaration.id, declaration.generic))"
    var label = declaration.label
    if label == nil, identifiers.isAliased(declaration.id.text) {
      label = Label(declaration.id.text)
    }
    if let label { line += "[\(string(label))]" }
    // In the body, not behind the name: that is understood since Mermaid 11.14 only.
    let annotations = declaration.annotations
    if let cssClass = declaration.cssClass { line += ":::\(cssClass.text)" }
    guard !annotations.isEmpty || !declaration.members.isEmpty else { return writer.line(line) }
    writer.place(declaration.range, .first)
    writer.line("\(line) {")
    writer.indent()
    for annotation in annotations {
      writer.place(annotation.range)
      writer.line("<<\(MemberSpelling.annotation.spell(annotation))>>")
    }
    for member in declaration.members {
      writer.place(member.range)
      writer.line(MemberSpelling.body.spell(member))
    }
    writer.outdent()
    writer.place(declaration.range, .last)
    writer.line("}")
  }

  private mutating func namespace(_ namespace: ClassNamespace) {
    let name = ClassNameSpelling.spelling(namespace.name.text) ?? "`\(namespace.name.text)`"
    let label = namespace.label.map { "[\(string($0))]" } ?? ""
    writer.place(namespace.range, .first)
    writer.line("namespace \(name)\(label) {")
    writer.indent()
    statements(namespace.statements)
    writer.outdent()
    writer.place(namespace.range, .last)
    writer.line("}")
  }

  private mutating func note(_ note: ClassNote) {
    let text = string(note.text)
    writer.line(note.target.map { "note for \(spell($0)) \(text)" } ?? "note \(text)")
  }
}

// MARK: - Relations and the rest

extension ClassPrinter {
  private func relation(_ relation: ClassRelation) -> String {
    var line = spell(relation.from.name, relation.from.generic)
    if let cardinality = relation.from.cardinality { line += " \(string(cardinality))" }
    line += " \(relation.arrow) "
    if let cardinality = relation.to.cardinality { line += "\(string(cardinality)) " }
    line += spell(relation.to.name, relation.to.generic)
    if let label = relation.label, !label.isEmpty {
      line += " : \(LabelSpelling.classLabel.spell(label))"
    }
    return line
  }

  private func style(_ style: StyleStatement) -> String {
    let targets = style.targets.map(\.text).joined(separator: ",")
    return switch style.kind {
    case .definition: "classDef \(targets) \(style.printedValue)"
    case .assignment: "cssClass \"\(targets.isEmpty ? " " : targets)\" \(style.printedValue)"
    case .direct: "style \(targets) \(style.printedValue)"
    }
  }

  private func interaction(_ interaction: ClassInteraction) -> String {
    var line = "click \(spell(interaction.target))"
    var target = ""
    switch interaction.action {
    case .link(let url, let place):
      line += " href \(string(url))"
      target = place.map { " \($0)" } ?? ""
    case .callback(let function, nil) where !Self.isCallable(function.text):
      let name = function.isEmpty ? "\" \"" : string(function)
      line = "callback \(spell(interaction.target)) \(name)"
    case .callback(let function, let arguments):
      line += " call \(function.source)(\(arguments?.source ?? ""))"
    }
    if let tooltip = interaction.tooltip { line += " \(string(tooltip))" }
    return line + target
  }

  /// `call f()` ends a name at its parenthesis and takes no white space around it; it knows no codes
  /// for signs that Mermaid takes first.
  private static func isCallable(_ function: String) -> Bool {
    !function.isEmpty && !function.contains(signs: "(") && ModelText.trimmed(function) == function
      && Remnants.harmless(function) == function && !OpenTag.isOpen(Array(function.utf8))
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

extension ClassStatement {
  /// The classes that the statement makes, with their generic parameters.
  package var mentions: [(name: Name, generic: Label?)] {
    switch self {
    case .declaration(let declaration): [(declaration.id, declaration.generic)]
    case .member(let member): [(member.target, member.generic)]
    case .relation(let relation):
      [(relation.from.name, relation.from.generic), (relation.to.name, relation.to.generic)]
    default: []
    }
  }
}
