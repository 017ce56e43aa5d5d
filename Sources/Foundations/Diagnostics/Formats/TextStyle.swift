/// Whether text uses the colors of a terminal.
package struct TextStyle: Sendable {
  package var usesColor: Bool

  package init(usesColor: Bool) {
    self.usesColor = usesColor
  }

  package static let plain = TextStyle(usesColor: false)

  func bold(_ text: String) -> String { wrapped(text, "1") }
  func dim(_ text: String) -> String { wrapped(text, "2") }
  func red(_ text: String) -> String { wrapped(text, "31") }
  func green(_ text: String) -> String { wrapped(text, "32") }

  /// A text in the color of a severity; by default, its name.
  func severity(_ severity: Diagnostic.Severity, _ text: String? = nil) -> String {
    let text = text ?? severity.rawValue
    return switch severity {
    case .error: wrapped(text, "1;31")
    case .warning: wrapped(text, "1;33")
    case .note: wrapped(text, "1;36")
    }
  }

  private func wrapped(_ text: String, _ code: String) -> String {
    usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

/// The number of columns that a text takes on a terminal.
enum DisplayWidth {
  /// Wide East Asian characters and emoji take two columns, combining characters none.
  static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The first scalar decides, since the others of a character are combined with it. An
  /// approximation: terminals differ for emoji of several scalars.
  static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.value < 0x300 { return 1 }
    if character.unicodeScalars.contains(where: \.properties.isEmojiPresentation) { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  /// Blocks of wide characters (Unicode Standard Annex 11, East Asian Width W and F).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
    0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
