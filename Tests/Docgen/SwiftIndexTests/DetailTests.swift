import Diagnostics
import SwiftIndex
import Testing

@Suite("Details of declarations")
struct DetailTests {
  @Test
  func `documentation comments lose their delimiters, and their first sentence is the summary`() {
    let types = file(
      """
      /// Counts things, e.g. 429s.
      /// And more.
      ///
      ///     code
      struct A {}

      /** Block
       * text.
       */
      struct B {}
      // plain
      struct C {}
      /// Detached.

      struct D {}
      /// Before an attribute!  Really.
      @MainActor struct E {}
      """
    ).types
    #expect(
      types[0].documentation?.text
        == "Counts things, e.g. 429s.\\nAnd more.\\n\\n    code"
        .replacing("\\n", with: "\n"))
    #expect(types[0].documentation?.summary == "Counts things, e.g. 429s.")
    #expect(types[0].documentation?.location.range?.start == SourcePosition(line: 1, column: 1))
    #expect(types[1].documentation?.summary == "Block text.")
    #expect(types[2].documentation == nil)
    #expect(types[3].documentation == nil)
    #expect(types[4].documentation?.summary == "Before an attribute!")
  }

  @Test func `conditions of #if are kept with the declarations in the branch`() {
    let type = file(
      """
      struct A {
        #if os(Linux)
        let a = 1
        #elseif canImport(UIKit) && DEBUG
        let b = 2
        #else
        #if swift(>=6)
        let c = 3
        #endif
        #endif
      }
      """
    ).types[0]
    #expect(
      type.members.map { $0.conditions.map(\.description) } == [
        ["os(Linux)"], ["!(os(Linux)) && canImport(UIKit) && DEBUG"],
        ["!(os(Linux)) && !(canImport(UIKit) && DEBUG)", "swift(>=6)"],
      ])
  }

  @Test(
    arguments: [
      ("os(Linux)", true), ("os(iOS) || os(Linux)", true), ("!os(Linux) && DEBUG", false),
      ("DEBUG", true), ("RELEASE", nil), ("RELEASE && os(iOS)", false), ("swift(>=6)", nil),
      ("canImport(Glibc) && !(os(macOS))", true), ("canImport(UIKit)", nil), ("arch(arm64)", false),
      ("((", nil), ("true", true),
    ] as [(String, Bool?)])
  func `conditions are evaluated for a platform as far as possible`(
    _ condition: String, _ expected: Bool?
  ) {
    let linux = BuildPlatform(
      os: "Linux", architecture: "x86_64", flags: ["DEBUG"], modules: ["Glibc"])
    let text = "#if \(condition)\nlet a = 1\n#else\nlet b = 2\n#endif"
    let globals = file(text).globals
    guard globals.count == 2 else { return #expect(condition == "((") }
    #expect(globals[0].conditions[0].isActive(on: linux) == expected)
    #expect(globals[1].conditions[0].isActive(on: linux) == expected.map { !$0 })
  }

  @Test(arguments: [
    ("Int", "Int"), ("A.B<C, D?>", "A.B<C, optional(D)>"), ("[Int]", "array(Int)"),
    ("Array<Int>?", "optional(array(Int))"), ("[String: any P]", "dictionary(String, any(P))"),
    ("Set<A>", "set(A)"), ("(a: Int, B)", "(a: Int, B)"), ("(Int)", "Int"),
    ("some P & Q", "some(P & Q)"), ("() -> Void", "() -> Void"),
    ("@escaping (A) async throws(E) -> B", "@escaping (A) async throws(E) -> B"),
    ("inout [A]", "inout array(A)"), ("A.Type", "metatype(A)"), ("~Copyable", "~Copyable"),
    ("[3 of Int]", "3*Int"), ("InlineArray<3, Int>", "3*Int"), ("Int!", "iuo(Int)"),
    ("(repeat each T)", "pack(pack(T))"),
    ("sending A", "sending A"), ("Swift.Optional<A>", "optional(A)"), ("_", "_"),
  ])
  func `types are split into their structure`(_ text: String, _ expected: String) {
    let property = file("struct S { var x: \(text) }").types.first?.members.first?.property
    #expect(property?.type.map(describe) == expected)
    #expect(property?.type?.text == text)
  }

  @Test func `mentions state how many values a type may hold`() {
    let text = "[String: any Store]?"
    let type = file("struct S { var x: \(text), y: (A?) -> Set<B> }").types[0]
    let x = type.members[0].property?.type?.mentions ?? []
    #expect(x.map(\.name) == ["String", "Store"])
    #expect(x.map(\.multiplicity) == [.many, .many])
    #expect(x.map(\.isAbstract) == [false, true])
    let y = type.members[1].property?.type?.mentions ?? []
    #expect(y.map(\.name) == ["A", "B"])
    #expect(y.map(\.multiplicity) == [.optional, .many])
    #expect(y.map(\.isInFunction) == [true, true])
  }

  @Test func `creations in bodies and initial values are found, calls of values are not`() throws {
    let type = try #require(
      file(
        """
        struct Factory {
          let store = Store(path: "x")
          func make() -> any Client {
            let queue = Outer.Queue<Int>(size: 1)
            items.map { Item($0) }
            helper(Nested(Inner.init()))
            #expect(Macro())
            struct Local { let x = Hidden() }
            return APIClient(queue)
          }
        }
        """
      ).types.first)
    #expect(type.members[0].body.creations.map(\.typeName) == ["Store"])
    // In the order of their evaluation.
    #expect(
      type.members[1].body.creations.map(\.typeName) == [
        "Outer.Queue", "Item", "Inner", "Nested", "Macro", "APIClient",
      ])
    #expect(type.members[1].body.creations.last?.location.range?.start.line == 9)
    #expect(type.members[1].bodyRange?.start == SourcePosition(line: 3, column: 29))
  }

  @Test func `imports, operators, macros and globals are read`() {
    let read = file(
      """
      @preconcurrency public import struct Foundation.Data
      infix operator <=>: ComparisonPrecedence
      @freestanding(expression) macro url(_ text: String) -> URL = #externalMacro(module: "M", type: "T")
      @MainActor var shared = 1
      func `default`() {}
      print("not a declaration")
      """)
    #expect(read.imports.map(\.name) == ["Foundation.Data"])
    #expect(read.imports[0].kind == "struct")
    #expect(read.imports[0].hasAttribute("preconcurrency"))
    #expect(read.imports[0].info.declaredAccess == .public)
    #expect(read.operators.map(\.name) == ["<=>"])
    #expect(read.operators[0].precedenceGroup == "ComparisonPrecedence")
    #expect(read.globals.map(\.name) == ["url", "shared", "default"])
    #expect(read.globals[0].headline == "macro url(_ text: String) -> URL")
    #expect(read.globals[1].isolation == .globalActor("MainActor"))
  }

  @Test func `sources that cannot be compiled here are read as written`() throws {
    let types = file(
      """
      import SwiftUI
      @Model final class Item { @Attribute(.unique) var id: UUID
        @Relationship(deleteRule: .cascade, inverse: \\Tag.item) var tags: [Tag] = [] }
      struct ContentView: View {
        @Environment(\\.modelContext) private var context
        @State private var isShown = false
        var body: some View {
          VStack { if isShown { Text("a") } else { EmptyView() } }.padding(8)
        }
      }
      #Preview { ContentView() }
      """
    ).types
    #expect(types.map(\.name) == ["Item", "ContentView"])
    #expect(types[0].attributes.map(\.name) == ["Model"])
    #expect(
      types[0].members[1].attributes[0].arguments == "deleteRule: .cascade, inverse: \\Tag.item")
    #expect(types[1].members.map(\.access) == [.private, .private, .internal])
    #expect(types[1].members[2].headline == "var body: some View")
    #expect(types[1].members[2].body.creations.map(\.typeName) == ["VStack", "Text", "EmptyView"])
  }

  private func describe(_ type: TypeReference) -> String {
    func list(_ types: [TypeReference]) -> String { types.map(describe).joined(separator: ", ") }
    func tuple(_ elements: [TypeReference.TupleElement]) -> String {
      "("
        + elements.map { ($0.label.map { $0 + ": " } ?? "") + describe($0.type) }
        .joined(separator: ", ") + ")"
    }
    switch type.structure {
    case .named(let name, let arguments):
      return arguments.isEmpty ? name : "\(name)<\(list(arguments))>"
    case .optional(let inner): return "optional(\(describe(inner)))"
    case .implicitlyUnwrapped(let inner): return "iuo(\(describe(inner)))"
    case .array(let inner): return "array(\(describe(inner)))"
    case .inlineArray(let count, let inner): return "\(count)*\(describe(inner))"
    case .dictionary(let key, let value): return "dictionary(\(describe(key)), \(describe(value)))"
    case .set(let inner): return "set(\(describe(inner)))"
    case .tuple(let elements): return tuple(elements)
    case .function(let function):
      let effects =
        (function.isAsync ? " async" : "")
        + {
          switch function.throwing {
          case .never: ""
          case .any: " throws"
          case .rethrows: " rethrows"
          case .typed(let error): " throws(\(describe(error)))"
          }
        }()
      return tuple(function.parameters) + effects + " -> " + describe(function.result)
    case .existential(let inner): return "any(\(describe(inner)))"
    case .opaque(let inner): return "some(\(describe(inner)))"
    case .composition(let types): return types.map(describe).joined(separator: " & ")
    case .suppressed(let inner): return "~" + describe(inner)
    case .metatype(let inner): return "metatype(\(describe(inner)))"
    case .attributed(let words, let inner):
      return (words + [describe(inner)]).joined(separator: " ")
    case .pack(let inner): return "pack(\(describe(inner)))"
    case .unread: return "unread"
    }
  }
}
