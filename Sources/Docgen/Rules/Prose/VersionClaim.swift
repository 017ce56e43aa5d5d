import Diagnostics
import Markdown
import SwiftIndex

/// A version that a page requires of a platform or of Swift.
///
///     requires iOS 13+   ·   ## Requirements ... macOS 12 or later   ·   | iOS | 13.0 |
struct VersionClaim {
  /// The name in the manifest: `iOS`, `Swift`.
  var name: String
  var version: PlatformVersion
  /// The version as written.
  var text: String
  var range: SourceRange
  /// The heading of the outermost section below the title; `nil` above all sections.
  fileprivate var section: Int?

  /// The claims of a page, without those that name several versions of one platform in a section.
  static func all(on page: CheckedPage) -> [VersionClaim] {
    let claims = page.page.blocks.indices.flatMap { index -> [VersionClaim] in
      let block = page.page.blocks[index]
      guard block.kind == .paragraph, VersionReader.mayClaim(block, page.page.source),
        page.isWritten(block.range),
        !page.subject.isHistorical(atLine: block.range.start.line)
      else { return [] }
      return VersionReader(page.page, block: index).claims()
    }
    return claims.filter { claim in
      claims.allSatisfy {
        $0.section != claim.section || $0.name != claim.name || $0.version == claim.version
      }
    }
  }
}

/// Finds the required versions in a paragraph or table.
private struct VersionReader {
  /// Words of a heading above requirements.
  private static let headings = [
    "require", "minimum", "support", "deployment target", "compatib", "platform", "prerequisite",
  ]
  /// Words of sentences about a part, another time or another program.
  private static let excluding = [
    "available", "availability", "sample", "example", "demo", "feature", "only on", "instead",
    "previous", "older", "earlier", "below", "dropped", "drop ", "was ", "until", "up to", "use of",
    "usage of",
    "if you", "when ", "mode", "simulator", "xcode project", "tested", "back to", "since", "beta",
    "note:", "api", "version ", "release", "plugin", "macro", "migrat", "does not",
    "doesn't", "pre-", "introduced", "combine", "swiftui", "on-device", "apple intelligence",
  ]

  private let page: Page
  private let block: Int
  private let lines: [Page.Line]
  private let headings: [Heading]

  init(_ page: Page, block: Int) {
    self.page = page
    self.block = block
    lines = page.lines(of: page.blocks[block])
    headings = page.headings(around: page.blocks[block].range)
  }

  /// Whether a digit follows soon after `OS` or `Swift` in a block, or the rule of a table at any
  /// distance: most blocks have neither.
  static func mayClaim(_ block: Block, _ source: SourceText) -> Bool {
    let first = source.lineRange(block.lines.lowerBound)
    let last = source.lineRange(block.lines.upperBound)
    let bytes = source.bytes[first.lowerBound..<max(first.lowerBound, last.upperBound)]
    var digits = 0
    var hasName = false
    var (before, last2) = (UInt8(0), UInt8(0))
    for byte in bytes {
      let isName =
        byte == UInt8(ascii: "S") && before == UInt8(ascii: "O")
        || byte == UInt8(ascii: "e") && before == UInt8(ascii: "d") && last2 == UInt8(ascii: "o")
        || byte == UInt8(ascii: "t") && before == UInt8(ascii: "f") && last2 == UInt8(ascii: "i")
      if isName { digits = 16 } else if digits > 0 { digits -= 1 }
      hasName = hasName || isName
      if hasName, byte == UInt8(ascii: "-"), before == byte { return true }
      if digits > 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { return true }
      (last2, before) = (before, byte)
    }
    return false
  }

  func claims() -> [VersionClaim] {
    // The title names the product, not a subject.
    let sections = headings.prefix { $0.level > 1 }.map { $0.text.lowercased() }
    guard !sections.contains(where: Self.excludes),
      !headings.contains(where: { $0.text.lowercased().contains("compar") })
    else { return [] }
    let head = Table(lines) == nil ? "" : lines[0].text.lowercased()
    let isSection = (sections + [head]).contains { text in
      Self.headings.contains { text.contains($0) }
    }
    let section = headings.last { $0.level > 1 }?.block
    let columns = isSection ? columnClaims(section: section) : []
    return columns
      + lines.flatMap { line -> [VersionClaim] in
        let isBadge = line.text.contains("img.shields.io")
        guard isBadge || !hasSymbol(line), !Self.compares(line.text), !Self.isOfRelease(line.text)
        else { return [] }
        let text = Self.readable(line.text)
        return Self.claims(in: text, line, section: section) { before, sentence in
          isBadge
            || !Self.excludes(sentence)
              && (Self.requires(before) || isSection && Self.isShort(before))
        }
      }
  }

