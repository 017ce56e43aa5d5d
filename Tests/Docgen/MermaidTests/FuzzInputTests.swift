import Foundation
import MermaidFuzz
import Testing

/// Repeats the checks of the fuzzer (`make fuzz`) on the texts that once failed them.
@Suite struct FuzzInputTests {
  private static let folder = Corpus.folder.deletingLastPathComponent()
    .appendingPathComponent("Fuzz/inputs")

  @Test func `the texts that the fuzzer found are read, formatted and compared`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(names.count > 10)
    for name in names {
      let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(name))
      #expect(MermaidProperties(Array(bytes)).violations == [], "\(name)")
    }
  }

  @Test func `every diagram of the corpus satisfies the fuzzer's properties`() throws {
    for entry in try Corpus.all() {
      #expect(MermaidProperties(entry.text).violations == [], "\(entry)")
    }
  }
}
