import Basics
import Testing

@Suite struct UTF8ValidationTests {
  /// The standard library's answer.
  private static func expected(_ bytes: [UInt8]) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }

  /// Complete, incomplete and impossible sequences, among them those of U+FFFD.
  private static let sequences: [[UInt8]] = [
    [0x41], [0x00], [0xC3, 0xA4], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80], [0xEF, 0xBF, 0xBD],
    [0xEF, 0xBF, 0xBC], [0xEF, 0xBF], [0xEF], [0xBF], [0xBD], [0x80], [0xC0], [0xC3], [0xE2, 0x82],
    [0xF0], [0xF0, 0x9F, 0x98], [0xF4, 0x90], [0xED, 0xA0, 0x80], [0xFF],
  ]

  @Test func `the first invalid byte is that of the standard library`() {
    var generator = SplitMix64(20)
    for _ in 0..<50_000 {
      let bytes = (0..<Int.random(in: 0...6, using: &generator)).flatMap { _ in
        Self.sequences.randomElement(using: &generator) ?? []
      }
      #expect(UTF8Validation.firstInvalidOffset(in: bytes) == Self.expected(bytes), "\(bytes)")
      #expect(UTF8Validation.text(bytes[...]) == String(validating: bytes, as: UTF8.self))
    }
  }

  @Test func `a sequence may lie across the pieces in which a text is decoded`() {
    for offset in (1 << 15) - 5...(1 << 15) + 1 {
      for sequence in Self.sequences {
        for end in [[], [0x80, 0x80, 0x80, 0x80], Array("end".utf8)] as [[UInt8]] {
          let bytes = [UInt8](repeating: 0x61, count: offset) + sequence + end
          #expect(UTF8Validation.firstInvalidOffset(in: bytes) == Self.expected(bytes))
        }
      }
    }
    let continuation = [UInt8](repeating: 0x80, count: 100_000)
    #expect(UTF8Validation.firstInvalidOffset(in: continuation) == 0)
    #expect(UTF8Validation.firstInvalidOffset(in: [0xC3] + continuation) == 2)
  }
}
