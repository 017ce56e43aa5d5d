/// Finds the beginnings of arrows in a sequence diagram, which end names.
enum ArrowRules {
  /// The arrow at an offset: the first matching rule of the lexer.
  ///
  /// The rules are tested by their first bytes, in place of one regular expression for each of the
  /// 26 arrows. Returns `nil` if no arrow begins at `start`.
  static func match(_ scanner: ByteScanner, _ start: Int) -> MessageArrow? {
    switch scanner.byte(start) {
    case UInt8(ascii: "-"):
      return scanner.byte(start + 1) == UInt8(ascii: "-")
        ? dotted(scanner, start + 2)
        : solid(scanner, start + 1)
    case UInt8(ascii: "<"):
      if scanner.starts("<<->>", at: start) { return .bidirectionalSolid }
      return scanner.starts("<<-->>", at: start) ? .bidirectionalDotted : nil
    case UInt8(ascii: "/"):
      if scanner.starts("/|--", at: start) { return .dottedReverseTop }
      if scanner.starts("//--", at: start) { return .dottedReverseStickTop }
      if scanner.starts("/|-", at: start) { return .reverseTop }
      return scanner.starts("//-", at: start) ? .reverseStickTop : nil
    case UInt8(ascii: "\\"):
      if scanner.starts("\\|--", at: start) { return .dottedReverseBottom }
      if scanner.starts("\\\\--", at: start) { return .dottedReverseStickBottom }
      if scanner.starts("\\|-", at: start) { return .reverseBottom }
      return scanner.starts("\\\\-", at: start) ? .reverseStickBottom : nil
    default:
      return nil
    }
  }

  /// The arrow after one dash.
  private static func solid(_ scanner: ByteScanner, _ index: Int) -> MessageArrow? {
    switch scanner.byte(index) {
    case UInt8(ascii: ">"):
      return scanner.byte(index + 1) == UInt8(ascii: ">") ? .solidArrow : .solidOpen
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return .solidCross
    case UInt8(ascii: ")"): return .solidPoint
    case UInt8(ascii: "|"):
      if scanner.byte(index + 1) == UInt8(ascii: "\\") { return .solidTop }
      return scanner.byte(index + 1) == UInt8(ascii: "/") ? .solidBottom : nil
    case UInt8(ascii: "\\"):
      return scanner.byte(index + 1) == UInt8(ascii: "\\") ? .stickTop : nil
    case UInt8(ascii: "/"):
      return scanner.byte(index + 1) == UInt8(ascii: "/") ? .stickBottom : nil
    default: return nil
    }
  }

  /// The arrow after two dashes.
  private static func dotted(_ scanner: ByteScanner, _ index: Int) -> MessageArrow? {
    switch scanner.byte(index) {
    case UInt8(ascii: ">"):
      return scanner.byte(index + 1) == UInt8(ascii: ">") ? .dottedArrow : .dottedOpen
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return .dottedCross
    case UInt8(ascii: ")"): return .dottedPoint
    case UInt8(ascii: "|"):
      if scanner.byte(index + 1) == UInt8(ascii: "\\") { return .dottedTop }
      return scanner.byte(index + 1) == UInt8(ascii: "/") ? .dottedBottom : nil
    case UInt8(ascii: "\\"):
      return scanner.byte(index + 1) == UInt8(ascii: "\\") ? .dottedStickTop : nil
    case UInt8(ascii: "/"):
      return scanner.byte(index + 1) == UInt8(ascii: "/") ? .dottedStickBottom : nil
    default: return nil
    }
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
