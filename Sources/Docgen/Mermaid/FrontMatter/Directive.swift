import Diagnostics
import JSON
import YAML

/// A `%%{…}%%` that was removed from a text, parsed as by the real Mermaid: `(\w+)\s*:?\s*(word |
/// JSON in any quotes)`.
///
///     {init: {'wrap': true}}  ->  init, {"wrap": true}
struct Directive {
  let name: String
  /// The text after the name: empty, a word, or JSON.
  private let rest: String

  /// `nil` if the text is not a directive. The last brace closes it.
  init?(_ text: String) {
    guard text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
    let scanner = ByteScanner(Array(text.utf8.dropFirst().dropLast()))
    let start = scanner.skippingWhitespace(0)
    let end = scanner.skippingWord(start)
    guard end > start else { return nil }
    var next = scanner.skippingWhitespace(end)
    if scanner.byte(next) == UInt8(ascii: ":") { next = scanner.skippingWhitespace(next + 1) }
    name = String(decoding: scanner.bytes[start..<end], as: UTF8.self)
    rest = String(
      decoding: scanner.bytes[scanner.trimmed(next..<max(next, scanner.bytes.count))],
      as: UTF8.self)
  }

  /// Whether it sets configuration: `init`, `initialize`, or a word with such an ending.
  var isInit: Bool { name.hasSuffix("init") || name.hasSuffix("initialize") }

  /// Its value; `nil` if it is not JSON in any quotes.
  private var value: YAMLValue? {
    guard let first = rest.utf8.first else { return .null }
    if ByteClasses.isWord(first) { return .text(rest) }
    return YAMLValue(json: rest.replacing("'", with: "\""))
  }

  /// The values of several directives. If one of them is not JSON, Mermaid ignores all of that
  /// kind: the result is empty.
  ///
  /// Mermaid reads all directives of a kind at once and gives up if one of them is broken.
  static func values(_ directives: [Directive]) -> [YAMLValue] {
    let values = directives.compactMap(\.value)
    return values.count == directives.count ? values : []
  }
}

/// The front matter and the directives of a diagram.
enum Configuration {
  static func errors(_ header: DiagramHeader) -> [MermaidError] {
    FrontMatter.errors(header) + emptyDirectives(header) + ThemeColors.errors(header)
  }

  /// If there are several `init` directives, each must have a value.
  private static func emptyDirectives(_ header: DiagramHeader) -> [MermaidError] {
    let directives = header.directives.filter { Directive($0.text)?.isInit == true }
    let values = Directive.values(directives.compactMap { Directive($0.text) })
    guard values.count > 1 else { return [] }
    return zip(values, directives).compactMap { value, directive in
      guard case .null = value, let range = directive.range else { return nil }
      return MermaidError(
        "an `init` directive next to another one needs a value", at: range,
        token: "%%\(directive.text)%%", expected: ["`%%{init: {…}}%%`"])
    }
  }
}

extension YAMLValue {
  /// A JSON value; `nil` if the text is not JSON. The last of several members with the same key
  /// counts.
  init?(json text: String) {
    var options = JSONOptions.strict
    options.allowsRepeatedKeys = true
    guard let node = try? JSONNode.parse(Array(text.utf8)[...], options) else { return nil }
    self.init(node)
  }

  private init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .boolean(let truth): self = .truth(truth)
    case .integer(let number): self = .number(Double(number))
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .array(let elements): self = .list(elements.map(YAMLValue.init))
    case .object(let members):
      var entries: [YAMLEntry] = []
      for member in members {
        entries.set(YAMLEntry(key: member.key, value: YAMLValue(member.node)))
      }
      self = .map(entries)
    }
  }
}

extension [YAMLEntry] {
  /// Sets the value of a key and replaces an earlier one.
  mutating func set(_ entry: YAMLEntry) {
    if let index = firstIndex(where: { $0.key == entry.key }) {
      self[index] = entry
    } else {
      append(entry)
    }
  }
}
