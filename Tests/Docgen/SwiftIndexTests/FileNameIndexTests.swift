import SwiftIndex
import Testing

@Suite("File names")
struct FileNameIndexTests {
  private let index = FileNameIndex([
    "Sources/Store.swift", "README.md", "docs/readme.md", "Tests/Store.swift", "docs/\u{C4}ther.md",
    "docs/\u{212A}ey.md", "docs/Key.md",
  ])

  @Test(arguments: [
    ("Store.swift", ["Sources/Store.swift", "Tests/Store.swift"]),
    ("readme.MD", ["README.md", "docs/readme.md"]), ("\u{E4}THER.md", ["docs/\u{C4}ther.md"]),
    // The lowercase letter of the Kelvin sign is in ASCII.
    ("KEY.md", ["docs/\u{212A}ey.md", "docs/Key.md"]), ("docs/Key.md", []), ("", []),
  ])
  func `paths are found by their last part, ignoring case`(name: String, paths: [String]) {
    #expect(index.paths(endingIn: name) == paths)
    #expect(FileNameIndex([]).paths(endingIn: name).isEmpty)
  }

  @Test func `each of many names is found`() {
    let paths = (0..<5_000).map { "a\($0 % 7)/File\($0).swift" }
    let index = FileNameIndex(paths)
    #expect(paths.allSatisfy { index.paths(endingIn: String($0.dropFirst(3))) == [$0] })
  }
}
