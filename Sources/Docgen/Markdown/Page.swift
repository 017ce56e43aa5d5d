// The Markdown module reads a page with exact positions and writes the regions in it.
//
// Parsing is left to libcmark, the reference implementation of CommonMark, since any second parser
// would disagree with GitHub in rare cases. libcmark has two gaps that this module fills: many
// positions in its tree are wrong or missing (`PageReader`, `InlineLocator`, `Containers`), and the
// extensions of GitHub are unknown to it (`Table`, `FrontMatter`, `Slug`).
//
// Data flow: bytes -> front matter blanked -> `MarkdownTree` (the tree of libcmark) -> `PageReader`
// collects blocks, fences, links and comments in one walk -> `MarkerParser` finds the comments with
// instructions -> `RegionPairing` joins them to regions -> `Page`. The way back is
// `Page.rewritten`, which replaces the content of regions and proves by parsing again that no text
// outside of them has changed.
//
// The module knows neither kinds of regions nor Mermaid nor Swift: `DocgenKit` decides what a
// region has to contain, and `Rules` reads the prose.

import Basics
package import Diagnostics

/// One Markdown file: its blocks, markers and regions with exact positions, and its problems.
///
/// Created from raw bytes; never fails. A file that is not UTF-8 or far too large gives an empty
/// page (`isReadable` is false) with `diagnostics`. Unlike in editors, positions count the bytes of
/// a byte order mark: column 4 is the first character of such a file's first line.
///
/// A page is read when something first asks for a part of it. Reading costs one parse by libcmark and
/// one walk over its tree; positions are found by binary search in tables of line beginnings.
package struct Page: Sendable {
  /// The path in diagnostics: relative to the project's root.
  package let path: String
  package let source: SourceText
  private let reading: Locked<PageContents?>

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    source = SourceText(bytes: bytes)
    reading = Locked(nil)
  }

  private var contents: PageContents {
    reading.withLock { known in
      let contents = known ?? PageContents(path: path, source)
      known = contents
      return contents
    }
  }

  package var lineEnding: LineEnding { contents.lineEnding }
  package var hasByteOrderMark: Bool { contents.hasByteOrderMark }
  package var frontMatter: FrontMatter? { contents.frontMatter }
  /// Whether the last line has a line ending (an empty file has none).
  package var endsWithNewline: Bool { contents.endsWithNewline }
  /// Whether the file is text that could be parsed.
  package var isReadable: Bool { contents.isReadable }
  /// In document order, containers before their contents.
  package var blocks: [Block] { contents.blocks }
  package var headings: [Heading] { contents.headings }
  package var fences: [Fence] { contents.fences }
  package var codeSpans: [CodeSpan] { contents.codeSpans }
  /// Links and images.
  package var links: [Link] { contents.links }
  package var comments: [Comment] { contents.comments }
  package var markers: [Marker] { contents.markers }
  /// In the order of their opening markers.
  package var regions: [Region] { contents.regions }
  package var disables: [Disable] { contents.disables }
  /// Mermaid fences outside of regions, which nothing checks.
  package var looseFences: [Fence] { contents.looseFences }
  /// Problems with the file's encoding, its markers and their combination.
  package var diagnostics: [Diagnostic] { contents.diagnostics }
  var containers: Containers { contents.containers }

  /// A place in this page, for a diagnostic.
  package func location(_ range: SourceRange) -> SourceLocation {
    SourceLocation(file: path, range: range)
  }
}

/// Everything that is read from the text of a page.
private struct PageContents: Sendable {
  let lineEnding: LineEnding
  let hasByteOrderMark: Bool
  let frontMatter: FrontMatter?
  let endsWithNewline: Bool
  let isReadable: Bool
  let blocks: [Block]
  let headings: [Heading]
  let fences: [Fence]
  let codeSpans: [CodeSpan]
  let links: [Link]
  let comments: [Comment]
  let markers: [Marker]
  let regions: [Region]
  let disables: [Disable]
  let looseFences: [Fence]
  let diagnostics: [Diagnostic]
  let containers: Containers

