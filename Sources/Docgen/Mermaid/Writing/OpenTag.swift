/// `<b` that no `>` follows in its text: the next `>` of the diagram would close it, and Mermaid
/// would change the quotes between.
enum OpenTag {
  static func isOpen(_ bytes: [UInt8]) -> Bool {
    guard let last = lastStart(bytes) else { return false }
    return !bytes[last...].contains(UInt8(ascii: ">"))
  }

  /// A text with a space in each tag, which is none then, where one is open.
  static func broken(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return isOpen(bytes) ? separated(bytes) : text
  }

  /// A text with a space in each tag.
  static func separated(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if index > 0, bytes[index - 1] == UInt8(ascii: "<"), ByteClasses.isWord(byte) {
        result.append(0x20)
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func lastStart(_ bytes: [UInt8]) -> Int? {
    bytes.indices.last { index in
      bytes[index] == UInt8(ascii: "<") && index + 1 < bytes.count
        && ByteClasses.isWord(bytes[index + 1])
    }
  }
}
