import SwiftIndex
import Testing

/// Excerpts of Swift as documents quote them.
@Suite struct SwiftExcerptTests {
  @Test(arguments: [
    "let a = 1", "case idle, syncing(Int)", "case .idle:\n  stop()",
    ".target(name: \"Core\"),\n.target(name: \"App\", dependencies: [\"Core\"]),",
    "dependencies: [\n  \"Core\",\n],", "func f() { ... }", "func f(...) -> Int", "let x = ...",
    "let a = [...]", "f(a, ...)", "return ...", ".padding()\n.background(.red)", "@MainActor",
    "init(url: URL)\nfunc load() async throws -> Data", "+ let limit = 3\n- let limit = 2",
    "let name = <#name#>", "} catch {\n  print(error)\n}", "struct Door: Sendable", "1...3",
    "protocol P {\n  func f()\n  …\n}", "class A {\n...\n  let b: [Int] = [\n    1,",
    "let a = // an adapter", "throw // an error", "#if DEBUG\n#if os(iOS)",
    "case .a:\n  stop()\n}",
  ])
  func `a piece of a file with omissions is Swift`(text: String) {
    #expect(SwiftExcerpt(text, path: "a.md").syntaxErrors.isEmpty)
  }

  @Test(arguments: [
    "func open() {\n  let = 1\n}",
    "struct Door {\n  init() {\n    let width = = 90\n  }\n}",
  ])
  func `an error in a body is an error of the excerpt`(text: String) {
    #expect(!SwiftExcerpt(text, path: "a.md").syntaxErrors.isEmpty)
  }

  @Test func `the search for missing parts of a long text ends, and then shows no error`() {
    let text = String(repeating: "let a = = b)\n", count: 3_000)
    let long = SwiftExcerpt(text, path: "a.md")
    #expect(long.syntaxErrors.isEmpty)
    #expect(long.parsedBytes < 1_000_000 + 2 * text.utf8.count)
    #expect(!SwiftExcerpt(String(text.prefix(40)), path: "a.md").syntaxErrors.isEmpty)
  }

  @Test(arguments: [
    "(1) view.show()  // one\n(2) view.hide()  // two", "1. let a = b()\n2. a.close()",
    "add(title) ✅  \nself.add(title) ❌", "close() ← the last call", "let a = b   <-- here",
  ])
  func `an author's marks next to code are left out`(text: String) {
    #expect(SwiftExcerpt(text, path: "a.md").syntaxErrors.isEmpty)
  }

  @Test(arguments: [
    ("let a:\u{200B} Int\na.b()", ["Int.b()"]),
    ("\u{FEFF}let a = Store.shared", ["Store.shared"]),
    ("Sto\u{2060}re.sha\u{200D}red", ["Store.shared"]),
  ])
  func `scalars without width are left out, and columns stay`(text: String, names: [String]) {
    let excerpt = SwiftExcerpt(text, path: "a.md")
    #expect(excerpt.syntaxErrors.isEmpty)
    #expect(excerpt.reading.uses.map(\.text) == names)
  }

  @Test(arguments: [
    "(1) let = = 3", "let a = = b ✅", "1. func f( {", "let a:\u{200B} = = 3",
    "let = = 3", "func f( {", "if x { {", "npm install --save", "class { var }", "let a: = 2 }}",
  ])
  func `text that is not Swift anywhere is reported`(text: String) {
    #expect(SwiftExcerpt(text, path: "a.md").syntaxErrors.isEmpty == false)
  }

  @Test(arguments: [
    ("Store.shared.save(id: 1)", ["Store.shared.save(id:)"]),
    ("let s = Store(path: p)\ns.save(1)", ["Store(path:)", "Store.save(_:)"]),
    ("let s = try await Store.open()\ns.save(1)", ["Store.open()", "s.save(_:)"]),
    ("func f(s: Store) { s.close() }", ["Store.close()"]),
    ("if let s = find() { s.close() }", ["find()", "close()"]),
    ("func knock() {}\nlet f = { 1 }\nknock()\nf()\nring(twice: true)", ["ring(twice:)"]),
    ("engine.run(once: true)", ["engine.run(once:)"]),
    ("Store(...)", ["Store()"]), ("Store.map { $0 }", ["Store.map()"]),
    ("Level.low", ["Level.low"]),
  ])
  func `an example uses members of types and variables`(text: String, names: [String]) {
    #expect(SwiftExcerpt(text, path: "a.md").reading.uses.map(\.text) == names)
  }
}
