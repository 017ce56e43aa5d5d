import Diagnostics
import Markdown
import TestTools
import Testing

@Suite("Garbage")
struct RobustnessTests {
  private static let pieces: [[UInt8]] =
    [
      "<!-- docgen:begin k -->\n", "<!-- docgen:begin k -->\n", "<!-- docgen:end -->\n",
      "<!-- docgen:end -->\n", "<!-- docgen:verify k -->\n", "```\nx\n```\n",
      "<!-- docgen:value v -->", "<!-- /docgen:value -->", "<!--", "-->", " docgen:",
      "docgen:begin",
      "docgen:end", "docgen:verify", "docgen:value", "/docgen:value", "docgen:disable", " k", "=",
      "\"", "\\", "(", ")", "reason=\"x\"", "a=1", "\n", "\n\n", "\r\n", "```", "~~~", "> ", "- ",
      "    ", "\t", "`", "[", "](", "<div>", " ", "x", "ü", "#", "===", "7f3a9c21", "mermaid", "\0",
    ].map { Array($0.utf8) }
  private static let badBytes: [[UInt8]] = [[0xFF], [0xC3], [0xEF, 0xBB, 0xBF], [0xED, 0xA0]]

  @Test
  func `random pieces of markers and Markdown are read without crashing, and written or refused`() {
    var regions = 0
    for seed in 0..<(rounds * 4) {
      var generator = SeededRandom(seed)
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<60, using: &generator) {
        bytes += Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &generator)]
      }
      if seed % 8 == 0 {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        bytes.insert(contentsOf: Self.badBytes[Int(seed / 8) % Self.badBytes.count], at: place)
      }
      let text = Page(path: "a.md", bytes: bytes)
      let limit = text.source.bytes.count
      for diagnostic in text.diagnostics {
        let start = diagnostic.location.range.map { text.source.offset(of: $0.start) }
        #expect(start.map { $0 <= limit } ?? false, "seed \(seed)")
      }
      regions += text.regions.count
      for content in ["", "a\n\n- b\n", "```\n", "-->", "\0"] {
        let result = text.rewritten(text.regions.map { ($0, content) })
        guard case .changed(let new) = result else { continue }
        let again = Page(path: "a.md", bytes: new)
        #expect(again.regions.count == text.regions.count, "seed \(seed)")
        #expect(Self.outerMarkers(again) == Self.outerMarkers(text), "seed \(seed)")
      }
    }
    #expect(regions > rounds / 8)
  }

  /// The markers outside generated content, without checksums.
  private static func outerMarkers(_ page: Page) -> [String] {
    let owned = page.regions.filter { $0.kind == .generated }.map(\.contentBytes)
    return page.markers
      .filter { marker in !owned.contains { $0.contains(marker.bytes.lowerBound) } }
      .map { $0.directive == .end ? "end" : $0.text }
  }

  @Test func `a page cut off at any byte is read without crashing`() {
    let whole = Array(
      "\u{FEFF}> - <!-- docgen:begin k a=\"ü\" -->\r\n>   ```mermaid\r\n>   é\r\n>   ```\r\n>   <!-- docgen:end 12345678 -->\r\n\r\nx <!-- docgen:value f(a: \"b\") c=1 -->3<!-- /docgen:value --> `é`\r\n"
        .utf8)
    for count in 0...whole.count {
      let text = Page(path: "a.md", bytes: Array(whole[..<count]))
      #expect(text.source.bytes.count == count)
      _ = text.rewritten(text.regions.map { ($0, "x") })
    }
  }
}