  init(path: String, _ source: SourceText) {
    let bytes = source.bytes
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let encoding = Self.checkEncoding(bytes, path)
    let isText = !encoding.contains { $0.severity == .error }
    lineEnding = LineEnding(dominantIn: source)
    hasByteOrderMark = hasMark
    frontMatter = isText ? FrontMatter(source, hasByteOrderMark: hasMark) : nil
    endsWithNewline = bytes.last == .newline || bytes.last == .carriageReturn
    var reader = PageReader(text: source, bodyStart: hasMark ? 3 : 0)
    let markdown = Page.markdown(source, frontMatter)
    if isText, let tree = MarkdownTree(parsing: markdown, from: hasMark ? 3 : 0) {
      tree.walk { reader.visit($0, entering: $1) }
      isReadable = true
    } else {
      isReadable = false
    }
    blocks = reader.blocks
    headings = reader.headings
    fences = reader.fences
    codeSpans = reader.codeSpans
    links = reader.links
    comments = reader.comments
    containers = reader.containers
    let (markers, wrong) = Self.markers(in: reader.comments, path, source)
    self.markers = markers
    let pairing = RegionPairing(
      file: path, text: source, blocks: blocks, fences: fences, markers: markers,
      containers: containers)
    regions = pairing.regions
    disables = pairing.disables
    looseFences = Self.looseFences(fences, pairing)
    diagnostics = encoding + (wrong + pairing.diagnostics).sorted { $0.location < $1.location }
  }

  private static func markers(
    in comments: [Comment], _ path: String, _ text: SourceText
  ) -> ([Marker], [Diagnostic]) {
    var markers: [Marker] = []
    var diagnostics: [Diagnostic] = []
    for (index, comment) in comments.enumerated() {
      var parser = MarkerParser(comment: comment, index: index, file: path, source: text)
      if let marker = parser.parse() { markers.append(marker) }
      diagnostics += parser.diagnostics
    }
    return (markers, diagnostics)
  }

  /// Fences in an area whose markers do not fit together are left out: their owner is unknown, and
  /// a second finding about the same mistake would not help.
  private static func looseFences(_ fences: [Fence], _ pairing: RegionPairing) -> [Fence] {
    let owned = Set(pairing.regions.flatMap(\.fences).map(\.block))
    return fences.filter { fence in
      fence.language.lowercased() == "mermaid" && !owned.contains(fence.block)
        && pairing.isClear(fence.range.start.line)
    }
  }

  /// The problems of the bytes themselves, at most one. Errors prevent parsing; a NUL byte is only
  /// a warning, since CommonMark defines a replacement for it.
  private static func checkEncoding(_ bytes: [UInt8], _ path: String) -> [Diagnostic] {
    if bytes.count > Limit.pageBytes.value { return [.tooLarge(bytes.count, path)] }
    if let offset = UTF8Validation.firstInvalidOffset(in: bytes) {
      return [.notUTF8(bytes, at: offset, path)]
    }
    guard let zero = bytes.firstIndex(of: 0) else { return [] }
    return [.zeroByte(bytes, at: zero, path)]
  }
}

extension Diagnostic {
  fileprivate static func tooLarge(_ count: Int, _ path: String) -> Diagnostic {
    Diagnostic(
      rule: .tooLarge, at: SourceLocation(file: path),
      "the file has \(count) bytes: \(Limit.pageBytes.message("it"))",
      evidence: [Evidence(.help, Limit.pageBytes.help)])
  }

  fileprivate static func notUTF8(_ bytes: [UInt8], at offset: Int, _ path: String) -> Diagnostic {
    let byte = String(bytes[offset], radix: 16, uppercase: true)
    let help =
      bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      ? "the file is UTF-16: save it as UTF-8" : "save the file as UTF-8"
    return Diagnostic(
      rule: .notUTF8, at: place(offset, bytes, path: path),
      "the byte 0x\(byte.count < 2 ? "0" + byte : byte) is not UTF-8",
      evidence: [Evidence(.help, help)])
  }

  fileprivate static func zeroByte(_ bytes: [UInt8], at offset: Int, _ path: String) -> Diagnostic {
    Diagnostic(
      rule: .nulByte, severity: .warning, at: place(offset, bytes, path: path),
      "the file contains a NUL byte; docgen reads it as the control character SUB",
      evidence: [Evidence(.help, "remove the byte: Markdown programs treat it differently")])
  }

  private static func place(_ offset: Int, _ bytes: [UInt8], path: String) -> SourceLocation {
    let position = SourceText(bytes: Array(bytes[..<offset])).position(of: offset)
    return SourceLocation(file: path, line: position.line, column: position.column)
  }
}
