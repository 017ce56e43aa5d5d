/// The tildes of a class diagram, which are shown as angle brackets.
///
///     "List~List~Int~~"  <->  "List<List<Int>>"
enum Generics {
  /// The displayed form of a written text, by Mermaid's own rules: pairs from outside in, between
  /// commas.
  static func shown(_ written: String) -> String {
    guard written.utf8.contains(UInt8(ascii: "~")) else { return written }
    let pieces = written.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    var result: [String] = []
    var index = 0
    while index < pieces.count {
      var piece = pieces[index]
      if index + 1 < pieces.count, tildes(piece) == 1, tildes(pieces[index + 1]) == 1 {
        piece += "," + pieces[index + 1]
        index += 1
      }
      result.append(paired(piece))
      index += 1
    }
    return result.joined(separator: ",")
  }

  /// The source of a displayed text with tildes; `nil` if tildes would show another text.
  ///
  /// Tildes cannot express every nesting. The candidate is therefore read back, and rejected if it
  /// is shown differently: `List<List<Int>>` works, `Map<Int, Set<Int>>` does not.
  static func written(_ shown: String) -> String? {
    guard !shown.utf8.contains(UInt8(ascii: "~")) else { return nil }
    let result = String(
      decoding: shown.utf8.map { byte in
        byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") ? UInt8(ascii: "~") : byte
      }, as: UTF8.self)
    return Self.shown(result) == shown ? result : nil
  }

  private static func tildes(_ text: String) -> Int {
    text.utf8.lazy.filter { $0 == UInt8(ascii: "~") }.count
  }

  private static func paired(_ text: String) -> String {
    let count = tildes(text)
    guard count > 1 else { return text }
    var bytes = Array(text.utf8)
    let keepsFirst = count % 2 == 1 && bytes.first == UInt8(ascii: "~")
    var first = keepsFirst ? 1 : 0
    var last = bytes.count - 1
    while true {
      while first < last, bytes[first] != UInt8(ascii: "~") { first += 1 }
      while last > first, bytes[last] != UInt8(ascii: "~") { last -= 1 }
      guard first < last else { return String(decoding: bytes, as: UTF8.self) }
      bytes[first] = UInt8(ascii: "<")
      bytes[last] = UInt8(ascii: ">")
    }
  }
}
