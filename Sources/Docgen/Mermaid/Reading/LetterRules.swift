/// The letters beyond ASCII that the class grammar accepts in names: those of the Basic
/// Multilingual Plane in Unicode 6.1.
///
/// The real grammar lists these letters as ranges. The list was made from a version of Unicode,
/// which is why later letters are not accepted.
enum LetterRules {
  /// The offset after the letter at an offset, or `nil`.
  static func end(_ bytes: [UInt8], _ start: Int) -> Int? {
    let first = bytes[start]
    let width = first < 0xE0 ? 2 : 3
    guard first >= 0xC2, first < 0xF0, start + width <= bytes.count else { return nil }
    var value = UInt32(first) & (width == 2 ? 0x1F : 0x0F)
    for offset in 1..<width { value = value << 6 | UInt32(bytes[start + offset] & 0x3F) }
    guard let scalar = Unicode.Scalar(value), isLetter(scalar) else { return nil }
    return start + width
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0xAA, scalar.value <= 0xFFDC else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      guard let age = scalar.properties.age else { return false }
      return (age.major, age.minor) <= (6, 1)
    default:
      return false
    }
  }
}
