/// A `%%{…}%%` that was taken out of a text, as the real Mermaid reads it:
/// `(\w+)\s*:?\s*(word | JSON in any quotes)`.
///
///     {init: {'wrap': true}}  ->  init, {"wrap": true}
struct Directive {
  let name: String
  /// Nothing behind the name; one word; or what should be JSON.
  private let rest: String

  /// Nothing for a text that is no directive. It is closed by its last brace.
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

  /// Whether it sets configuration: `init`, `initialize`, or a word that ends so.
  var isInit: Bool { name.hasSuffix("init") || name.hasSuffix("initialize") }

  /// What it says; Mermaid gives up on all of a kind when one is no JSON.
  func value() throws(YAMLError) -> YAMLValue {
    guard let first = rest.utf8.first else { return .null }
    if ByteClasses.isWord(first) { return .text(rest) }
    let list = try YAMLParser.parseFlow(
      "{\"value\": [\(rest.replacing("'", with: "\""))]}", isJSON: true)
    guard case .list(let values)? = list["value"], values.count == 1 else {
      throw YAMLError(offset: 0, message: "a directive holds one value")
    }
    return values[0]
  }

  /// The values of several directives; none when one is no JSON.
  static func values(_ directives: [Directive]) -> [YAMLValue] {
    do throws(YAMLError) {
      var values: [YAMLValue] = []
      for directive in directives { values.append(try directive.value()) }
      return values
    } catch {
      return []
    }
  }
}
