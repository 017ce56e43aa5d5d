import Diagnostics

/// Walks a class diagram like the real Mermaid and collects the contents of its data base.
struct ClassModelBuilder {
  private var model = ClassModel()
  private var indices: [String: Int] = [:]
  private var namespaceIndices: [String: Int] = [:]

  mutating func build(_ diagram: ClassDiagram) -> ClassModel {
    model.metadata.title = FrontMatter.title(diagram.header)
    for statement in diagram.statements { enter(statement) }
    return model
  }

  private mutating func enter(_ statement: ClassStatement) {
    switch statement {
    case .declaration(let declaration): _ = declare(declaration)
    case .member(let member):
      let index = mention(member.target, member.generic)
      model.classes[index].members.append(member.member)
    case .annotation(let annotation):
      guard let index = indices[annotation.target.text] else {
        model.strayAnnotations.append(annotation)
        return
      }
      addMention(annotation.target)
      model.classes[index].annotations.append(annotation.annotation)
    case .relation(let relation): self.relation(relation)
    case .namespace(let namespace): self.namespace(namespace, in: nil)
    case .note(let note): self.note(note, in: nil)
    case .direction(let direction): model.direction = direction.direction
    case .style(let style): self.style(style)
    case .interaction(let interaction): self.interaction(interaction)
    case .metadata(let metadata): model.metadata.set(metadata)
    case .comment, .inert: break
    }
  }

  /// The index of a class; a new class is entered. The first mention decides its generic.
  private mutating func mention(_ name: Name, _ generic: Label?) -> Int {
    if let index = indices[name.text] {
      addMention(name)
      return index
    }
    indices[name.text] = model.classes.count
    var entry = ClassModel.Class(id: name.text)
    entry.generic = generic
    entry.range = name.range
    model.classes.append(entry)
    addMention(name)
    return model.classes.count - 1
  }

  private mutating func addMention(_ name: Name) {
    if let index = indices[name.text], let range = name.range {
      model.classes[index].mentions.append(range)
    }
  }

  private mutating func declare(_ declaration: ClassDeclaration) -> Int {
    let index = mention(declaration.id, declaration.generic)
    if model.classes[index].declaration == nil {
      model.classes[index].declaration = declaration.range ?? declaration.id.range
    }
    if let label = declaration.label { model.classes[index].label = label }
    if let cssClass = declaration.cssClass { addClass(cssClass.text, to: declaration.id.text) }
    model.classes[index].annotations += declaration.annotations
    model.classes[index].members += declaration.members
    return index
  }

  /// A lollipop without an end on the other side makes an interface, not a class.
  private mutating func relation(_ relation: ClassRelation) {
    var entry = ClassModel.Relation(
      from: relation.from, to: relation.to, line: relation.line, label: relation.label,
      range: relation.range)
    if relation.from.end == .lollipop, relation.to.end == nil {
      entry.fromIsInterface = true
      _ = mention(relation.to.name, relation.to.generic)
    } else if relation.to.end == .lollipop, relation.from.end == nil {
      entry.toIsInterface = true
      _ = mention(relation.from.name, relation.from.generic)
    } else {
      _ = mention(relation.from.name, relation.from.generic)
      _ = mention(relation.to.name, relation.to.generic)
    }
    model.relations.append(entry)
  }

  private mutating func note(_ note: ClassNote, in namespace: String?) {
    if let target = note.target { addMention(target) }
    model.notes.append(
      ClassModel.Note(
        text: note.text, target: note.target?.text, namespace: namespace, range: note.range))
  }

  /// A `classDef` applies to classes that were entered before it, by a comparison of substrings, as
  /// in the real data base: `classDef hot` also styles a class of the style class `hotter`.
  private mutating func style(_ style: StyleStatement) {
    let pieces = style.value.source.split(separator: ",").map { ModelText.trimmed(String($0)) }
    switch style.kind {
    case .definition:
      for name in style.targets {
        if let index = model.classDefs.firstIndex(where: { $0.name == name.text }) {
          model.classDefs[index].styles += pieces
        } else {
          model.classDefs.append(ClassModel.Definition(name: name.text, styles: pieces))
        }
        for index in model.classes.indices
        where (["default"] + model.classes[index].cssClasses).joined(separator: " ")
          .contains(name.text)
        {
          model.classes[index].styles += pieces
        }
      }
    case .assignment:
      for name in style.targets { addClass(style.value.source, to: name.text) }
    case .direct:
      for name in style.targets {
        if let index = indices[name.text] { model.classes[index].styles += pieces }
      }
    }
  }

  /// Mermaid removes control characters, and white space around an address.
  private static func address(_ written: String) -> String {
    let kept = written.unicodeScalars.filter {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
    }
    return ModelText.trimmed(String(String.UnicodeScalarView(kept)))
  }

  /// The real data base does not find names that begin with a digit.
  private mutating func addClass(_ cssClass: String, to name: String) {
    guard let index = indices[name], name.utf8.first.map(ByteClasses.isDigit) != true else {
      return
    }
    model.classes[index].cssClasses.append(cssClass)
  }

  private mutating func interaction(_ interaction: ClassInteraction) {
    let name = interaction.target.text
    if let index = indices[name] {
      switch interaction.action {
      case .link(let url, let target):
        if name.utf8.first.map(ByteClasses.isDigit) != true {
          model.classes[index].link = Self.address(url.source)
          model.classes[index].linkTarget = target ?? "_blank"
        }
      case .callback:
        model.classes[index].hasCallback = true
      }
      if let tooltip = interaction.tooltip { model.classes[index].tooltip = tooltip }
    }
    addClass("clickable", to: name)
  }
}

// MARK: - Namespaces

extension ClassModelBuilder {
  private mutating func namespace(_ namespace: ClassNamespace, in parent: String?) {
    let id = parent.map { "\($0).\(namespace.name.text)" } ?? namespace.name.text
    enter(id, namespace)
    for statement in namespace.statements {
      if case .declaration(let declaration) = statement { _ = declare(declaration) }
      if case .namespace(let inner) = statement { self.namespace(inner, in: id) }
      if case .note(let note) = statement { self.note(note, in: id) }
    }
    guard let index = namespaceIndices[id] else { return }
    for case .declaration(let declaration) in namespace.statements {
      guard let entry = indices[declaration.id.text] else { continue }
      model.classes[entry].namespace = id
      if !model.namespaces[index].classes.contains(declaration.id.text) {
        model.namespaces[index].classes.append(declaration.id.text)
      }
    }
  }

  /// `A.B.C` also makes `A` and `A.B`.
  private mutating func enter(_ id: String, _ namespace: ClassNamespace) {
    if let index = namespaceIndices[id] {
      model.namespaces[index].isExplicit = true
      if let label = namespace.label { model.namespaces[index].label = label }
      return
    }
    var path = ""
    var parent: String?
    let parts = id.split(separator: ".", omittingEmptySubsequences: false)
    for (number, part) in parts.enumerated() {
      path += (number == 0 ? "" : ".") + part
      let isLast = number == parts.count - 1
      if namespaceIndices[path] == nil {
        namespaceIndices[path] = model.namespaces.count
        model.namespaces.append(
          ClassModel.Namespace(
            id: path, label: isLast ? namespace.label : nil, parent: parent, isExplicit: isLast,
            range: namespace.range))
      }
      parent = path
    }
  }
}
