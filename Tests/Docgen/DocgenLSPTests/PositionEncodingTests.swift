import Diagnostics
import DocgenLSP
import Testing

/// Compares byte and client positions with Swift's own views of a string.
@Suite struct PositionEncodingTests {
  /// Characters of one to four bytes, combining ones, joined ones, and all line endings.
  private static let alphabet: [String] = [
    "a", "é", "e\u{301}", "€", "😀", "👩‍👩‍👧", "\u{FEFF}", "\t", "\n", "\r\n", "\r", "漢", " ",
  ]

  private static func texts() -> [String] {
    var random = SystemRandomNumberGenerator()
    var texts = ["", "\n", "\r\n", "\r", "a", "😀", "\n\n", "a\r\nb", "a\rb\nc"]
    for _ in 0..<300 {
      let count = Int.random(in: 0..<24, using: &random)
      texts.append((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined())
    }
    return texts
  }

  /// The reference result: the lines of a text without their endings.
  private static func lines(of text: String) -> [[Unicode.Scalar]] {
    var lines: [[Unicode.Scalar]] = [[]]
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if scalar == "\n", previous == "\r" {
        // The second half of one ending.
      } else if scalar == "\n" || scalar == "\r" {
        lines.append([])
      } else {
        lines[lines.count - 1].append(scalar)
      }
      previous = scalar
    }
    return lines
  }

  private static func width(_ scalar: Unicode.Scalar, _ encoding: PositionEncoding) -> Int {
    let text = String(scalar)
    return switch encoding {
    case .utf8: text.utf8.count
    case .utf16: text.utf16.count
    case .utf32: 1
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func `each scalar of any text is at its counted place`(_ encoding: PositionEncoding) {
    for text in Self.texts() {
      let source = SourceText(text)
      let lines = Self.lines(of: text)
      #expect(source.lineCount == lines.count, "\(text.debugDescription)")
      for (number, line) in lines.enumerated() {
        var (units, bytes) = (0, 0)
        for scalar in line + ["x"] {
          let position = SourcePosition(line: number + 1, column: bytes + 1)
          let expected = EditorPosition(line: number, character: units)
          #expect(source.editorPosition(of: position, encoding) == expected)
          #expect(source.position(of: expected, encoding) == position)
          units += Self.width(scalar, encoding)
          bytes += String(scalar).utf8.count
        }
      }
    }
  }

  @Test(arguments: PositionEncoding.allCases)
  func `a position within a scalar is its start; one after a line, its end`(
    _ encoding: PositionEncoding
  ) {
    let source = SourceText("a😀b\r\nc")
    let within: [EditorPosition] =
      switch encoding {
      case .utf8: [2, 3, 4].map { EditorPosition(line: 0, character: $0) }
      case .utf16: [EditorPosition(line: 0, character: 2)]
      case .utf32: []
      }
    for position in within { #expect(source.offset(of: position, encoding) == 1) }
    for character in [40, Int.max] {
      let behind = EditorPosition(line: 0, character: character)
      #expect(source.offset(of: behind, encoding) == 6)
    }
    #expect(source.offset(of: EditorPosition(line: 9, character: 0), encoding) == 9)
    let last = source.editorPosition(of: SourcePosition(line: 9, column: 9), encoding)
    #expect(last == EditorPosition(line: 1, character: 1))
    let end = source.editorPosition(of: SourcePosition(line: 1, column: 40), encoding)
    #expect(source.offset(of: end, encoding) == 6)
  }

  @Test func `bytes that are not UTF-8 have places too`() {
    for bytes in [[0x80], [0xFF, 0xFE, 0x0A, 0xC3], [0xF0, 0x9F], [0x61, 0xE2, 0x82]] as [[UInt8]] {
      let source = SourceText(bytes: bytes)
      for encoding in PositionEncoding.allCases {
        for line in 0...2 {
          for character in 0...5 {
            let offset = source.offset(
              of: EditorPosition(line: line, character: character), encoding)
            #expect((0...bytes.count).contains(offset))
          }
        }
      }
    }
  }

  @Test func `bytes are used if the client offers them, otherwise UTF-16`() {
    #expect(PositionEncoding.chosen(among: ["utf-16", "utf-8"]) == .utf8)
    #expect(PositionEncoding.chosen(among: ["utf-32", "utf-16"]) == .utf16)
    #expect(PositionEncoding.chosen(among: []) == .utf16)
    #expect(PositionEncoding.chosen(among: ["utf-7"]) == .utf16)
  }
}
