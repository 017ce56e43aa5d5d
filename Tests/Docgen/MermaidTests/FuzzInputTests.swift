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

  /// The signs before the word hide it from Mermaid; the name that holds them is shown by an alias.
  @Test func `a generic parameter that nothing else can say is kept as it is`() {
    let found = MermaidProperties(
      "classDiagram\nx --`a<br/>%%n~x C4Deployment y`: 1c\n\nl\n")
    #expect(found.violations == [])
    #expect(found.accepted == 1 && found.unprintable == 1)
  }

  @Test(arguments: [
    "classDiagram\nclass A\nstyle A color:red%% gone\n n : %% gone\n",
    "classDiagram\nA : x <%%{a}%%b=\"c\" d>\n",
    "classDiagram\nx --() bate`f a~B`~T~\n",
  ])
  func `what comments leave of a line is printed`(text: String) {
    let found = MermaidProperties(text)
    #expect(found.violations == [])
    #expect(found.accepted == 1 && found.unprintable == 0)
  }
}
