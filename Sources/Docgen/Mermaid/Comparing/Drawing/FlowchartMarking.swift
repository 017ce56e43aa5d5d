import Diagnostics
import Facts

/// A flowchart's text with marks: words in labels, and styles at the end.
///
///     App --> Core      App -->|"🟥 not in the code"| Core
///                       linkStyle 0 stroke:#b42318,stroke-width:2px
///
/// The author's text is edited in place, because a flowchart has statements that are not part of its
/// tree.
struct FlowchartMarking {
  private let model: FlowchartModel
  private var lines: [[UInt8]]
  private var insertions: [(at: SourcePosition, text: String)] = []
  private var styles: [String] = []

  init(_ source: String, _ diagram: Flowchart, marks: [ElementMark], hasWords: Bool) {
    model = FlowchartModel(diagram)
    lines = source.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    for mark in marks {
      switch mark.fact.kind {
      case .node: add(toNode: mark)
      case .dependency: add(toLink: mark)
      default: break
      }
    }
    if !hasWords { insertions = [] }
    let used = Set(marks.filter { $0.fact.kind == .node }.map(\.color))
    styles += ElementMark.Color.allCases.filter(used.contains).map {
      "classDef \($0.className) \($0.style)"
    }
  }

  var text: String {
    var lines = lines
    for (position, text) in insertions.sorted(by: { $1.at < $0.at })
    where lines.indices.contains(position.line - 1) {
      let column = min(position.column - 1, lines[position.line - 1].count)
      lines[position.line - 1].insert(contentsOf: text.utf8, at: column)
    }
    let body = lines.map { String(decoding: $0, as: UTF8.self) }
    return (body + styles.map { "    " + $0 }).map { $0 + "\n" }.joined()
  }

  private mutating func add(toNode mark: ElementMark) {
    let name = mark.fact[.name]
    guard let node = model.nodes.first(where: { $0.id == name }) else { return }
    let text = "\(mark.color.sign) \(mark.note)"
    if let label = node.text?.label.range {
      insertions.append((label.start, text + ": "))
    } else if let mention = node.mentions.min() {
      insertions.append((mention.end, "[\"\(text): \(name)\"]"))
    }
    if MarkedDrawing.isPlain(name) { styles.append("class \(name) \(mark.color.className)") }
  }

  private mutating func add(toLink mark: ElementMark) {
    let index = model.edges.firstIndex { edge in
      edge.from == mark.fact[.source] && edge.to == mark.fact[.target]
        && edge.link.range.map(mark.places.contains) == true
    }
    guard let index, let range = model.edges[index].link.range else { return }
    let words = "\(mark.color.sign) \(mark.note)"
    // The links of `A & B --> C` share one arrow.
    let isShared = model.edges.count { $0.link.range == range } > 1
    if let label = model.edges[index].link.text?.label.range {
      if !isShared { insertions.append((label.start, words + ": ")) }
    } else if !isShared {
      insertions.append((range.end, "|\"\(words)\"|"))
    }
    styles.append("linkStyle \(index) stroke:\(mark.color.line),stroke-width:2px")
  }
}
