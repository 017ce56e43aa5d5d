import Diagnostics
import Facts

/// A class diagram with its changes drawn in.
struct ClassDiffRenderer {
  private let old: ClassDiagram
  private let new: ClassDiagram
  private let marks: ChangeMarks
  /// The new ids of old classes.
  private let ids: [String: String]
  private let shown: [String: String]
  private var marked: Set<String> = []
  private var styled: [(name: String, style: ElementMark.Color)] = []

  init(old: ClassDiagram, new: ClassDiagram, marks: ChangeMarks) {
    self.old = old
    self.new = new
    self.marks = marks
    let model = ClassModel(new)
    shown = Dictionary(
      model.classes.map { ($0.id, $0.shown) }, uniquingKeysWith: { first, _ in first })
    ids = Dictionary(
      FactComparison(old.facts, new.facts).names.pairs.map { ($0.old, $0.new) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Additions and changes are marked in the statements of the new diagram. Removed statements of
  /// the old one follow after them, with their classes under the new names, and styles come last,
  /// since Mermaid needs a class before its style.
  func diagram() -> ClassDiagram {
    var drawing = self
    var result = new
    result.statements = drawing.marked(new.statements)
    result.statements += drawing.undeclared()
    result.statements += old.allStatements.flatMap { drawing.restored($0) }
    result.statements += drawing.styles()
    return result
  }

  // MARK: - Additions

  private mutating func marked(_ statements: [ClassStatement]) -> [ClassStatement] {
    statements.map { statement in
      switch statement {
      case .declaration(let declaration): return .declaration(marked(declaration))
      case .member(var member):
        member.member = marked(member.member)
        return .member(member)
      case .relation(var relation):
        let prefix = marks.new(.relation, at: relation.range).labelPrefix
        if !prefix.isEmpty { relation.label = (relation.label ?? "").behind(prefix) }
        return .relation(relation)
      case .note(var note):
        let prefix = marks.new(.note, at: note.range).labelPrefix
        if !prefix.isEmpty { note.text = note.text.behind(prefix) }
        return .note(note)
      case .namespace(var namespace):
        namespace.statements = marked(namespace.statements)
        return .namespace(namespace)
      default: return statement
      }
    }
  }

  private mutating func marked(_ declaration: ClassDeclaration) -> ClassDeclaration {
    var declaration = declaration
    declaration.members = declaration.members.map(marked)
    let id = declaration.id.text
    let shown = shown[id] ?? id
    let changes = marks.named(id)
    if !changes.isEmpty, marked.insert(id).inserted {
      declaration.label = (declaration.label ?? Label(shown)).behind(changes.labelPrefix)
      styled.append((id, changes.color ?? .changed))
    }
    return declaration
  }

  /// Declarations of marked classes that have no statement of their own to show their marks.
  private mutating func undeclared() -> [ClassStatement] {
    ClassModel(new).classes.compactMap { entry in
      let changes = marks.named(entry.id).filter(\.isDeclared)
      guard entry.declaration == nil, let color = changes.color,
        marked.insert(entry.id).inserted
      else { return nil }
      styled.append((entry.id, color))
      let label = Label(entry.shown).behind(changes.labelPrefix)
      return .declaration(ClassDeclaration(Name(entry.id), label: label))
    }
  }

  private func marked(_ member: ClassMember) -> ClassMember {
    let prefix = marks.new(.member, at: member.range).labelPrefix
    return prefix.isEmpty ? member : member.behind(prefix)
  }

  private func styles() -> [ClassStatement] {
    ElementMark.Color.allCases.flatMap { color in
      styled.filter { $0.style == color && ChangeDrawing.isPlain($0.name) }.map { name, _ in
        .style(StyleStatement(.direct, targets: [Name(name)], value: Label(color.style)))
      }
    }
  }

  // MARK: - Removals

  private mutating func restored(_ statement: ClassStatement) -> [ClassStatement] {
    switch statement {
    case .declaration(let declaration):
      if !marks.removals(of: .type, at: declaration.range).isEmpty {
        return [.declaration(removed(declaration))]
      }
      return declaration.members.compactMap { removed($0, of: declaration.id) }
    case .member(let member): return removed(member.member, of: member.target).map { [$0] } ?? []
    case .relation(var relation):
      guard !marks.removals(of: .relation, at: relation.range).isEmpty else { return [] }
      relation.from.name = name(relation.from.name)
      relation.to.name = name(relation.to.name)
      relation.label = (relation.label ?? "").behind(ChangeMarks.removed)
      return [.relation(relation)]
    case .note(let note):
      guard !marks.removals(of: .note, at: note.range).isEmpty else { return [] }
      return [.note(ClassNote(note.text.behind(ChangeMarks.removed), for: note.target.map(name)))]
    default: return []
    }
  }

  private mutating func removed(_ declaration: ClassDeclaration) -> ClassDeclaration {
    styled.append((declaration.id.text, .gone))
    return ClassDeclaration(
      name(declaration.id), generic: declaration.generic,
      label: (declaration.label ?? Label(declaration.id.text)).behind(ChangeMarks.removed),
      annotations: declaration.annotations, members: declaration.members)
  }

  private func removed(_ member: ClassMember, of owner: Name) -> ClassStatement? {
    guard !marks.removals(of: .member, at: member.range).isEmpty else { return nil }
    return .member(ClassMemberStatement(name(owner), member.behind(ChangeMarks.removed)))
  }

  private func name(_ name: Name) -> Name { Name(ids[name.text] ?? name.text) }
}

extension ClassMember {
  /// The member with a prefix before its visibility, which becomes part of the name.
  fileprivate func behind(_ prefix: String) -> ClassMember {
    ClassMember(
      nil, "\(prefix)\(visibility?.rawValue ?? "")\(name)", parameters: parameters,
      returnType: returnType, modifier: modifier)
  }
}
