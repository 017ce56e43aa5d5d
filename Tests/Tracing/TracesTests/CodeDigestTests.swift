import Testing
import Traces

@Suite struct CodeDigestTests {
  private func digest(_ code: String) -> CodeDigest { CodeDigest(of: Array(code.utf8)) }

  @Test(
    arguments: [
      ("let a = 1", "let a=1"),
      ("let a = 1", "  let a = 1 // one\n"),
      ("let a = 1", "/* a /* nested */ comment */let a\n    = 1"),
      ("f(a, b)", "f(\n  a,\n  b,\n)"),
      ("[1, 2]", "[\n  1,\n  2,  // the last\n]"),
      ("a\r\nb", "a\nb"),
      (#"f("a \(b + c) d")"#, #"f("a \( b+c ) d")"#),
      (##"f(#"a \(b) \#(c)"#)"##, ##"f( #"a \(b) \#( c )"# )"##),
      ("let a = #/x // y/#", "let a = #/x // y/# // a comment"),
      (#"f("//", b)"#, #"f("//", /* c */ b)"#),
      ("f(\"\"\"\n  a // b\n  \"\"\")", "f(\"\"\"\n  a // b\n  \"\"\") // c"),
    ])
  func `comments, white space and trailing commas are ignored`(_ one: String, _ other: String) {
    #expect(digest(one).whole == digest(other).whole)
  }

  @Test(
    arguments: [
      ("let a = 1", "let a = 2"),
      ("case a, b", "case a"),
      ("returna", "return a"),
      (#"f("a b")"#, #"f("ab")"#),
      (#"f("a // b")"#, #"f("a // c")"#),
      (#"f("\(a) // b")"#, #"f("\(a) // c")"#),
      (#"f("\(g("x // y"))")"#, #"f("\(g("x // z"))")"#),
      ("f(\"\"\"\n  a // b\n  \"\"\")", "f(\"\"\"\n  a // c\n  \"\"\")"),
      (##"f(#"\n " // a"#)"##, ##"f(#"\n " // b"#)"##),
      ("let a = #/x // y/#", "let a = #/x // z/#"),
      ("/* a */ b", "/* a */ c"),
      (#"f(/\//) { a() }"#, #"f(/\//) { b() }"#),
      ("\"\\\\\" // a", "\"\\\" // a"),
    ])
  func `everything else counts`(_ one: String, _ other: String) {
    #expect(digest(one).whole != digest(other).whole)
  }

  @Test func `damaged code has a digest as well`() {
    for code in [
      "\"", "\"\"\"", "/*", "#", "#\"\\#(", "\"\\(\"\\(", "}}}", ")))", "#/", ",", "f(,",
    ] {
      #expect(digest(code + "a").whole != digest(code + "b").whole || code == "/*")
    }
  }

  @Test func `a member of a type is a part`() {
    let parts = digest(
      """
      import A

      struct S {
        /// A comment.
        let a = 1
        func f(
          x: Int
        ) {
          g()
        }
      }
      """
    ).parts
    #expect(parts.map(\.line) == [1, 3, 5, 6])
  }

  @Test func `types that code declares and extends, outside of literals and comments`() {
    let code = digest(
      """
      // struct Comment
      let text = "struct Literal"
      final class Store<Key: Hashable> {}
      extension Cache.Entry: Sendable {}
      public actor Engine { enum Phase { case idle } }
      """)
    #expect(code.declaredTypes == ["Store", "Engine", "Phase"])
    #expect(code.extendedTypes == ["Cache"])
    #expect(code.capitalized.isSuperset(of: ["Hashable", "Sendable"]))
    #expect(!code.capitalized.contains("Literal"))
  }

  private static let door = """
    struct Door {
      var isOpen = false
      func open() { isOpen = true }
      func close() {
        ring()
        isOpen = false
      }
    }
    func visit() {
      first()
      second()
    }
    extension Door {
      func ring() {}
    }
    """

  /// The line of the first change after a replacement.
  private func change(_ old: String, _ new: String, file: String = "Door.swift") -> Int? {
    let now = Self.door.replacing(old, with: new)
    #expect(now != Self.door)
    return TraceSource(file: file, code: digest(Self.door)).firstChange(in: Array(now.utf8))
  }

  @Test func `the first changed declaration has a line`() {
    #expect(change("isOpen = true", "isOpen = false") == 3)
    #expect(change("  func open() { isOpen = true }\n", "") == 3)
    #expect(change("  func close", "  func knock() {}\n  func close") == 4)
    #expect(change("struct Door", "// a door\nstruct Gate") == 2)
    #expect(change("    ring()\n    isOpen = false", "    isOpen = false\n    ring()") == 4)
    #expect(change("  first()\n  second()", "  second()\n  first()") == 9)
    #expect(change("func visit", "func knock() {}\nfunc visit") == 9)
    #expect(change("extension Door {", "extension Gate {") == 13)
    #expect(change("  func ring() {}", "  func ring() {}\n  func open(x: Int) {}") == 15)
  }

  @Test func `a new order and a new type are not changes`() {
    let open = "  func open() { isOpen = true }\n"
    #expect(change(open, "// opens\n" + open) == nil)
    #expect(change("  var isOpen = false\n" + open, open + "  var isOpen = false\n") == nil)
    #expect(
      change("struct Door", "struct Bell {\n  let tone = 1\n}\nenum A { case b }\nstruct Door")
        == nil)
    // Conditions and top-level code depend on their order.
    let moved = "#if DEBUG\n#endif\n"
    #expect(change("struct Door", moved + "struct Door") == 1)
    #expect(
      change("  var isOpen = false\n" + open, open + "  var isOpen = false\n", file: "main.swift")
        == 2)
    // A trace may have only the digest of the file.
    let whole = TraceSource(file: "Door.swift", code: digest(Self.door)).digest
    let source = TraceSource(file: "Door.swift", digest: whole)
    #expect(source.firstChange(in: Array(Self.door.utf8)) == nil)
    #expect(source.firstChange(in: Array("struct Gate {}".utf8)) == 1)
  }

  @Test func `a member that moves to another type is a change`() {
    let one = "struct A {\n  let x = 1\n  let y = 2\n}\nstruct B {\n  let z = 3\n}\n"
    let other = "struct A {\n  let x = 1\n}\nstruct B {\n  let z = 3\n  let y = 2\n}\n"
    #expect(TraceSource(file: "A.swift", code: digest(one)).firstChange(in: Array(other.utf8)) == 6)
  }
}
