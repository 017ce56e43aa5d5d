import Diagnostics

/// The text of a diagram as it grows, four spaces a level.
struct MermaidWriter {
  private(set) var text = ""
  /// Every line that is not blank, with the lines of the source that it stands for.
  private(set) var lines: [Line] = []
  private var origin: ClosedRange<Int>?
  private var depth = 0
  private var wantsBlankLine = false

  struct Line {
    var text: String
    var depth: Int
    var origin: ClosedRange<Int>?
  }

  /// Which lines of a range the next lines stand for.
  enum Part {
    case whole, first, last
  }

  /// Says where the next lines stand in the source, if they do.
  mutating func place(_ range: SourceRange?, _ part: Part = .whole) {
    origin = range.map { range in
      switch part {
      case .whole: range.start.line...max(range.start.line, range.end.line)
      case .first: range.start.line...range.start.line
      case .last: range.end.line...range.end.line
      }
    }
  }

  mutating func line(_ line: String) {
    let line = PreparedText.guarded(line)
    lines.append(Line(text: line, depth: depth, origin: origin))
    if wantsBlankLine {
      text += "\n"
      wantsBlankLine = false
    }
    if !line.isEmpty {
      for _ in 0..<depth { text += "    " }
      text += line
    }
    text += "\n"
  }

  /// A blank line before the next line, if there is one.
  mutating func blankLine() {
    wantsBlankLine = !text.isEmpty
  }

  mutating func indent() { depth += 1 }

  mutating func outdent() {
    depth -= 1
    wantsBlankLine = false
  }

  /// What stands before the statements of every diagram.
  mutating func header(_ header: DiagramHeader) {
    if let frontMatter = header.frontMatter {
      text += "---\n" + frontMatter.text + (frontMatter.isEmpty ? "---\n" : "\n---\n")
    }
    for directive in header.directives {
      // One that is never closed swallows the rest of its text.
      text += "%%\(directive.text)\(directive.text.hasSuffix("}") ? "" : "}")%%\n"
    }
    place(header.keyword.range)
    line(header.keyword.text)
    indent()
  }

  mutating func comment(_ comment: Comment) {
    // A directive begins anywhere; one that was taken out of a comment may have had a line end.
    let text = comment.text.replacing("%%{", with: "%% {")
      .replacing("\r\n", with: " ").replacing("\r", with: " ").replacing("\n", with: " ")
    line(text.isEmpty ? "%%" : "%% \(text)")
  }

  /// Titles and accessibility texts; a description of several lines gets its braces.
  mutating func metadata(_ metadata: Metadata, _ text: String) {
    switch metadata.kind {
    // White space alone is a title to Mermaid, and none to a reader.
    case .title: if !ModelText.trimmed(text).isEmpty { line("title \(text)") }
    case .accessibleTitle: line("accTitle: \(text)")
    case .accessibleDescription:
      let lines = ModelText.trimmed(metadata.text.text)
        .split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count > 1 else { return line("accDescr: \(text)") }
      line("accDescr {")
      indent()
      for piece in lines { line(LabelSpelling.description.spell(String(piece))) }
      outdent()
      line("}")
    }
  }

  /// Where the source had blank lines between two statements, one is kept.
  ///
  /// Statements that were built by code say it by `suggested`.
  mutating func separate(
    _ previous: SourceRange?, _ next: SourceRange?, suggested: Bool = false
  ) {
    if let previous, let next {
      if next.start.line - previous.end.line > 1 { blankLine() }
    } else if suggested {
      blankLine()
    }
  }
}
