import Foundation
import MermaidFuzz
import Testing

/// What the fuzzer asks (`make fuzz`), asked of the texts that it once found a fault with.
@Suite struct FuzzInputTests {
  private static let folder = Corpus.folder.deletingLastPathComponent()
    .appendingPathComponent("Fuzz/inputs")

  @Test func `the texts that the fuzzer found are read, printed and compared`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(names.count > 10)
    for name in names {
      let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(name))
      let found = MermaidProperties(Array(bytes))
      #expect(found.violations == [], "\(name)")
      #expect(found.unprintable == 0, "\(name)")
    }
  }

  @Test func `every diagram of the corpus holds what the fuzzer asks`() throws {
    for entry in try Corpus.all() {
      let found = MermaidProperties(entry.text)
      #expect(found.violations == [], "\(entry)")
      #expect(found.unprintable == 0, "\(entry)")
    }
  }
}
