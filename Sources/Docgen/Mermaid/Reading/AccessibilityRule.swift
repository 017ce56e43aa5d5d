/// `accTitle :`, `accDescr :` and `accDescr {`, with the white space after them. The three grammars
/// have the same rules, in any case or in this one.
enum AccessibilityRule {
  case title, description, block

  /// The rule that begins at an offset, and the offset of its text.
  static func match(
    _ scanner: ByteScanner, at start: Int, ignoresCase: Bool
  ) -> (rule: AccessibilityRule, end: Int)? {
    let isTitle =
      ignoresCase
      ? scanner.startsIgnoringCase("acctitle", at: start) : scanner.starts("accTitle", at: start)
    let isDescription =
      ignoresCase
      ? scanner.startsIgnoringCase("accdescr", at: start) : scanner.starts("accDescr", at: start)
    guard isTitle || isDescription else { return nil }
    let sign = scanner.skippingWhitespace(start + 8)
    let end = scanner.skippingWhitespace(sign + 1)
    switch scanner.byte(sign) {
    case UInt8(ascii: ":"): return (isTitle ? .title : .description, end)
    case UInt8(ascii: "{") where isDescription: return (.block, end)
    default: return nil
    }
  }
}
