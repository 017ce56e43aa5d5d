internal import Diagnostics

/// Parses a Mustache template: comments, delimiters, interpolation, inverted sections, partials and
/// sections of the published specification.
///
/// A tag other than an interpolation that is alone on its line removes the line. Lines end at LF or
/// CRLF.
///
/// The white space before a tag is held back until the rest of the line is known: it is removed
/// together with a tag that is alone on its line, and is text otherwise. So one pass over the bytes
/// is enough. Parsing stops at the first error, since a wrong delimiter makes all later tags
/// meaningless.
struct TemplateParser {
  private let path: String
  private let text: SourceText
  private let bytes: [UInt8]

  private var place = 0
  private var open = Array("{{".utf8)
  private var close = Array("}}".utf8)
  /// White space since the beginning of the line that may still belong to a tag.
  private var lineBegin = 0
  /// Whether the line has only white space so far.
  private var lineIsBlank = true
  /// The nodes of the open sections, outermost first.
  private var levels: [[TemplateNode]] = [[]]
  private var sections: [(name: TemplateName, isInverted: Bool)] = []

  /// Deeper nesting would be a mistake, and would not fit on the stack.
  private static let deepest = 100

  static func parse(path: String, text: String) throws(TemplateFailure) -> [TemplateNode] {
    var parser = TemplateParser(path: path, text: text)
    return try parser.parse()
  }

  private init(path: String, text: String) {
    self.path = path
    self.text = SourceText(text)
    self.bytes = self.text.bytes
  }

  private mutating func parse() throws(TemplateFailure) -> [TemplateNode] {
    while place < bytes.count {
      guard let tag = find(open, from: place) else {
        addText(place..<bytes.count)
        break
      }
      addText(place..<tag)
      try readTag(at: tag)
    }
    flushLineBegin(to: bytes.count)
    if let section = sections.last {
      throw failure(
        section.name.range, "the section `\(section.name.text)` is never closed",
        help: "write `{{/\(section.name.text)}}` where it ends")
    }
    return levels[0]
  }

  // MARK: - Text

