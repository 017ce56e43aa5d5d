/// Finds the beginnings of arrows in a sequence diagram, which end names.
enum ArrowRules {
  /// The arrows with their bytes. The lexer's rule for a longer arrow precedes that for its beginning.
  private static let arrows = MessageArrow.allCases
    .map { (arrow: $0, bytes: Array($0.rawValue.utf8)) }
    .sorted { $0.bytes.count > $1.bytes.count }

  /// The arrow at an offset, with `x` in any case. Returns `nil` if no arrow begins there.
  static func match(_ scanner: ByteScanner, _ start: Int) -> MessageArrow? {
    guard "-</\\".utf8.contains(scanner.byte(start)) else { return nil }
    return arrows.first { _, bytes in
      scanner.bytes[start...].prefix(bytes.count).elementsEqual(bytes) {
        ByteClasses.lowercased($0) == $1
      }
    }?.arrow
  }

  /// `(-x|--x|-\)|--\)|-\|\\|-\\|-\/|-\/\/|-\|\/|\/\|-|\\\|-|\/\/-|\\\\-|--|\(\))`
  static func blocksActor(_ scanner: ByteScanner, _ index: Int) -> Bool {
    let next = scanner.byte(index + 1)
    let afterNext = scanner.byte(index + 2)
    switch scanner.byte(index) {
    case UInt8(ascii: "-"):
      switch next {
      case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: ")"), UInt8(ascii: "\\"),
        UInt8(ascii: "/"), UInt8(ascii: "-"):
        return true
      case UInt8(ascii: "|"):
        return afterNext == UInt8(ascii: "\\") || afterNext == UInt8(ascii: "/")
      default: return false
      }
    case UInt8(ascii: "/"):
      return afterNext == UInt8(ascii: "-")
        && (next == UInt8(ascii: "|") || next == UInt8(ascii: "/"))
    case UInt8(ascii: "\\"):
      return afterNext == UInt8(ascii: "-")
        && (next == UInt8(ascii: "|") || next == UInt8(ascii: "\\"))
    case UInt8(ascii: "("):
      return next == UInt8(ascii: ")")
    default:
      return false
    }
  }

  /// `[\/\\+()<\->:\n,;]`
  static func endsFirstRun(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "("), UInt8(ascii: ")"): true
    default: endsRun(byte)
    }
  }

  /// `[+<\->:\n,;]`
  @inline(__always)
  static func endsRun(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "+"), UInt8(ascii: "<"), UInt8(ascii: "-"), UInt8(ascii: ">"),
      UInt8(ascii: ":"), 0x0A, UInt8(ascii: ","), UInt8(ascii: ";"):
      true
    default: false
    }
  }
}
