import Foundation
import MermaidFuzz
import Testing

/// What the fuzzer asks (`make fuzz`), asked of the texts that it once found a fault with.
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

  @Test func `every diagram of the corpus holds what the fuzzer asks`() throws {
    for entry in try Corpus.all() {
      #expect(MermaidProperties(entry.text).violations == [], "\(entry)")
    }
  }
}
