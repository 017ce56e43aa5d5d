import DocgenKit
import Testing

/// Text changes as sent to an editor.
@Suite struct TextChangeTests {
  private static let lines = ["", "a", "é😀", "b c", "a"]

  private static func text(_ ending: String) -> [UInt8] {
    let count = Int.random(in: 0..<6)
    let text = (0..<count).map { _ in (lines.randomElement() ?? "") + ending }.joined()
    return Array((text + (Bool.random() ? "" : lines.randomElement() ?? "")).utf8)
  }

  @Test(arguments: ["\n", "\r\n"])
  func `a change turns one text into another, cuts no character and begins a line`(_ ending: String)
  {
    for _ in 0..<2_000 {
      let (old, new) = (Self.text(ending), Self.text(ending))
      guard let change = TextChange(from: old, to: new) else {
        #expect(old == new)
        continue
      }
      #expect(TextChange.applied([change], to: old) == new)
      #expect(change.range.lowerBound == 0 || old[change.range.lowerBound - 1] == 0x0A)
      #expect(String(validating: old[change.range], as: UTF8.self) != nil)
      #expect(!change.text.unicodeScalars.contains("\u{FFFD}"))
    }
  }

  @Test func `changes are applied in order, and overlapping ones are left out`() {
    let changes = [
      TextChange(range: 4..<5, text: "E"), TextChange(range: 0..<2, text: ""),
      TextChange(range: 1..<3, text: "no"),
    ]
    #expect(TextChange.applied(changes, to: Array("abcdef".utf8)) == Array("cdEf".utf8))
  }
}
