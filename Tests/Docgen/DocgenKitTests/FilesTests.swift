import Diagnostics
import DocgenKit
import Testing

@Suite struct GlobTests {
  @Test(arguments: [
    ("docs/*.md", "docs/a.md", true), ("docs/*.md", "docs/deep/a.md", false),
    ("docs/**/*.md", "docs/a.md", true), ("docs/**/*.md", "docs/deep/er/a.md", true),
    ("**/*.swift", "a.swift", true), ("*", ".hidden", false), (".b/*.j", ".b/x.j", true),
    ("**/*.md", ".git/a.md", false), ("a{b,cd}e", "abe", true), ("a{b,cd}e", "acde", true),
    ("a{b,cd}e", "ace", false), ("a?c", "abc", true), ("a?c", "ac", false),
    ("*a*b*c", "xxaybzc", true), ("*a*b*c", "xxaybz", false), ("./docs/*", "docs/a", true),
    ("a{b", "a{b", true), ("docs", "docs/a", false), ("**", "a/b", true),
  ])
  func `a pattern matches the intended paths`(pattern: String, path: String, expected: Bool) {
    #expect(Glob(pattern).matches(path) == expected)
  }

  @Test func `a star takes bounded time`() {
    let pattern = String(repeating: "a*", count: 40) + "b"
    #expect(!Glob(pattern).matches(String(repeating: "a", count: 10_000)))
  }

  @Test(arguments: [
    ("docs/**/*.md", "docs", true), ("docs/**/*.md", "docs/deep", true),
    ("docs/*.md", "docs/deep", false), ("docs/*.md", "other", false), (".b/t/*", ".b", true),
  ])
  func `a folder is entered only where something below it could match`(
    pattern: String, folder: String, expected: Bool
  ) {
    #expect(Glob(pattern).mayMatch(below: folder) == expected)
  }
}
