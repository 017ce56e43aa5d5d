import Diagnostics
import Models
import SwiftIndex

/// The words of the sources that may be names of options, for programs that do not use ArgumentParser.
///
///     case "--dry-run":   .flag("dry-run", "Write nothing")     ->  dry-run
struct OptionWords: Sendable {
  private var words: Set<String> = []

  init(_ sources: [String: SourceText]) {
    for text in sources.values { add(text.bytes) }
  }

  func contains(_ name: String) -> Bool { words.contains(name) }

  /// Adds each word of letters, digits and hyphens after a quotation mark or hyphens.
  private mutating func add(_ bytes: [UInt8]) {
    var index = 0
    while let start = bytes[index...].firstIndex(where: { $0 == Self.quote || $0 == Self.hyphen }) {
      let begin = bytes[start...].firstIndex { $0 != Self.quote && $0 != Self.hyphen }
      index = begin ?? bytes.count
      let end = bytes[index...].firstIndex { !Self.isWord($0) } ?? bytes.count
      if end > index { words.insert(String(decoding: bytes[index..<end], as: UTF8.self)) }
      index = max(end, start + 1)
    }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let hyphen = UInt8(ascii: "-")

  private static func isWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == hyphen
  }
}

extension String {
  /// `dry-run` -> `dryRun`
  var camelCase: String {
    let parts = split(separator: "-")
    return parts.prefix(1).joined()
      + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
