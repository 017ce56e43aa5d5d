import Basics
import Diagnostics
import Markdown
import Mermaid

/// A file with Mermaid: a Markdown page with fenced blocks, or one diagram.
///
/// Bytes that are not UTF-8 are read as a page, which reports the encoding.
struct MermaidInput: Sendable {
  /// The name in findings.
  let path: String
  let source: SourceText
  /// The page, if the file is one.
  let page: Page?
  let texts: [MermaidText]
  /// The reason why the file could not be read; it has no texts then.
  let problems: [Diagnostic]

  /// Reads a file or a pipe; `-` is standard input.
  init(_ operand: String) {
    let path = operand == "-" ? ByteStream.standardInputName : operand
    do throws(FileError) {
      self.init(path: path, bytes: try Self.read(operand))
    } catch {
      self.init(unreadable: error, path: path)
    }
  }

  private static func read(_ operand: String) throws(FileError) -> [UInt8] {
    if operand == "-" { return try ByteStream().all() }
    if ByteStream.isPipe(operand) { return try ByteStream(pipe: operand).all() }
    try Confinement.check(operand: operand, for: "read")
    return try FileSystem.read(operand)
  }

  private init(unreadable error: FileError, path: String) {
    self.path = path
    source = SourceText("")
    page = nil
    texts = []
    problems = [
      Diagnostic(
        rule: .unreadable, at: SourceLocation(file: path),
        "the file cannot be read: \(error.reason)")
    ]
  }

  init(path: String, bytes: [UInt8]) {
    self.path = path
    MallocTuning.expect(textOf: bytes.count)
    source = SourceText(bytes: bytes)
    if !Self.isMarkdown(path, bytes), UTF8Validation.firstInvalidOffset(in: bytes) == nil {
      page = nil
      problems = []
      texts = [MermaidText(document: MermaidParser.parse(source))]
      return
    }
    let page = Page(path: path, bytes: bytes)
    self.page = page
    problems = page.isReadable ? [] : page.diagnostics
    texts = page.fences.filter { $0.language.lowercased() == "mermaid" }.map { fence in
      let isGenerated = page.regions.contains { $0.kind == .generated && $0.fences.contains(fence) }
      return MermaidText(
        document: MermaidParser.parse(fence.literal), fence: fence, isGenerated: isGenerated)
    }
  }

  /// Decided by the file's name; a text with another name is Markdown if a fence of Mermaid begins
  /// in it.
  private static func isMarkdown(_ path: String, _ bytes: [UInt8]) -> Bool {
    let name = path.lowercased()
    if [".md", ".markdown", ".mdown"].contains(where: name.hasSuffix) { return true }
    if [".mmd", ".mermaid"].contains(where: name.hasSuffix) { return false }
    let lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    return lines.contains { line in
      let text = line.drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }
      return text.starts(with: "```mermaid".utf8) || text.starts(with: "~~~mermaid".utf8)
    }
  }
}

/// One text of Mermaid: a complete file, or a fenced block of a page.
struct MermaidText: Sendable {
  let document: MermaidDocument
  var fence: Fence?
  /// Whether it is in a region that `docgen fix` regenerates.
  var isGenerated = false

  /// The place of a range of the text in its file.
  func place(_ range: SourceRange, in input: MermaidInput) -> SourceRange {
    guard let fence else { return range }
    func position(_ place: SourcePosition) -> SourcePosition {
      fence.position(in: input.source, line: place.line, column: place.column)
    }
    return SourceRange(start: position(range.start), end: position(range.end))
  }

  /// The errors and warnings about the text, or a note for another kind of diagram.
  func findings(in input: MermaidInput) -> [Diagnostic] {
    let large = document.sizeDiagnostics(in: input.path) { place($0, in: input) }
    if case .other(let kind) = document.diagram {
      let start = place(SourceRange(line: 1, column: 1, length: 0), in: input).start
      return [
        Diagnostic(
          rule: .otherDiagram, severity: .note,
          at: SourceLocation(file: input.path, line: start.line, column: start.column),
          "a diagram of kind `\(kind)` is skipped")
      ] + large
    }
    return document.diagnostics(in: input.path) { place($0, in: input) } + large
  }
}
