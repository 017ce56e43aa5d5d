package import Diagnostics

/// Reads Mermaid texts: the four languages of this module, and the names of the others.
///
///     MermaidParser.parse("stateDiagram-v2\n  idle --> busy").diagram  ->  .state(…)
package enum MermaidParser {
  /// How deep composites, blocks and namespaces may be nested.
  package static let maximumDepth = 200

  package static func parse(_ text: String) -> MermaidDocument { parse(SourceText(text)) }

  /// Reads bytes of UTF-8.
  ///
  /// Never fails: a text that is not a diagram gives `unrecognized` and one error with a
  /// suggestion. Cost: linear in the bytes.
  package static func parse(_ source: SourceText) -> MermaidDocument {
    let prepared = PreparedText(source.bytes)
    let map = PositionMap(source, prepared)
    let start = DiagramKind.start(prepared.bytes)
    let foreign = prepared.hasFour ? C4Words.errors(prepared, map) : []
    switch DiagramKind(prepared.bytes, at: start) {
    case .state:
      var parser = StateParser(prepared, map, at: start)
      let diagram = parser.parse()
      let errors = parser.errors.isEmpty ? StateChecks.errors(diagram) : parser.errors
      return document(
        source, diagram: .state(diagram), header: diagram.header, errors: errors + foreign)
    case .sequence:
      var parser = SequenceParser(prepared, map, at: start)
      let diagram = parser.parse()
      let errors = parser.errors.isEmpty ? SequenceChecks.errors(diagram) : parser.errors
      return document(
        source, diagram: .sequence(diagram), header: diagram.header, errors: errors + foreign)
    case .classes:
      var parser = ClassParser(prepared, map, at: start)
      let diagram = parser.parse()
      let errors = parser.errors.isEmpty ? ClassChecks.errors(diagram) : parser.errors
      return document(
        source, diagram: .classes(diagram), header: diagram.header, errors: errors + foreign)
    case .flowchart:
      var parser = FlowchartParser(prepared, source)
      let diagram = parser.parse()
      return document(
        source, diagram: .flowchart(diagram), header: diagram.header,
        errors: parser.errors + foreign)
    case .other(let kind):
      return MermaidDocument(source: source, diagram: .other(kind: kind), errors: [])
    case nil:
      return unrecognized(source, prepared, map: map, at: start)
    }
  }

  private static func document(
    _ source: SourceText, diagram: MermaidDiagram, header: DiagramHeader,
    errors: [MermaidError]
  ) -> MermaidDocument {
    let isConfigured = header.frontMatter != nil || !header.directives.isEmpty
    let configuration = isConfigured ? Configuration.errors(header) : []
    return MermaidDocument(source: source, diagram: diagram, errors: configuration + errors)
  }

  /// The three causes have different messages: an unclosed directive, front matter that is not
  /// closed or not first, and an unknown first word.
  private static func unrecognized(
    _ source: SourceText, _ prepared: PreparedText, map: PositionMap, at start: Int
  ) -> MermaidDocument {
    var map = map
    func refused(_ error: MermaidError) -> MermaidDocument {
      MermaidDocument(source: source, diagram: .unrecognized, errors: [error])
    }
    if let open = prepared.directives.last, !open.isClosed {
      let signs = open.range.lowerBound..<open.range.lowerBound + 3
      return refused(
        MermaidError(
          "this directive is never closed", at: map.range(ofSource: signs), token: "%%{",
          expected: ["`}%%`"]))
    }
    let word = DiagramKind.word(prepared.bytes, at: start)
    let text = String(decoding: prepared.bytes[word], as: UTF8.self)
    let range = map.range(word)
    if text == "---" {
      let isFirst = source.bytes.starts(with: text.utf8)
      return refused(
        MermaidError(
          isFirst
            ? "this front matter is never closed" : "front matter begins on the first line",
          at: range, token: text,
          expected: [isFirst ? "a line `---` after it" : "nothing before `---`"]))
    }
    let near = NearMiss.best(for: text, among: DiagramKind.ours)
    let error = MermaidError(
      text.isEmpty
        ? "the text has no diagram" : "`\(text)` is not a kind of diagram that Mermaid knows",
      at: range, token: text, expected: DiagramKind.ours.map { "`\($0)`" },
      fix: near.map {
        FixIt(range: range, replacement: $0, title: "replace `\(text)` with `\($0)`")
      })
    return refused(error)
  }
}

/// The kind that the first word of a diagram names.
enum DiagramKind {
  case state, sequence, classes, flowchart
  case other(String)

  static let ours = ["stateDiagram-v2", "sequenceDiagram", "classDiagram", "flowchart"]

  /// The offset of the first word: after white space and lines that begin with `%%`.
  ///
  /// Lines that begin with `%%` and remain after preparation are empty comments, or have a `%%{`
  /// that begins no directive.
  static func start(_ bytes: [UInt8]) -> Int {
    let scanner = ByteScanner(bytes)
    var index = scanner.skippingWhitespace(0)
    while scanner.starts("%%", at: index) {
      index = scanner.skippingWhitespace(scanner.endOfLine(index))
    }
    return index
  }

  /// The range of the first word.
  static func word(_ bytes: [UInt8], at start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count, end - start < 80, ByteClasses.whitespace(bytes, end) == 0 { end += 1 }
    return start..<end
  }

  init?(_ bytes: [UInt8], at start: Int) {
    let scanner = ByteScanner(bytes)
    if scanner.starts("stateDiagram", at: start) {
      self = .state
    } else if scanner.starts("sequenceDiagram", at: start) {
      self = .sequence
    } else if scanner.starts("classDiagram", at: start) {
      self = .classes
    } else if scanner.starts("flowchart", at: start) || scanner.starts("graph", at: start) {
      self = .flowchart
    } else {
      let word = String(decoding: bytes[Self.word(bytes, at: start)], as: UTF8.self)
      guard let kind = Self.unreadKinds.first(where: { word.hasPrefix($0) }) else { return nil }
      self = .other(kind)
    }
  }

  /// Longer words precede their prefixes.
  private static let unreadKinds = [
    "erDiagram", "gantt", "pie", "journey", "gitGraph",
    "mindmap", "timeline", "quadrantChart", "requirementDiagram", "requirement", "C4Context",
    "C4Container", "C4Component", "C4Dynamic", "C4Deployment", "sankey-beta", "sankey",
    "xychart-beta", "xychart", "block-beta", "block", "packet-beta", "packet",
    "architecture-beta", "architecture", "kanban", "radar-beta", "treemap-beta", "treemap",
    "treeView-beta", "treeView", "ishikawa-beta", "ishikawa", "venn-beta", "venn", "wardley-beta",
    "info", "zenuml", "error",
  ]
}
