import Diagnostics
import Facts

/// The project's data for one row of a table: a transition, a method.
struct TableRecord: Sendable {
  /// The expected cells by facet: `from`, `event`, `result`.
  var facets: [String: Facet]
  /// The name in findings: `syncing --> idle on pullCompleted`.
  var title: String
  var location: SourceLocation?
  /// The corresponding fact of a diagram, if any.
  var subject: Fact?
  /// Whether a table may leave it out even if it must not leave out others.
  var isOptional = false

  /// The expected content of a cell.
  enum Facet: Sendable {
    /// One of these spellings; the first is the one to write.
    case text([String])
    /// The name of a case in one of these spellings; a cell may add its associated values.
    case caseName([String])
    /// `--format`; a cell may add its short form and its value: `-f`, `--format NAME`.
    case option(String)
    /// These in any order; none at all is an empty cell, a dash or "none".
    case list([String])
    /// Associated values or parameters: labels, or types, or both.
    case values([Value])
    /// Yes or no, `true` or `false`, a tick or nothing.
    case flag(Bool)

    static func text(_ text: String) -> Facet { .text([text]) }
  }

  /// `retryAfter: Duration`
  struct Value: Sendable {
    var label: String?
    var type: String

    init(label: String?, type: String) { (self.label, self.type) = (label, type) }

    /// As in the sources: the label may be missing, or the type.
    init(_ text: String) {
      let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
      let isLabelled = parts.count == 2 && !parts[0].contains { "([".contains($0) }
      self.init(label: isLabelled ? parts[0] : nil, type: isLabelled ? parts[1] : text)
    }

    var short: String { label ?? type }
    var full: String { label.map { type.isEmpty ? $0 : "\($0): \(type)" } ?? type }
  }
}

/// The records of one kind and the headings of their facets.
struct TableRecords: Sendable {
  var records: [TableRecord]
  /// The facets that distinguish records, the most significant first.
  var keys: [String]
  /// The facet of each heading, by the heading in lowercase.
  var headings: [String: String]
}

/// The displayed text of a cell, without its markup.
struct CellText {
  let text: String

  /// ``[`Sync`](a.md), *b*`` -> `Sync, b`
  init(_ written: String) {
    var shown = ""
    var rest = written[...]
    while let character = rest.first {
      if character == "]", rest.dropFirst().first == "(", let close = rest.firstIndex(of: ")") {
        rest = rest[rest.index(after: close)...]
        continue
      }
      rest = rest.dropFirst()
      if character == "\\", let next = rest.first, !next.isLetter, !next.isNumber {
        shown.append(next)
        rest = rest.dropFirst()
      } else if !Self.marks.contains(character) {
        shown.append(character)
      }
    }
    text = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private init(plain text: String) { self.text = text }

  /// Underscores occur in names and brackets in types; these characters are always markup.
  private static let marks: Set<Character> = ["`", "*"]

  func says(_ facet: TableRecord.Facet) -> Bool {
    switch facet {
    case .text(let texts): texts.contains { Self.plain($0) == Self.plain(text) }
    case .caseName(let names):
      [text, caseName].contains { written in
        names.contains { Self.plain($0) == Self.plain(written) }
      }
    case .option(let name):
      text.split(whereSeparator: { " ,=|/[".contains($0) }).contains { $0 == name }
    case .list(let items): Set(self.items) == Set(items.map(Self.plain))
    case .values(let values):
      [\TableRecord.Value.short, \.full, \.type].contains { form in
        let texts = values.map { $0[keyPath: form] }
        // An unknown type does not agree with an empty cell.
        return !texts.contains("")
          && Set(items) == Set(CellText(plain: texts.joined(separator: ", ")).items)
      }
    case .flag(let flag): (isYes ?? flag) == flag
    }
  }

  /// `case failed(Error)`, `failed(_:)`, `failed(error: …)` -> `failed`
  private var caseName: String {
    let start = text.hasPrefix("case ") ? text.dropFirst("case ".count) : text[...]
    guard start.hasSuffix(")"), let open = start.firstIndex(of: "(") else { return String(start) }
    return String(start[..<open])
  }

  private var items: [String] {
    if isNothing { return [] }
    let parts = text.replacing("<br/>", with: ",").replacing("<br>", with: ",")
      .replacing(" and ", with: ",").split(separator: ",").map { Self.plain(String($0)) }
    return parts.filter { !$0.isEmpty }
  }

  var isNothing: Bool {
    ["", "-", "–", "—", "none", "nothing", "never"].contains(text.lowercased())
  }

  private var isYes: Bool? {
    switch text.lowercased() {
    case "yes", "true", "x", "✓", "✔", "✅", "always": true
    case "no", "false", "✗", "✘", "❌": false
    default: isNothing ? false : nil
    }
  }

  /// Without brackets of links and white space: `[Int]` is a type, `[a](b)` was a link.
  private static func plain(_ text: String) -> String {
    var key = text.filter { !$0.isWhitespace && $0 != "`" && $0 != "[" && $0 != "]" }
    if ["-", "–", "—"].contains(key) { key = "" }
    return key
  }
}

extension TableRecord.Facet {
  /// The notation for a cell.
  var written: String {
    switch self {
    case .text(let texts), .caseName(let texts): texts.first ?? ""
    case .option(let name): name
    case .list(let items): items.isEmpty ? "–" : items.joined(separator: ", ")
    case .values(let values):
      values.isEmpty ? "–" : values.map(\.full).joined(separator: ", ")
    case .flag(let flag): flag ? "yes" : "no"
    }
  }
}
