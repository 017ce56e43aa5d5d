import Diagnostics
import Markdown
import TestTools
import Testing

@Suite("Bad input")
struct InputTests {
  static let encodings: [([UInt8], String, String)] = [
    ([0x61, 0x0A, 0x62, 0xFF, 0x63], "2:2 not-utf8", "the byte 0xFF is not UTF-8"),
    ([0xC3], "1:1 not-utf8", "the byte 0xC3 is not UTF-8"),
    ([0x61, 0xED, 0xA0, 0x80], "1:2 not-utf8", "the byte 0xED is not UTF-8"),
    ([0xFF, 0xFE, 0x61, 0x00], "1:1 not-utf8", "the byte 0xFF is not UTF-8"),
  ]

  @Test(arguments: encodings)
  func `a file that is not UTF-8 is reported at its first bad byte`(
    bytes: [UInt8], finding: String, summary: String
  ) {
    let text = Page(path: "a.md", bytes: bytes)
    #expect(text.findings == [finding])
    #expect(text.diagnostics.first?.summary == summary)
    #expect(!text.isReadable)
    #expect(text.blocks.isEmpty)
    #expect(text.source.bytes == bytes)
  }

  @Test func `an empty file, and one with only a byte order mark, are fine`() {
    for text in [page(""), page("\u{FEFF}"), page("\n")] {
      #expect(text.isReadable)
      #expect(text.findings.isEmpty)
      #expect(text.blocks.isEmpty)
    }
  }

  @Test func `a NUL byte is a warning and shifts no position`() {
    let text = page("a\0b `x`\n")
    #expect(text.findings == ["1:2 nul-byte"])
    #expect(text.diagnostics.first?.severity == .warning)
    #expect(text.codeSpans.map(\.range.text) == ["1:5-1:8"])
  }

  @Test(arguments: [
    "para `c` with [l](u)\nand more <!-- x -->\n\n",
    "<!-- docgen:begin x -->\n",
    "<!-- docgen:verify x -->\n",
    "![a",
    "- a\n  ```mermaid\n  x\n  ```\n",
    "x <!-- docgen:value a -->3<!-- /docgen:value -->\n",
  ])
  func `ten times the text takes about ten times the time`(piece: String) {
    func time(_ count: Int) -> Duration {
      let bytes = Array(String(repeating: piece, count: count).utf8)
      return processorTime { _ = Page(path: "a.md", bytes: bytes) }
    }
    let small = min(time(300), time(300))
    #expect(time(3000) < small * 40 + .milliseconds(200))
  }
}
