import Diagnostics
import SwiftIndex
import Testing

@Suite("Code model")
struct ModelTests {
  @Test func `extensions in other files add members and conformances, which keep their places`()
    throws
  {
    let code = model(
      """
      extension Outer.Inner: Equatable where T: Equatable { func second() {} }
      """,
      """
      public struct Outer { struct Inner<T> { func first() {} } }
      extension Outer: @unchecked Sendable { struct Late {} ; public var x: Int { 1 } }
      """)
    let inner = try #require(code.type(named: "Outer.Inner").only)
    #expect(inner.methods.map(\.name) == ["first", "second"])
    #expect(inner.methods.map(\.location.file) == ["2.swift", "1.swift"])
    #expect(inner.methods.map(\.isFromExtension) == [false, true])
    #expect(inner.methods[1].extensionConditions.map(\.text) == ["T: Equatable"])
    #expect(inner.methods[1].qualifiedName == "Outer.Inner.second")
    #expect(inner.inheritance.map(\.name) == ["Equatable"])
    #expect(inner.inheritance.first?.conditions.map(\.text) == ["T: Equatable"])
    #expect(inner.inheritance.first?.location.file == "1.swift")
    let outer = try #require(code.type(named: "Outer").only)
    #expect(outer.inheritance.first?.isUnchecked == true)
    #expect(code.nestedTypes(of: outer).map(\.name) == ["Inner", "Late"])
    #expect(code.foreignExtensions.isEmpty)
  }

  @Test func `extensions of types that no file declares are kept as such`() throws {
    let code = model(
      """
      extension Array where Element == Int { func total() -> Int { 0 } }
      extension [String: Int] { var x: Int { 1 } }
      private extension Foundation.Data { func hex() {} }
      """)
    #expect(code.foreignExtensions.map(\.name) == ["Array", "Dictionary", "Foundation.Data"])
    #expect(code.foreignExtensions[0].requirements.map(\.text) == ["Element == Int"])
    #expect(code.foreignExtensions[2].members[0].access == .fileprivate)
    #expect(code.symbol("Array.total()").only?.location.file == "1.swift")
  }

  @Test
  func `an extension finds its type in its file, then its module, and otherwise stays foreign`()
    throws
  {
    let code = CodeModel(
      reading: [
        SourceInput(path: "a.swift", module: "A", "struct Options {}"),
        SourceInput(path: "b.swift", module: "B", "struct Options {}"),
        SourceInput(path: "b2.swift", module: "B", "extension Options { func b() {} }"),
        SourceInput(path: "c.swift", module: "C", "extension Options { func c() {} }"),
        SourceInput(path: "c2.swift", module: "C", "extension A.Options { func a() {} }"),
      ])
    #expect(code.type(named: "A.Options").only?.methods.map(\.name) == ["a"])
    #expect(code.type(named: "B.Options").only?.methods.map(\.name) == ["b"])
    #expect(code.foreignExtensions.map(\.location.file) == ["c.swift"])
    #expect(code.type(named: "Options").all.map(\.module) == ["A", "B"])
    #expect(code.type(named: "Options").only == nil)
    #expect(code.moduleNames == ["A", "B", "C"])
  }

  @Test func `an extension of an alias extends what the alias stands for`() {
    let code = model(
      "struct SyncState { }", "struct M { typealias State = SyncState }",
      "extension M.State { func f() {} }")
    #expect(code.type(named: "SyncState").only?.methods.map(\.name) == ["f"])
  }

  @Test func `a name inside a type means the nearest one around it`() {
    let code = model(
      """
      struct Node {}
      struct A<Element> { struct Node { struct Leaf {} } struct B { } }
      struct Element {}
      """)
    func found(_ name: String, _ owner: String) -> String? {
      code.type(named: name, inside: owner).only?.qualifiedName
    }
    #expect(found("Node", "A.B") == "A.Node")
    #expect(found("Node", "A.Node.Leaf") == "A.Node")
    #expect(found("Node", "Element") == "Node")
    #expect(found("Node.Leaf", "A") == "A.Node.Leaf")
    #expect(found("Element", "A.B") == nil)
    #expect(found("Element", "Node") == "Element")
  }

  @Test(arguments: [
    ("Engine", "Engine"), ("Engine.batchSize", "Engine.batchSize"),
    ("Engine.performSync()", "Engine.performSync"), ("performSync()", "Engine.performSync"),
    ("send(_:for:)", "Engine.send"), ("Engine.State.syncing", "Engine.State.syncing"),
    (".syncing", "Engine.State.syncing"), ("State", "Engine.State"),
    ("syncing(done:)", "Engine.State.syncing"), ("run()", "run"), ("limit", "limit"),
    ("Client.fetch()", "Requests.fetch"), ("Engine.State", "Engine.State"),
  ])
  func `symbols are found as documents write them`(_ name: String, _ expected: String) {
    #expect(code.symbol(name).only?.qualifiedName == expected)
  }

  @Test(arguments: [
    ("Engin", "Engine"), ("Engine.batchSiz", "Engine.batchSize"),
    ("preformSync()", "performSync"),
    (".synching", "syncing"), ("Engin.batchSize", "Engine.batchSize"), ("Zebra.crossing", nil),
    ("engine.batchsize", "Engine.batchSize"), ("Engine.syncing", "Engine.State.syncing"),
  ])
  func `an unknown name gets the nearest known one`(_ name: String, _ nearest: String?) {
    #expect(code.symbol(name) == .unknown(nearest: nearest))
  }

