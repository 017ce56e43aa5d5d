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

/// Draws marks into a diagram.
package enum MarkedDrawing {
  /// The diagram with its marks. `source` is its text, which flowcharts keep. Returns `nil` for a
  /// kind without marks, and for a diagram that Mermaid would refuse with them.
  package static func text(
    of diagram: MermaidDiagram, _ source: String, marks elements: [ElementMark]
  ) -> String? {
    let marks = ChangeMarks(elements)
    let drawn: MermaidDiagram
    switch diagram {
    case .state(let diagram):
      drawn = .state(StateChangeDrawing(old: StateDiagram(), new: diagram, marks: marks).diagram())
    case .sequence(let diagram):
      drawn = .sequence(
        SequenceChangeDrawing(old: SequenceDiagram(), new: diagram, marks: marks).diagram())
    case .classes(let diagram):
      drawn = .classes(
        ClassDiffRenderer(old: ClassDiagram(), new: diagram, marks: marks).diagram())
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
}
