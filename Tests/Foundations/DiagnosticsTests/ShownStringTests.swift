import Diagnostics
import Testing

@Suite struct ShownStringTests {
  @Test(arguments: [
    ("docs/a.md", "docs/a.md"),
    ("docs/a b.md", "'docs/a b.md'"),
    ("it's ä.md", "'it'\\''s ä.md'"),
    ("$(rm).md", "'$(rm).md'"),
    ("\u{1F6AA}.md", "\u{1F6AA}.md"),
    ("a\nb'.md", "$'a\\nb\\'.md'"),
    ("a\u{1B}b.md", "$'a\\033b.md'"),
    ("", "''"),
  ])
  func `a name is one word of a shell`(_ name: String, _ word: String) {
    #expect(name.shellWord == word)
  }

  @Test func `a name stays on its line and cannot affect a terminal`() {
    #expect("a\nb\u{1B}[2J\u{9B}\tc".visible == "a␊b␛[2J\u{FFFD}    c")
  }
}
