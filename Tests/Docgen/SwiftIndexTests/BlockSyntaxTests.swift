import SwiftIndex
import Testing

/// Swift blocks of documents, split into items with results.
@Suite struct BlockSyntaxTests {
  private static func kinds(_ text: String) -> [BlockItem.Kind] {
    BlockSyntax(text).items.map(\.kind)
  }

  @Test func `items have kinds and names`() {
    let syntax = BlockSyntax(
      """
      import Doors
      public struct Key { var teeth = limit }
      func open() {}
      let (a, b) = (1, 2)
      var total: Int { a }
      open()
      """)
    #expect(
      syntax.items.map(\.kind) == [
        .importing, .declaration, .function, .variable, .function, .statement,
      ])
    #expect(syntax.declared == ["Key", "open", "a", "b", "total"])
    #expect(syntax.imports == ["Doors"])
    #expect(syntax.items[1].used == ["limit"])
    #expect(syntax.items[1].access.count == 1)
    #expect(!syntax.hasSyntaxErrors)
  }

  @Test func `results belong to the statement before them`() {
    let syntax = BlockSyntax(
      """
      door.width  // => 70
      print("a")
      // prints: a
      // b
      try open()  // throws: locked

      // => 3
      """)
    #expect(
      syntax.items.map { $0.results.map { "\($0.kind) \($0.text)" } } == [
        ["value 70"], ["prints a\nb"], ["throws locked"],
      ])
    #expect(syntax.strayResults.count == 1)
  }

  @Test func `results without a statement are found, and text in strings is not a result`() {
    #expect(BlockSyntax("func f() {\n  1  // => 1\n}").strayResults == [16])
    #expect(BlockSyntax("let a = \"// => 1\"").strayResults.isEmpty)
    #expect(BlockSyntax("struct S {}  // => 1").strayResults.count == 1)
    #expect(BlockSyntax("let a = 1 // a comment").items.first?.results == [])
  }

  @Test(arguments: [
    ("x += 1  // => 1", BlockItem.Value.named("x")), ("x == 1", .expression),
    ("let x = 1", .named("x")), ("await f()", .expression), ("a.b = 3", .named("a.b")),
  ])
  func `a statement has the value of an expression or a name`(text: String, value: BlockItem.Value)
  {
    #expect(BlockSyntax(text).items.first?.value == value)
  }

  @Test func `declarations that other files see are known`() {
    func isVisible(_ text: String) -> Bool? { BlockSyntax(text).items.first?.isVisibleEverywhere }
    #expect(isVisible("infix operator +-") == true)
    #expect(isVisible("extension Door: Equatable {}") == true)
    #expect(isVisible("extension Door { public func a() {} }") == true)
    #expect(isVisible("extension Door { func a() {} }") == false)
    #expect(isVisible("public struct Door: Equatable {}") == false)
  }

  @Test(arguments: [
    ("let a = 1", true), ("let a = try f()", false), ("let a: Int", false),
    ("let a = { try f() }", true), ("lazy var a = 1", false), ("let a = await f()", false),
  ])
  func `a variable with effects is not global`(text: String, canBeGlobal: Bool) {
    #expect(BlockSyntax(text).items.first?.canBeGlobal == canBeGlobal)
  }

  @Test(arguments: ["let a =", "if true {", "}", String(repeating: "(", count: 10_000)])
  func `damaged and nested blocks are read`(text: String) {
    #expect(BlockSyntax(text).hasSyntaxErrors)
  }
}
