/// A name at the start of a list item, table cell or heading.
struct EntryName: Hashable {
  enum Style: Hashable {
    case code, bold, plain
  }

  /// Without backticks, arguments and leading dot: `open` of `` `.open(angle:)` ``.
  var name: String
  /// The type before the name: `Door` of `Door.open`.
  var owner: String?
  var style: Style

  /// The names that the text begins with.
  ///
  ///     `calm`, `merry`: quiet or loud  ->  calm, merry
  ///     **Core** — the basics           ->  Core
  static func names(in text: String) -> [EntryName] {
    // Dashes are escaped where a site generator would join them.
    var rest = text.replacing("-\\-", with: "--")[...]
    skipPrefix(&rest)
    if rest.hasPrefix("--") { rest = rest.prefix { $0 != " " && $0 != "," } }
    if rest.first == "`" { return codeNames(rest) }
    // `Plain gate: .plain(width: Int)` with the name in backticks.
    if let colon = rest.firstRange(of: ": `"),
      rest[..<colon.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " }),
      rest[..<colon.lowerBound].split(separator: " ").count <= 4
    {
      return codeNames(rest[colon.upperBound...].prependingBacktick)
    }
    let isBold = text.contains("**") || text.contains("__")
    let end = rest.firstIndex { ":*_—–[](".contains($0) } ?? rest.endIndex
    let words = rest[..<end].split(separator: " ")
    guard let word = words.first, words.count == 1 || words[1] == "-",
      let name = EntryName(String(word), style: isBold ? .bold : .plain)
    else { return [] }
    return [name]
  }

  /// A task's box, emphasis, a link's bracket, a number.
  private static func skipPrefix(_ rest: inout Substring) {
    for box in ["[ ] ", "[x] ", "[X] ", "[required] ", "[optional] "] where rest.hasPrefix(box) {
      rest = rest.dropFirst(box.count)
    }
    let afterNumber = rest.drop { ("0"..."9").contains($0) }
    if afterNumber.startIndex > rest.startIndex, let mark = afterNumber.first, ".)".contains(mark),
      afterNumber.dropFirst().first == " "
    {
      rest = afterNumber.dropFirst(2)
    }
    rest = rest.drop { "*_[ ".contains($0) }
  }

  private static func codeNames(_ text: Substring) -> [EntryName] {
    var names: [EntryName] = []
    var rest = text
    while rest.first == "`", !rest.hasPrefix("``") {
      rest = rest.dropFirst()
      guard let end = rest.firstIndex(of: "`") else { break }
      if let name = EntryName(String(rest[..<end]), style: .code) { names.append(name) }
      rest = rest[rest.index(after: end)...]
      if rest.hasPrefix("]("), let close = rest.firstIndex(of: ")") {
        rest = rest[rest.index(after: close)...]
      }
      rest = rest.drop { "*_] ".contains($0) }
      guard let separator = separators.first(where: rest.hasPrefix) else { break }
      rest = rest.dropFirst(separator.count).drop { "*_[ ".contains($0) }
    }
    return names
  }

  private static let separators = [", and ", ", or ", ",", "/", "|", "&", "and ", "or "]

  private init?(_ text: String, style: Style) {
    var text = text.trimmedText[...]
    if style == .code, text.hasPrefix("case ") { text = text.dropFirst(5) }
    if text.hasPrefix("Sources/") { text = text.dropFirst(8) }
    if text.hasSuffix("/") { text = text.dropLast() }
    if text.hasSuffix(".swift") { text = text.dropLast(6).split(separator: "/").last ?? "" }
    text = text.prefix { $0 != "(" && $0 != ":" }
    let parts = text.split(separator: ".").map(String.init)
    guard let name = parts.last, !name.isEmpty,
      parts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" } })
    else { return nil }
    self.name = name
    owner = parts.count > 1 ? parts.dropLast().joined(separator: ".") : nil
    self.style = style
  }
}

extension Substring {
  /// The text with the backtick directly before it.
  fileprivate var prependingBacktick: Substring { base[base.index(before: startIndex)...] }
}
