/// The color and the name after `box`: the first word is a color if CSS knows it.
///
///     "Aqua Client" -> aqua, "Client"        "rgb(1,2,3) Server" -> rgb(1,2,3), "Server"
///
/// Mermaid asks the browser whether the first word is a color. Without a browser, the names of CSS
/// are listed in `CSSColors`; a function such as `rgb(…)` counts as a color without a check of its
/// arguments.
struct BoxTitle {
  private(set) var color = "transparent"
  private(set) var name: String

  /// `^((?:rgba?|hsla?)\s*\(.*\)|\w*)(.*)$`
  init(_ text: String) {
    let bytes = Array(text.utf8)
    let scanner = ByteScanner(bytes)
    name = text
    var end = scanner.skippingWord(0)
    for function: StaticString in ["rgba", "rgb", "hsla", "hsl"]
    where scanner.starts(function, at: 0) {
      let open = scanner.skippingWhitespace(function.utf8CodeUnitCount)
      if scanner.byte(open) == UInt8(ascii: "("),
        let close = bytes.lastIndex(of: UInt8(ascii: ")"))
      {
        end = close + 1
        break
      }
    }
    let first = String(decoding: bytes[..<end], as: UTF8.self)
    guard first.isEmpty || Self.isColor(first) else { return }
    if !first.isEmpty { color = first }
    name = ModelText.trimmed(String(decoding: bytes[end...], as: UTF8.self))
  }

  private static func isColor(_ text: String) -> Bool {
    let lowered = text.lowercased()
    if let open = lowered.firstIndex(of: "("), lowered.hasSuffix(")") {
      let inner = lowered[lowered.index(after: open)...].dropLast()
      return !inner.contains("(") && !inner.contains(")")
    }
    return CSSColors.names.contains(lowered) || CSSColors.keywords.contains(lowered)
  }
}
