/// JSON's backslashes.
enum JSONEscapes {
  /// `a\u00e9\n` -> `aé`, line break. What is no escape stays as it is; half a surrogate pair becomes
  /// the replacement character.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var units: [UInt8] = []
    var position = bytes.startIndex
    while position < bytes.endIndex {
      guard bytes[position] == 0x5C, position + 1 < bytes.endIndex else {
        units.append(bytes[position])
        position += 1
        continue
      }
      let letter = bytes[position + 1]
      position += 2
      guard letter == 0x75 else {
        units.append(plain(letter))
        continue
      }
      units.append(contentsOf: String(decoding: codeUnits(bytes, &position), as: UTF16.self).utf8)
    }
    return String(decoding: units, as: UTF8.self)
  }

  private static func plain(_ letter: UInt8) -> UInt8 {
    switch letter {
    case 0x6E: 0x0A
    case 0x74: 0x09
    case 0x72: 0x0D
    case 0x62: 0x08
    case 0x66: 0x0C
    default: letter
    }
  }

  /// The digits behind `\u`, and those of the second half of a pair.
  private static func codeUnits(_ bytes: ArraySlice<UInt8>, _ position: inout Int) -> [UInt16] {
    guard let first = codeUnit(bytes, position) else { return [0xFFFD] }
    position += 4
    let isPair =
      (0xD800..<0xDC00).contains(first) && position + 6 <= bytes.endIndex
      && bytes[position] == 0x5C && bytes[position + 1] == 0x75
    guard isPair, let second = codeUnit(bytes, position + 2) else { return [first] }
    position += 6
    return [first, second]
  }

  private static func codeUnit(_ bytes: ArraySlice<UInt8>, _ position: Int) -> UInt16? {
    guard position + 4 <= bytes.endIndex else { return nil }
    return UInt16(String(decoding: bytes[position..<(position + 4)], as: UTF8.self), radix: 16)
  }
}
