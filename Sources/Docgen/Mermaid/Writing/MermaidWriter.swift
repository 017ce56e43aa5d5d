import Diagnostics

/// The text of a diagram as it grows, four spaces a level.
struct MermaidWriter {
  private(set) var text = ""
  /// Every line that is not blank, with the lines of the source that it stands for.
  private(set) var lines: [Line] = []
  private var origin: ClosedRange<Int>?
  private(set) var depth = 0
  private var wantsBlankLine = false
  /// Some line may begin with `LR`, which `direction` at the end of the one before makes a direction.
  var guardsDirectionAtEnd = false

  struct Line {
    var text: String
    var depth: Int
    var origin: ClosedRange<Int>?
    /// Where it begins in the text, its indentation included.
    var offset: Int

    /// A comment that Mermaid takes out before it reads.
    var isRemoved: Bool { text.hasPrefix("%%") && text.utf8.count > 2 }
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

  /// The last line that Mermaid reads.
  var lastRead: String { lines.last { !$0.isRemoved }?.text ?? "" }

  mutating func line(_ line: String) {
    let line = PreparedText.guarded(line)
    if wantsBlankLine {
      text += "\n"
      wantsBlankLine = false
    }
    lines.append(Line(text: line, depth: depth, origin: origin, offset: text.utf8.count))
    if !line.isEmpty {
      for _ in 0..<depth { text += "    " }
      text += line
    }
    text += "\n"
  }

  /// Makes a comment of a line.
  mutating func turnIntoComment(_ number: Int) {
    let line = lines[number]
    let start = text.utf8.index(text.startIndex, offsetBy: line.offset + 4 * line.depth)
    text.insert(contentsOf: "%% ", at: start)
    lines[number].text = "%% \(line.text)"
    for later in lines.indices where later > number { lines[later].offset += 3 }
  }

  /// Puts a comment of its own behind a line.
  mutating func insertComment(_ comment: String, behind number: Int) {
    let line = lines[number]
    let place = line.offset + 4 * line.depth + line.text.utf8.count + 1
    let new = Line(text: "%% \(comment)", depth: line.depth, origin: nil, offset: place)
    let inserted = String(repeating: "    ", count: new.depth) + new.text + "\n"
    text.insert(contentsOf: inserted, at: text.utf8.index(text.startIndex, offsetBy: place))
    lines.insert(new, at: number + 1)
    for later in lines.indices where later > number + 1 {
      lines[later].offset += inserted.utf8.count
    }
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
    // One that is empty says nothing.
    if let frontMatter = header.frontMatter, !frontMatter.isEmpty {
      text += "---\n\(frontMatter.text)\n---\n"
    }
    for directive in header.directives {
      let content = OpenTag.broken(directive.text)
      text += "%%\(content)\(content.hasSuffix("}") ? "" : "}")%%\n"
    }
    place(header.keyword.range)
    line(header.keyword.text)
    indent()
  }

  mutating func comment(_ comment: Comment) {
    // A directive begins anywhere; one that was taken out of a comment may have had a line end.
    let text = ModelText.oneLine(comment.text).replacing(signs: "%%{", with: "%% {")
    // Within a namespace `%%` alone is refused; with a blank behind it is a comment everywhere.
    let empty = depth > 1 ? "%% " : "%%"
    line(text.isEmpty ? empty : "%% \(OpenTag.broken(text))")
  }

  /// What has no effect stays as it is where it is a line, else as a comment.
  mutating func inert(_ inert: InertText) {
    if inert.isLine { line(Remnants.harmless(inert.text)) } else { comment(Comment(inert.text)) }
  }

  /// Titles and accessibility texts; a description of several lines gets its braces.
  mutating func metadata(_ metadata: Metadata) {
    switch metadata.kind {
    case .title:
      let text = LabelSpelling.sequence.spell(metadata.text)
      // White space alone is a title to Mermaid, and none to a reader.
      if !ModelText.trimmed(text).isEmpty { line("title \(text)") }
    case .accessibleTitle: line("accTitle: \(description(metadata.text))")
    case .accessibleDescription:
      let text = ModelText.trimmed(metadata.text.text)
      // A carriage return before a line feed is no part of the line's end: it was a code.
      let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.count > 1 else { return line("accDescr: \(description(metadata.text))") }
      line("accDescr {")
      indent()
      for piece in lines { line(LabelSpelling.description.spell(String(piece))) }
      outdent()
      line("}")
    }
  }

  /// White space around an accessibility text is none of it.
  private func description(_ label: Label) -> String {
    let text = ModelText.trimmed(label.text)
    // One of nothing but line breaks would go on in the next line.
    let isWhole = text == label.text || text.isEmpty
    var spelling = LabelSpelling.description
    spelling.guardsDirectionAtEnd = guardsDirectionAtEnd
    return spelling.spell(isWhole ? label : Label(text))
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

extension InertText {
  /// Whether it is a line that changes nothing about the lines behind it.
  var isLine: Bool {
    !text.utf8.contains { $0 == 0x0A || $0 == 0x0D } && !OpenTag.isOpen(Array(text.utf8))
  }
}
