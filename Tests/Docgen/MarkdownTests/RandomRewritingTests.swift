import Diagnostics
import Markdown
import TestTools
import Testing

@Suite("Rewriting random documents")
struct RandomRewritingTests {
  private static let contents = [
    "", "text\n", "```mermaid\ng --> h\n```\n", "| a |\n|---|\n| b |\n", "a\n\n  b\n\n\tc",
    "# h\n\n- x\n\n  y\n", "> q",
  ]

  /// A random document with regions put between its lines, carrying the prefix of the line before.
  private static func document(_ seed: UInt64) -> String {
    var generator = SeededRandom(seed &* 31)
    let base = RandomDocument(seed: seed).text
    let ending = base.contains("\r\n") ? "\r\n" : base.contains("\r") ? "\r" : "\n"
    var lines: [String] = []
    for line in base.split(separator: Character(ending), omittingEmptySubsequences: false) {
      lines.append(String(line))
      guard Int.random(in: 0..<3, using: &generator) == 0 else { continue }
      let lead = line.prefix { " >\t-*\u{FEFF}".contains($0) }
      let first = lead.filter { $0 != "\u{FEFF}" }
      let prefix = String(first.map { "-*".contains($0) ? " " : $0 })
      let content = contents[Int.random(in: 0..<contents.count, using: &generator)]
      lines.append(prefix)
      lines.append(prefix + "<!-- docgen:begin k\(seed) -->")
      lines += content.split(separator: "\n").map { prefix + $0 }
      lines.append(prefix + "<!-- docgen:end -->")
      if Bool.random(using: &generator) {
        lines.append(prefix + "<!-- docgen:value v -->3<!-- /docgen:value -->.")
      }
    }
    return lines.joined(separator: ending)
  }

  @Test func `the written text is read back, changes nothing else, and is stable`() throws {
    var written = 0
    for seed in 0..<rounds {
      let old = page(Self.document(seed))
      guard old.findings.isEmpty, !old.regions.isEmpty else { continue }
      var generator = SeededRandom(seed &+ 7)
      let changes = old.regions.map { region in
        let pick = Self.contents[Int.random(in: 0..<Self.contents.count, using: &generator)]
        return (region: region, content: region.kind == .value ? "42" : pick)
      }
      let result = old.rewritten(changes)
      #expect(result.refusals.isEmpty, "seed \(seed): \(result.refusals) in \(old.source.text)")
      guard let text = result.text else { continue }
      written += 1
      let new = page(text)
      #expect(Self.outside(old) == Self.outside(new), "seed \(seed) in \(old.source.text)")
      #expect(new.regions.allSatisfy { !$0.isHandEdited }, "seed \(seed) in \(old.source.text)")
      let again = zip(new.regions, changes).map { (region: $0, content: $1.content) }
      guard case .unchanged = new.rewritten(again) else {
        Issue.record("seed \(seed): a second run changes \(old.source.text)")
        continue
      }
    }
    #expect(written > rounds / 8)
  }

  @Test func `the structure outside of regions differs if a code span there differs`() {
    var changed = 0
    for seed in 0..<rounds {
      let old = page(Self.document(seed))
      let structure = old.structureOutsideRegions()
      for span in old.codeSpans {
        let range =
          old.source.offset(
            of: span.contentRange.start)..<old.source.offset(
            of: span.contentRange.end)
        let isOwned = old.regions.contains { $0.contentBytes.contains(range.lowerBound) }
        var bytes = old.source.bytes
        bytes.replaceSubrange(range, with: Array("other".utf8))
        let isSeen = structure != Page(path: "a.md", bytes: bytes).structureOutsideRegions()
        #expect(isSeen != isOwned, "seed \(seed): \(span.text) in \(old.source.text)")
        changed += 1
      }
    }
    #expect(changed > rounds / 2)
  }

  /// The bytes outside of regions, checksums left out.
  private static func outside(_ page: Page) -> [UInt8] {
    var bytes: [UInt8] = []
    var place = 0
    for region in page.regions {
      bytes += page.source.bytes[place..<region.contentBytes.lowerBound]
      place = region.contentBytes.upperBound
      if let checksum = region.closing?.subject, region.kind == .generated {
        bytes += page.source.bytes[place..<page.source.offset(of: checksum.range.start)]
        while bytes.last == 0x20 { bytes.removeLast() }
        place = page.source.offset(of: checksum.range.end)
      }
    }
    return bytes + page.source.bytes[place...]
  }
}