  /// Adds text line by line; the possible indentation of a tag that is alone on its line is held
  /// back.
  private mutating func addText(_ range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, bytes[end] != 0x0A { end += 1 }
      let hasNewline = end < range.upperBound
      if hasNewline { end += 1 }
      addLine(start..<end, hasNewline: hasNewline)
      start = end
    }
    place = range.upperBound
  }

  private mutating func addLine(_ range: Range<Int>, hasNewline: Bool) {
    let isBlank = range.allSatisfy { bytes[$0] == 0x20 || bytes[$0] == 0x09 }
    if lineIsBlank, isBlank, !hasNewline { return }
    let from = lineIsBlank ? lineBegin : range.lowerBound
    let isEmpty = bytes[from..<range.upperBound].allSatisfy { $0 == 0x0A || $0 == 0x0D }
    if lineIsBlank, !isEmpty { add(.lineStart) }
    add(.text(string(from..<range.upperBound)))
    lineIsBlank = hasNewline
    if hasNewline { lineBegin = range.upperBound }
  }

  /// Turns the white space that was held back into text.
  private mutating func flushLineBegin(to end: Int) {
    guard lineIsBlank else { return }
    if lineBegin < end {
      add(.lineStart)
      add(.text(string(lineBegin..<end)))
    }
    lineIsBlank = false
  }

  private mutating func add(_ node: TemplateNode) {
    levels[levels.count - 1].append(node)
  }

  // MARK: - Tags

  /// The delimiters may have been changed by an earlier tag, so the closing one is not always `}}`.
  private mutating func readTag(at start: Int) throws(TemplateFailure) {
    var inner = start + open.count
    let sigil = inner < bytes.count ? Character(Unicode.Scalar(bytes[inner])) : " "
    var closing = close
    switch sigil {
    case "{": closing = Array("}".utf8) + close
    case "=": closing = Array("=".utf8) + close
    default: break
    }
    let hasSigil = "#^/>!=&{<$".contains(sigil)
    if hasSigil { inner += 1 }
    guard let end = find(closing, from: inner) else {
      let mark = String(decoding: open, as: UTF8.self)
      throw failure(
        range(start..<(start + open.count)), "the tag `\(mark)` is never closed",
        help: "close it with `\(String(decoding: closing, as: UTF8.self))`")
    }
    let behind = end + closing.count
    let standsAlone = hasSigil && sigil != "{" && sigil != "&" ? lineEnd(behind: behind) : nil
    let indentation = lineIsBlank ? string(lineBegin..<start) : ""
    if standsAlone == nil {
      let isIndented = lineIsBlank
      flushLineBegin(to: start)
      if isIndented, lineBegin == start { add(.lineStart) }
    }
    try add(
      sigil, hasSigil: hasSigil, inner: inner..<end,
      indentation: standsAlone == nil ? "" : indentation)
    place = standsAlone ?? behind
    if let standsAlone {
      lineBegin = standsAlone
      lineIsBlank = true
    }
  }

  /// The beginning of the next line if the tag is alone on its line.
  private func lineEnd(behind end: Int) -> Int? {
    guard lineIsBlank else { return nil }
    var index = end
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    if index == bytes.count { return index }
    if bytes[index] == 0x0D, index + 1 < bytes.count { index += 1 }
    return bytes[index] == 0x0A ? index + 1 : nil
  }

  private mutating func add(
    _ sigil: Character, hasSigil: Bool, inner: Range<Int>, indentation: String
  ) throws(TemplateFailure) {
    guard hasSigil else {
      add(.variable(try name(inner), isRaw: false))
      return
    }
    switch sigil {
    case "!": break
    case "=": try setDelimiters(inner)
    case "{", "&": add(.variable(try name(inner), isRaw: true))
    case ">": add(.partial(try name(inner), indentation: indentation))
    case "#", "^": try openSection(try name(inner), isInverted: sigil == "^")
    case "/": try closeSection(try name(inner))
    default:
      throw failure(
        range(inner), "`\(sigil)` begins no tag that docgen knows",
        help: "inheritance of templates is not supported; use a partial: `{{>name}}`")
    }
  }

  private mutating func openSection(
    _ name: TemplateName, isInverted: Bool
  ) throws(TemplateFailure) {
    guard sections.count < Self.deepest else {
      throw failure(
        name.range, "sections are nested more than \(Self.deepest) deep", help: "use a partial")
    }
    sections.append((name, isInverted))
    levels.append([])
  }

  private mutating func closeSection(_ name: TemplateName) throws(TemplateFailure) {
    guard let section = sections.popLast(), let nodes = levels.popLast() else {
      throw failure(
        name.range, "`\(name.text)` is closed but was never opened",
        help: "remove the tag, or open the section with `{{#\(name.text)}}`")
    }
    guard section.name.text == name.text else {
      throw failure(
        name.range, "`\(name.text)` is closed while `\(section.name.text)` is open",
        help: "close `\(section.name.text)` first; it begins on line "
          + "\(section.name.range.start.line)")
    }
    add(.section(section.name, isInverted: section.isInverted, nodes))
  }

  /// `{{=<% %>=}}`: two runs without white space or `=`.
  private mutating func setDelimiters(_ inner: Range<Int>) throws(TemplateFailure) {
    let parts = bytes[inner].split { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard parts.count == 2, !parts.joined().contains(UInt8(ascii: "=")) else {
      throw failure(
        range(inner), "`\(string(inner))` is not a pair of delimiters",
        help: "write two marks with a space between: `{{=<% %>=}}`")
    }
    open = Array(parts[0])
    close = Array(parts[1])
  }

  private func name(_ inner: Range<Int>) throws(TemplateFailure) -> TemplateName {
    var inner = inner
    while let first = inner.first, bytes[first] <= 0x20 { inner = inner.dropFirst() }
    while let last = inner.last, bytes[last] <= 0x20 { inner = inner.dropLast() }
    let name = string(inner)
    let dots = name != "." && (name.hasPrefix(".") || name.hasSuffix(".") || name.contains(".."))
    if inner.isEmpty || dots || bytes[inner].contains(where: { $0 <= 0x20 }) {
      throw failure(
        range(inner), inner.isEmpty ? "the tag has no name" : "`\(name)` is not a name",
        help: "a name has no white space; dots join the parts of `machine.states`")
    }
    return TemplateName(name, range: range(inner))
  }

  // MARK: - Places

  private func find(_ needle: [UInt8], from start: Int) -> Int? {
    guard let first = needle.first else { return nil }
    var index = start
    while index + needle.count <= bytes.count {
      if bytes[index] == first, bytes[index..<(index + needle.count)].elementsEqual(needle) {
        return index
      }
      index += 1
    }
    return nil
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private func range(_ offsets: Range<Int>) -> SourceRange {
    SourceRange(
      start: text.position(of: offsets.lowerBound), end: text.position(of: offsets.upperBound))
  }

  private func failure(_ range: SourceRange, _ summary: String, help: String) -> TemplateFailure {
    TemplateFailure([
      Diagnostic(
        rule: .templateSyntax, at: SourceLocation(file: path, range: range),
        summary, evidence: [Evidence(.help, help)])
    ])
  }
}