  /// The claims of a table with a platform in each heading, and one row.
  ///
  ///     | iOS | macOS |
  ///     |-----|-------|
  ///     | 13  | 10.15 |
  private func columnClaims(section: Int?) -> [VersionClaim] {
    guard let table = Table(lines), table.rows.count == 1,
      table.rows[0].count == table.headings.count, table.headings.count > 1
    else { return [] }
    return zip(table.headings, table.rows[0]).compactMap { heading, cell in
      guard let name = heading.text.wholeMatch(of: /[*\[]*(iOS|macOS|tvOS|watchOS|visionOS)\b.*/),
        let text = cell.text.wholeMatch(of: /[v≥> ]*([0-9]+(?:\.[0-9]+)*)\+?/),
        let version = PlatformVersion(text.1)
      else { return nil }
      return VersionClaim(
        name: String(name.1), version: version, text: String(text.1), range: cell.range,
        section: section)
    }
  }

  /// Whether a sentence up to a version has a word of requirements.
  private static func requires(_ text: String) -> Bool {
    text.contains(
      /\b(?:requires?|requirements?|minimum|supports?|compatible with|deployment target|platforms?|you'll need|you need|must have|make sure)\b/
    )
  }

  private static func excludes(_ text: String) -> Bool { excluding.contains { text.contains($0) } }

  /// Whether a row gives versions of several products: `| iOS | 8.4+ | 18+ |`.
  private static func compares(_ row: String) -> Bool {
    row.matches(of: /\|[ *`]*v?[0-9]+(?:\.[0-9]+)*\+?[ *`]*(?=\|)/).count > 1
  }

  /// Whether a row is about one release of the package: `| v1.2.x | iOS 7+, macOS 10.9+ |`.
  private static func isOfRelease(_ row: String) -> Bool {
    row.prefixMatch(of: /\|[ *`]*v?[0-9]+(?:\.(?:[0-9]+|[xX]))+[ *`+]*\|/) != nil
  }

  /// Whether only other platforms and a word or two precede a version: not true for sentences.
  private static func isShort(_ text: String) -> Bool {
    text.matches(of: /[A-Za-z]+/).count { !platforms.contains(String($0.0)) } < 4
  }

  private static let platforms: Set = [
    "ios", "macos", "tvos", "watchos", "visionos", "swift", "xcode", "ipados", "maccatalyst",
  ]

  /// Whether inline code is the subject: "`Pier` requires iOS 17".
  private func hasSymbol(_ line: Page.Line) -> Bool {
    page.codeSpans.contains { $0.block == block && $0.range.start.line == line.start.line }
  }

  /// The line with the text of a badge's address instead of the address.
  private static func readable(_ text: String) -> String {
    text.replacing("%20", with: " ").replacing("%2B", with: "+").replacing("%2b", with: "+")
  }

  private static func claims(
    in text: String, _ line: Page.Line, section: Int?, after isRequired: (String, String) -> Bool
  ) -> [VersionClaim] {
    let pattern =
      /\b(iOS|macOS|tvOS|watchOS|visionOS|Swift|Xcode)\b[\*_`]*(?: *[|:] *| *(?:>=|≥|:) *|[ \-_]v?)[\*_`]*([0-9]+(?:\.[0-9]+)*)(?![0-9.]*[0-9A-Za-z\-])/
    return text.matches(of: pattern).compactMap { match in
      let start =
        text[..<match.range.lowerBound].ranges(of: ". ").last?.upperBound ?? text.startIndex
      let rest = text[match.range.upperBound...]
      let end = rest.firstRange(of: ". ")?.lowerBound ?? text.endIndex
      // The latest version is the one of the manifest.
      let sentence = text[start..<end].lowercased().replacing("latest version", with: "")
      let before = text[start..<match.range.lowerBound].lowercased()
      guard let version = PlatformVersion(match.2), isRequired(before, sentence) else { return nil }
      let name = String(match.1)
      // "macOS 15 and later: open the settings" is a condition.
      if rest.prefix(32).contains(/^[^.,|\/\]]*:/) { return nil }
      // "Swift 6" alone is the language.
      if name == "Swift", !match.2.contains("."), !rest.hasPrefix("+") {
        return nil
      }
      return VersionClaim(
        name: name, version: version, text: String(match.2),
        range: place(of: match.0, text, line), section: section)
    }
  }

  /// The place of the matched words in the file; the complete line if it has escapes.
  private static func place(
    of match: Substring, _ text: String, _ line: Page.Line
  ) -> SourceRange {
    guard text == line.text else {
      return SourceRange(
        start: line.position(column: 1), end: line.position(column: line.text.utf8.count + 1))
    }
    func position(_ index: String.Index) -> SourcePosition {
      line.position(column: text.utf8.distance(from: text.startIndex, to: index) + 1)
    }
    return SourceRange(start: position(match.startIndex), end: position(match.endIndex))
  }
}
