import Diagnostics

/// The growing text of a diagram, four spaces a level.
struct MermaidWriter {
  private(set) var text = ""
  /// Set by printers around nested statements.
  var depth = 0 {
    didSet { if depth < oldValue { wantsBlankLine = false } }
  }
  private var wantsBlankLine = false

  mutating func line(_ line: String) {
    if wantsBlankLine { text += "\n" }
    wantsBlankLine = false
    for _ in 0..<depth { text += "    " }
    text += PreparedText.guarded(line)
    text += "\n"
  }

  /// A line, deeper lines, and a line that closes them.
  mutating func block(_ opening: String, _ closing: String, body: (inout Self) -> Void) {
    line(opening)
    depth += 1
    body(&self)
    depth -= 1
    line(closing)
  }

  /// The lines before the statements of every diagram.
  mutating func header(_ header: DiagramHeader) {
    if let frontMatter = header.frontMatter { text += "---\n\(frontMatter.text)\n---\n" }
    for directive in header.directives { text += "%%\(directive.text)%%\n" }
    line(header.keyword.text)
    depth += 1
  }

  mutating func comment(_ comment: Comment) {
    let text = ModelText.oneLine(comment.text)
    // Mermaid refuses `%%` alone inside of a namespace.
    line(text.isEmpty ? "%% " : "%% \(text)")
  }

  /// A statement that Mermaid ignores.
  mutating func ignored(_ statement: IgnoredStatement) {
    if statement.text.utf8.contains(0x0A) {
      comment(Comment(statement.text))
    } else {
      line(statement.text)
    }
  }

  /// Titles and accessibility texts; a description of several lines gets braces.
  mutating func metadata(_ metadata: Metadata) {
    let escaper = LabelEscaper.description
    switch metadata.kind {
    case .title: line("title \(LabelEscaper.sequence.escape(metadata.text))")
    case .accessibleTitle: line("accTitle: \(escaper.escape(metadata.text))")
    case .accessibleDescription:
      let lines = metadata.text.text.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count > 1 else { return line("accDescr: \(escaper.escape(metadata.text))") }
      block("accDescr {", "}") { writer in
        for piece in lines { writer.line(escaper.escape(String(piece))) }
      }
    }
  }

  /// A blank line before the next statement if the source has one between the two, or if they were
  /// built by code and a part of the diagram ends.
  mutating func separate(
    _ previous: SourceRange?, _ next: SourceRange?, endsPart: Bool = false
  ) {
    if let previous, let next {
      wantsBlankLine = next.start.line - previous.end.line > 1
    } else {
      wantsBlankLine = endsPart
    }
  }
}