  @Test(arguments: [
    ("DoorMachine.handle", nil), ("Slow.more(of:)", nil),
    ("DoorMachine.aply", "DoorMachine.apply"),
    ("DoorMachin.apply", "DoorMachine.apply"), ("DoorMachine.APPLY", "DoorMachine.apply"),
    ("DoorMachine.apply(to:)", "DoorMachine.apply(_:)"),
    ("DoorMachine.aply(_:)", "DoorMachine.apply"),
    ("DoorMachines.nothing", nil),
  ])
  func `another member of the same type is offered only if its own name is near`(
    _ name: String, _ nearest: String?
  ) {
    let code = model(
      """
      struct DoorMachine { var state = 0; func apply(_ event: Int) {} }
      struct Slow { var name = 1 }
      """)
    #expect(code.symbol(name) == .unknown(nearest: nearest))
  }

  @Test(arguments: [
    "A", "A.f", "A.f(x:)", "A.f(z:)", ".f", "f", "f()", "f(y:)", "A.B.c", "c", ".c", "d", "d(_:)",
    "Int.e", "e", "g", "A.e", "A(x:)", "A(y:)", "B.c", "C.c",
  ])
  func `a name is declared exactly if it has symbols`(_ name: String) {
    let code = model(
      """
      struct A { init(x: Int) {}; func f(x: Int) {}; func f(y: Int) {}; enum B { case c } }
      class C { func f(x: Int) {} }
      func d(_ x: Int) {}
      extension Int { var e: Int { 1 } }
      """)
    #expect(code.declares(name) == !code.symbols(named: name).isEmpty)
  }

  @Test func `overloads are ambiguous until labels are given`() {
    let code = model("struct A { func f(x: Int) {} ; func f(y: Int) {} }")
    #expect(code.symbol("A.f").all.count == 2)
    #expect(code.symbol("A.f").only == nil)
    #expect(code.symbol("A.f(y:)").only?.location.range?.start.column == 32)
    #expect(code.type(named: "A").only?.method(named: "f(x:)").only?.fullName == "f(x:)")
  }

  @Test(arguments: [
    ("A.a", Literal.integer(300)), ("A.b", .integer(-1_000)), ("A.c", .double(1.5)),
    ("A.d", .boolean(true)), ("A.e", .string("x\ny")), ("A.f", .integer(602)),
    ("A.g", .integer(255)), ("A.h", .double(86_400)), ("A.i", .integer(1_024)),
    ("A.j", .double(30)), ("limit", .integer(300)), ("Code.late", .integer(7)),
    ("A.o", .integer(14)),
  ])
  func `constants are folded, through operators and through other constants`(
    _ name: String, _ expected: Literal
  ) {
    #expect(constantsModel.constant(name).only?.literal == expected)
  }

  @Test func `values that syntax does not show keep their text`() throws {
    let k = try #require(constantsModel.constant("A.k").only)
    #expect(k.literal == nil && k.text == ".seconds(30)")
    guard case .call(".seconds", let arguments)? = k.expression else {
      Issue.record("not a call")
      return
    }
    #expect(arguments.map(\.value.literal) == [.integer(30)])
    for name in ["A.l", "A.m", "A.n"] {
      #expect(constantsModel.constant(name).only?.literal == nil)
    }
    #expect(constantsModel.constant("A.zz") == .unknown(nearest: nil))
    #expect(constantsModel.constant("A.k").only?.location.range?.start.line == 12)
  }

  private let code = model(
    """
    actor Engine {
      static let batchSize = 50
      enum State { case idle, syncing(done: Int) }
      func performSync() async {}
      func send(_ x: Int, for y: Int) {}
      func send(_ x: Int) {}
    }
    protocol Requests { func fetch() async throws }
    protocol Client: Requests { func push() }
    func run() {}
    let limit = 3
    """)

  private let constantsModel = model(
    """
    struct A {
      static let a = 5 * 60
      static let b = -1_000
      static let c: Double = 3 / 2.0
      static let d = true
      static let e = "x\\ny"
      static let f = a * 2 + A.small
      static let g = 0xFF
      static let h = 24 * 60 * 60.0
      static let i = 1 << 10
      static let j = Double(30)
      static let k: Duration = .seconds(30)
      static let l = l
      static let m = 1 / 0
      static let n = Int.max + 1
      static let o = (3 + 4) * 2
      var p = 9_999_999_999_999_999_999
    }
    extension A { static let small = 2 }
    let limit = A.a
    enum Code: Int { case late = 7 }
    """)
}

@Suite("Nearest names")
struct NearestNameTests {
  private static let code = model(
    """
    struct Window { struct Frame { var thickness = 0 }; var frame = Frame() }
    struct Frame {}
    extension String { var padded: String { self } }
    func openWindow(at height: Int) {}
    """)

  @Test(arguments: [
    ("Windwo", "Window"), (".thicknes", ".thickness"), ("openWindwo", "openWindow"),
    ("Window.fram", "Window.frame"), ("Fram.thicknes", nil),
    ("Window.Frame.thicknes", "Window.Frame.thickness"),
    ("Strin.padded", "String.padded"), ("Door", nil),
  ])
  func `a misspelled name is near one of its kind`(name: String, expected: String?) {
    let wanted = expected.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
    #expect(Self.code.symbol(name) == .unknown(nearest: wanted))
  }

  @Test(arguments: [("openWindo", nil), ("Windows", "Window"), ("Window.Fram", "Window.Frame")])
  func `the nearest name among types only`(name: String, expected: String?) {
    #expect(Self.code.type(named: name) == .unknown(nearest: expected))
  }
}
