import Diagnostics
import Facts

/// A class diagram with marks: prefixes on labels and members, and styles that color the classes.
struct MarkedClassDiagram {
  private let diagram: ClassDiagram
  private let marks: MarkIndex
  private let shown: [String: String]
  private var marked: Set<String> = []
  private var styled: [(name: String, style: ElementMark.Color)] = []

  init(_ diagram: ClassDiagram, _ marks: MarkIndex) {
    self.diagram = diagram
    self.marks = marks
    shown = Dictionary(
      ClassModel(diagram).classes.map { ($0.id, $0.shown) }, uniquingKeysWith: { first, _ in first }
    )
  }

  /// Styles come last, since Mermaid needs a class before its style.
  func drawn() -> ClassDiagram {
    var drawing = self
    var result = diagram
    result.statements = drawing.marked(diagram.statements)
    result.statements += drawing.undeclared()
    result.statements += drawing.styles()
    return result
  }

  private mutating func marked(_ statements: [ClassStatement]) -> [ClassStatement] {
    statements.map { statement in
      switch statement {
      case .declaration(let declaration): return .declaration(marked(declaration))
      case .member(var member):
        member.member = marked(member.member)
        return .member(member)
      case .relation(var relation):
        let prefix = marks.all(.relation, at: relation.range).labelPrefix
        if !prefix.isEmpty { relation.label = (relation.label ?? "").prefixed(by: prefix) }
        return .relation(relation)
      case .note(var note):
        let prefix = marks.all(.note, at: note.range).labelPrefix
        if !prefix.isEmpty { note.text = note.text.prefixed(by: prefix) }
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
      declaration.label = (declaration.label ?? Label(shown)).prefixed(by: changes.labelPrefix)
      styled.append((id, changes.color ?? .changed))
    }
    return declaration
  }

  /// Declarations of marked classes that have no statement of their own to show their marks.
  private mutating func undeclared() -> [ClassStatement] {
    ClassModel(diagram).classes.compactMap { entry in
      let changes = marks.named(entry.id).filter(\.isDeclared)
      guard entry.declaration == nil, let color = changes.color,
        marked.insert(entry.id).inserted
      else { return nil }
      styled.append((entry.id, color))
      let label = Label(entry.shown).prefixed(by: changes.labelPrefix)
      return .declaration(ClassDeclaration(Name(entry.id), label: label))
    }
  }

  private func marked(_ member: ClassMember) -> ClassMember {
    let prefix = marks.all(.member, at: member.range).labelPrefix
    return prefix.isEmpty ? member : member.prefixed(by: prefix)
  }

  private func styles() -> [ClassStatement] {
    ElementMark.Color.allCases.flatMap { color in
      styled.filter { $0.style == color && MarkedDrawing.isPlain($0.name) }.map { name, _ in
        .style(StyleStatement(.direct, targets: [Name(name)], value: Label(color.style)))
      }
    }
  }
}

extension ClassMember {
  /// The member with a prefix before its visibility, which becomes part of the name.
  fileprivate func prefixed(by prefix: String) -> ClassMember {
    ClassMember(
      nil, "\(prefix)\(visibility?.rawValue ?? "")\(name)", parameters: parameters,
      returnType: returnType, modifier: modifier)
  }
}
