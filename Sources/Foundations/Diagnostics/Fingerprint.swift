/// Recognizes a finding of an earlier run.
///
/// Lines above a finding may be added or removed, and counts in its sentence change with every
/// recording, so neither is part of a fingerprint. It covers the rule, the file, the sentence
/// without its numbers, and the line of the text without its indentation. Findings that agree in
/// all of these are numbered in their order.
package enum Fingerprint {
  /// The fingerprint of each finding, in their order: 16 hexadecimal digits.
  ///
  /// `sources` has the texts by the file names of the findings. A finding in a file without a text
  /// is recognized by its rule, file and sentence alone. Findings must be in a stable order, since
  /// equal ones are numbered.
  package static func of(_ findings: [Diagnostic], sources: [String: SourceText]) -> [String] {
    var seen: [UInt64: Int] = [:]
    return findings.map { finding in
      let line = finding.location.range.flatMap { range in
        sources[finding.location.file].map { $0.line(range.start.line) }
      }
      let hash = hash(finding, line: line ?? "")
      let turn = seen[hash, default: 0]
      seen[hash] = turn + 1
      let digits = String(mixing(hash, "\(turn)"), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }

  private static func hash(_ finding: Diagnostic, line: String) -> UInt64 {
    let words = finding.summary.filter { !$0.isNumber }
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let text = line.drop(while: isBlank)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in [finding.rule.rawValue, finding.location.file, words, String(text)] {
      hash = mixing(hash, part + "\n")
    }
    return hash
  }

  /// FNV-1a, 64 bits.
  private static func mixing(_ hash: UInt64, _ text: String) -> UInt64 {
    text.utf8.reduce(hash) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
