package import Diagnostics
package import Facts

/// A mark of one element of a drawing: words, and a color where the language has one.
package struct ElementMark: Hashable, Sendable {
  /// What a color means; each drawing has words for it.
  package enum Color: String, CaseIterable, Sendable {
    case added, gone, changed, unobserved

    /// A colored character for labels, because arrows of some kinds cannot be styled.
    package var sign: String {
      switch self {
      case .added: "🟩"
      case .gone: "🟥"
      case .changed: "🟪"
      case .unobserved: "🟧"
      }
    }

    /// The colors of a box, readable in a light and a dark theme.
    var style: String { "fill:\(back),stroke:\(line),color:#1f2328" }

    var line: String {
      switch self {
      case .added: "#116329"
      case .gone: "#b42318"
      case .changed: "#6b3fa0"
      case .unobserved: "#8a4600"
      }
    }

    private var back: String {
      switch self {
      case .added: "#e3f5e7"
      case .gone: "#fdecea"
      case .changed: "#f2ebfa"
      case .unobserved: "#fdf0dc"
      }
    }

    /// The transparent background of messages: their text has the color of the theme.
    var area: String {
      switch self {
      case .added: "rgba(46, 160, 67, 0.2)"
      case .gone: "rgba(207, 34, 46, 0.2)"
      case .changed: "rgba(130, 80, 223, 0.2)"
      case .unobserved: "rgba(191, 135, 0, 0.25)"
      }
    }

    /// The name of the style class.
    var className: String { "docgen_\(rawValue)" }
  }

  package var fact: Fact
  /// The places in the drawn diagram that belong to the element.
  package var places: [SourceRange]
  package var color: Color
  package var note: String
  /// Whether an element without a statement of its own gets one that shows the note.
  package var isDeclared = true

  package init(_ fact: Fact, at places: [SourceRange], _ color: Color, note: String) {
    self.fact = fact
    self.places = places
    self.color = color
    self.note = note
  }

  /// The mark of a difference between two versions.
  init(_ change: Difference) {
    let color: Color =
      switch change.kind {
      case .added: .added
      case .removed: .gone
      case .moved, .relabelled, .redirected, .changed: .changed
      }
    self.init(
      change.fact, at: [change.new?.range, change.newRange].compactMap(\.self), color,
      note: Self.note(change))
    isDeclared = change.kind == .relabelled || change.kind == .added
  }

  private static func note(_ change: Difference) -> String {
    switch change.kind {
    case .added: return "new"
    case .removed: return "gone"
    case .moved: return "moved"
    case .changed where change.fact.kind.isElement: return change.kind.rawValue
    case .relabelled, .redirected, .changed:
      guard let old = change.old?.fact else { return change.kind.rawValue }
      let role = change.roles.count == 1 ? change.roles[0] : nil
      let isLabel = role == .label || role == .text && old.kind != .member
      let value = isLabel ? role.map { old[$0] } ?? "" : old.brief
      return value.isEmpty ? change.kind.rawValue : "was: \(value)"
    }
  }
}

extension Collection<ElementMark> {
  /// An element that is new is not changed as well.
  var color: ElementMark.Color? { contains { $0.color == .added } ? .added : first?.color }

  /// `🟩 [new] `, `🟪 [was: pushed] `; empty without marks.
  var labelPrefix: String {
    guard let color else { return "" }
    var words: [String] = []
    for mark in self where !words.contains(mark.note) { words.append(mark.note) }
    return "\(color.sign) [\(words.joined(separator: "; "))] "
  }
}

/// Marks by their places and names, because a drawing visits statements and needs the marks at each.
struct MarkIndex {
  private var places: [SourceRange: [ElementMark]] = [:]
  private var names: [String: [ElementMark]] = [:]

  init(_ elements: [ElementMark]) {
    for mark in elements {
      for range in Set(mark.places) { places[range, default: []].append(mark) }
      if mark.fact.kind.isElement { names[mark.fact[.name], default: []].append(mark) }
    }
  }

  /// The marks of facts at a place of the diagram.
  func all(_ kind: Fact.Kind, at range: SourceRange?) -> [ElementMark] {
    range.flatMap { places[$0] }?.filter { $0.fact.kind == kind } ?? []
  }

  /// The marks of an element of the diagram.
  func named(_ name: String) -> [ElementMark] { names[name] ?? [] }
}

extension Label {
  /// The label after a prefix, without its place.
  func prefixed(by prefix: String) -> Label {
    var text = prefix + text
    while text.last == " " { text.removeLast() }
    return Label(text)
  }
}

/// Draws marks into a diagram.
package enum MarkedDrawing {
  /// The diagram with its marks. `source` is its text, which flowcharts keep; they have no comments.
  /// Returns `nil` for a kind without marks, and for a diagram that Mermaid would refuse with them.
  package static func text(
    of diagram: MermaidDiagram, _ source: String, marks elements: [ElementMark],
    comments: [String] = []
  ) -> String? {
    let marks = MarkIndex(elements)
    let drawn: MermaidDiagram
    switch diagram {
    case .state(let diagram):
      var marked = MarkedStateDiagram(diagram, marks).drawn()
      marked.statements.insert(contentsOf: comments.map { .comment(Comment($0)) }, at: 0)
      drawn = .state(marked)
    case .sequence(let diagram):
      var marked = MarkedSequenceDiagram(diagram, marks).drawn()
      marked.statements.insert(contentsOf: comments.map { .comment(Comment($0)) }, at: 0)
      drawn = .sequence(marked)
    case .classes(let diagram):
      var marked = MarkedClassDiagram(diagram, marks).drawn()
      marked.statements.insert(contentsOf: comments.map { .comment(Comment($0)) }, at: 0)
      drawn = .classes(marked)
    case .flowchart(let flowchart):
      // Not every place that names a node or draws a link takes words.
      return [true, false].map { hasWords in
        FlowchartMarking(source, flowchart, marks: elements, hasWords: hasWords).text
      }.first(where: isAccepted)
    case .other, .unrecognized: return nil
    }
    return MermaidPrinter.print(drawn).flatMap { isAccepted($0) ? $0 : nil }
  }

  private static func isAccepted(_ text: String) -> Bool {
    MermaidParser.parse(text).errors.isEmpty
  }

  /// Whether a style statement accepts the name in every language.
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { ByteClasses.isWord($0) }
  }
}
