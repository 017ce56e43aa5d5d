import Foundation
import Testing

/// `docgen diagram class` and `docgen diagram module` on a small package; the real Mermaid must
/// accept all output.
@Suite struct ClassDiagramCommandTests {
  private let scratch: EmptyScratch

  init() throws {
    scratch = try EmptyScratch()
    try scratch.write(
      """
      public protocol Sorting: Sendable {
        func sort(_ letter: Letter, into box: Int...) async throws(PostError) -> [Letter]
      }
      public enum PostError: Error { case full(box: Int), closed }
      public struct Letter: Hashable, Sendable {
        public let sender: String
        public var stamps: Set<Stamp>
        enum Kind { case plain, express }
        var kind = Kind.plain
      }
      public struct Stamp: Hashable, Sendable { public let value: Int }
      final class Cache<Key: Hashable, Value> {
        private var entries: [Key: Value] = [:]
        weak var owner: Office?
        subscript(key: Key) -> Value? { entries[key] }
        static func == (left: Cache, right: Cache) -> Bool { true }
      }
      """, to: "Sources/Mail/Letters.swift")
    try scratch.write(
      """
      import Mail
      public actor Office<Sorter: Sorting> {
        private let sorter: Sorter
        private var waiting: [String: [Letter]] = [:]
        private let cache = Cache<String, Letter>()
        public init(sorter: Sorter) { self.sorter = sorter }
        public func take(_ letter: Letter?) async {}
        func makeStamp() -> Stamp { Stamp(value: 1) }
      }
      extension Letter { func read() {} }
      extension Array where Element == Letter { func total() -> Int { 0 } }
      private struct Helper {}
      """, to: "Sources/Desk/Office.swift")
  }

  private func draw(_ words: String) throws -> Outcome {
    try Tool.docgen.run(
      ["diagram"] + words.split(separator: " ").map(String.init), in: scratch.folder)
  }

  @Test func `types in stored functions and static properties are used, not stored`() throws {
    try scratch.write(
      """
      struct Stamp { }
      struct Letter { let sign: (Stamp) -> Office?; let row: InlineArray<3, Page> }
      final class Office { static let first: Letter? = nil; let own: () -> Int }
      struct Page {}
      """, to: "Own/Own.swift")
    let outcome = try draw("class --sources Own --members none")
    #expect(
      outcome.output.split(separator: "\n").suffix(4).map { $0.drop { $0 == " " } } == [
        #"Letter *-- "*" Page"#, "Letter ..> Stamp", "Letter ..> Office", "Office ..> Letter",
      ])
  }

  @Test func `types with members and relations`() throws {
    let outcome = try draw("class Letter Stamp Cache Office Sorting")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(
      outcome.output == """
        classDiagram
            class Letter {
                +sender: String
                +stamps: Set~Stamp~
                ~kind
                ~read()
            }
            class Stamp {
                +value: Int
            }
            class Cache~Key, Value~ {
                ~owner: Office?
                ~subscript(key) Value?
            }
            class Office~Sorter~ {
                <<actor>>
                +init(sorter)
                +take(letter)
                ~makeStamp() Stamp
            }
            class Sorting {
                <<protocol>>
                +sort(letter, into) [Letter]
            }

            Letter *-- "*" Stamp
            Cache o-- "0..1" Office
            Office o-- Sorting
            Office *-- "*" Letter
            Office o-- Cache
            Office ..> Stamp : creates
            Sorting ..> Letter

        """)
  }

  @Test(arguments: [
    // Names, patterns, modules, files; private types only when they are named.
    ("class *or*", ["Sorting", "PostError"]), ("class S* --modules Mail", ["Sorting", "Stamp"]),
    ("class --modules Desk", ["Office"]), ("class Helper", ["Helper"]),
    ("class --files Sources/Desk --access private", ["Office", "Helper"]),
    ("class --files */Letters.swift P* L*", ["PostError", "Letter", "Letter.Kind"]),
    // ProjectContext.
    ("class --around Stamp", ["Stamp", "Office", "Letter"]),
    ("class --around Stamp --follow uses", ["Stamp"]),
    ("class --around Office --follow uses --relations composes", ["Office", "Letter"]),
    (
      "class --around Office --follow uses --relations composes --radius 2",
      ["Office", "Letter", "Stamp", "Letter.Kind"]
    ),
    ("class --around Stamp --modules Mail", ["Stamp", "Letter"]),
    // Extensions by others.
    ("class Letter Array --extensions apart", ["Letter", "Desk.Letter", "Array"]),
    ("module", ["Desk", "Mail"]), ("module Mail Desk", ["Mail", "Desk"]),
  ])
  func `the types of a selection`(words: String, classes: [String]) throws {
    let outcome = try draw(words)
    #expect(outcome.code == 0, "\(outcome)")
    let drawn = outcome.output.matches(of: /(?m)^ +class ([\w.]+)/).map { String($0.1) }
    #expect(drawn == classes, "\(outcome.output)")
  }

  @Test(arguments: [
    ("Letter --members methods", ["~read()"]),
    ("PostError", ["<<enumeration>>", "+full(box)", "+closed"]),
    ("Cache --members operators", ["~==(left, right) Bool$"]),
    ("Sorting --signatures names", ["<<protocol>>", "+sort()"]),
    (
      "Sorting --signatures types",
      ["<<protocol>>", "+sort(letter: Letter, into: Int…) async throws(PostError) [Letter]"]
    ),
    ("Letter --max-members 2", ["+sender: String", "+stamps: Set~Stamp~", "… 2 more"]),
    ("Letter --show-members s* --hide-members Letter.stamps", ["+sender: String"]),
    (
      "Letter --extensions apart --relations none --show-members Desk.Letter.*,stamps",
      ["+stamps: Set~Stamp~", "<<extension>>", "~read()"]
    ),
    ("Letter --access public", ["+sender: String", "+stamps: Set~Stamp~"]),
    ("Office --members none --sendable", ["<<actor, Sendable>>"]),
    ("Cache --members none --sendable", ["<<not Sendable>>"]),
    (
      "Letter Letter.Kind --members none --relations nests",
      ["<<enumeration>>", "Letter -- Letter.Kind : nests"]
    ),
    ("Letter Letter.Kind --members none", ["<<enumeration>>", "Letter *-- Letter.Kind"]),
    (
      "Letter --members none --extensions apart",
      ["<<extension>>", "Desk.Letter ..> Letter : extends"]
    ),
    ("Letter --members none --direction RL", ["direction RL"]),
    ("Letter --members none --namespaces", ["namespace Mail {"]),
  ])
  func `the shown parts of types`(words: String, lines: [String]) throws {
    let outcome = try draw("class " + words)
    #expect(outcome.code == 0, "\(outcome)")
    let shown = outcome.output.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { !$0.hasPrefix("class") && !$0.hasPrefix("%%") && $0 != "}" }
    #expect(shown.map(String.init) == lines, "\(outcome.output)")
  }

  @Test(arguments: [
    ("class Leter", "the sources have no type 'Leter'; did you mean 'Letter'?"),
    ("class --modules Post", "no source belongs to a module 'Post'; the modules are Desk, Mail"),
    ("class --around Lettre", "the sources have no type 'Lettre'; did you mean 'Letter'?"),
    ("class --files Sources/Past", "no type is declared in 'Sources/Past'"),
    ("class --members method", "'members' cannot be 'method'; did you mean 'methods'?"),
    ("class --radius far", "'radius' must be a number, not 'far'"),
    ("class Letter --radius 2", "'radius' needs 'around'"),
    ("class Letter --max-types 2", "'max-types' needs 'around'"),
    ("class --files Sources/Mail --follow uses", "'follow' needs 'around'"),
    ("module Mial", "no source belongs to a module 'Mial'; did you mean 'Mail'?"),
  ])
  func `missing things are reported`(words: String, problem: String) throws {
    let outcome = try draw(words)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(problem), "\(outcome)")
  }

  @Test func `the project's platforms and symbol graphs count, as in its documents`() throws {
    try scratch.write(
      """
      #if os(iOS)
        struct Phone {}
      #else
        import Mail
        struct Server { let port = 80 }
      #endif
      """, to: "Sources/Mixed/Mixed.swift")
    let graph = """
      {"module": {"name": "Mixed"}, "relationships": [], "symbols": [{
        "kind": {"identifier": "swift.property"}, "pathComponents": ["Server", "port"],
        "identifier": {"precise": "p"}, "accessLevel": "internal", "declarationFragments": [
          {"kind": "keyword", "spelling": "let"}, {"kind": "text", "spelling": " "},
          {"kind": "identifier", "spelling": "port"}, {"kind": "text", "spelling": ": "},
          {"kind": "typeIdentifier", "spelling": "Int"}]}]}
      """
    try scratch.write(graph, to: "graphs/Mixed.symbols.json")
    #expect(try draw("class Phone Server").contains("class Phone"))
    #expect(!(try draw("class Server").contains("port: Int")))
    try scratch.write(
      "{ \"platforms\": [\"Linux\"], \"symbolGraphs\": [\"graphs/*.json\"] }", to: ".docgen.json")
    let drawn = try draw("class --modules Mixed")
    #expect(drawn.contains("port: Int") && !drawn.contains("Phone"), "\(drawn)")
    let other = try draw("class --modules Mixed --platform iOS")
    #expect(other.contains("class Phone") && !other.contains("Server"), "\(other)")
    #expect(try draw("module --all").contains("Mixed ..> Mail"))
    #expect(!(try draw("module --all --platform iOS").contains("Mixed ..> Mail")))
  }

  @Test func `a file with errors and a missing file`() throws {
    try scratch.write("struct Good {}\nstruct {", to: "Bad.swift")
    let outcome = try draw("class --sources Bad.swift --sources None.swift")
    #expect(outcome.code == 4)
    #expect(outcome.contains("class Good"), "\(outcome)")
    #expect(outcome.errors.contains("Bad.swift:2"))
    #expect(outcome.errors.contains("None.swift: error: the file cannot be read"))
  }

  @Test func `types with the same name are distinguished`() throws {
    try scratch.write("struct Letter { let text: Stamp }", to: "Sources/Other/Letter.swift")
    try scratch.write("private struct Helper { let stamp: Stamp }", to: "Sources/Desk/More.swift")
    let outcome = try draw("class Letter Helper Stamp --members none")
    #expect(outcome.contains("class Mail.Letter\n"), "\(outcome)")
    #expect(outcome.contains("class Other.Letter\n"))
    #expect(outcome.contains("Mail.Letter *-- \"*\" Stamp"))
    #expect(outcome.contains("Other.Letter *-- Stamp"))
    #expect(outcome.output.matches(of: /\*-- Stamp/).count == 2)
  }

  @Test func `the real Mermaid accepts every diagram`() throws {
    try scratch.write("private struct Helper {}", to: "Sources/Desk/More.swift")
    let small = [
      "class", "class --access private --members all --signatures types --sendable",
      "class --namespaces --extensions apart --members all", "class --around Letter --radius 3",
      "class Letter --max-members 0", "class Cache --members operators", "module --all",
    ]
    let own = [
      "class --sources Sources/Sync/Sync",
      "class --namespaces --signatures types --sendable --access private --sources Sources/Tracing",
      "module --sources Sources/Sync",
    ]
    var texts = try small.map { try draw($0) }
    texts += try own.map { words in
      try Tool.docgen.run(
        ["diagram"] + words.split(separator: " ").map(String.init), in: Tool.package)
    }
    var page = ""
    for outcome in texts {
      #expect(outcome.code == 0, "\(outcome.errors)")
      page += "```mermaid\n\(outcome.output)```\n\n"
    }
    let (count, refusals) = try RealMermaid.check([("page.md", Array(page.utf8))])
    #expect(count == texts.count)
    for refusal in refusals { Issue.record("\(refusal)") }
  }

  @Test func `12 types are drawn around a type, protocols first and test doubles last`() throws {
    let parts = (1...14).map { "struct Part\($0) {}\n" }.joined()
    let held = (1...14).map { "  let part\($0): Part\($0)\n" }.joined()
    try scratch.write(
      """
      \(parts)final class MockLoader: Loading { var hub: Hub? }
      protocol Loading {}
      final class Hub {
      \(held)  let mock: MockLoader?
        let loader: any Loading
      }
      struct Hub_Previews: PreviewProvider { static var hub: Hub { Hub() } }
      """, to: "Sources/Hub/Hub.swift")
    func types(_ words: String...) throws -> (names: [String], errors: String) {
      let outcome = try Tool.docgen.run(
        ["diagram", "class", "--sources", "Sources/Hub"] + words, in: scratch.folder)
      #expect(outcome.code == 0, "\(outcome)")
      let names = outcome.output.split(separator: "\n").compactMap { line in
        line.split(separator: " ").drop { $0 != "class" }.dropFirst().first.map { String($0) }
      }
      return (names, outcome.errors)
    }
    let limited = try types("--around", "Hub")
    #expect(limited.names.count == 12)
    #expect(limited.names.prefix(3) == ["Hub", "Loading", "Part1"])
    #expect(
      limited.errors
        == """
        docgen: omitted 5 types (Part11, Part12, Part13, …) and 10 members of 1 type; \
        --max-types 17 --max-members 16 draw all

        """)
    let all = try types("--around", "Hub", "--max-types", "17", "--max-members", "16")
    #expect(all.names.count == 17 && all.names.last == "MockLoader" && all.errors.isEmpty)
    #expect(!all.names.contains("Hub_Previews"))
    #expect(try types().names.contains("Hub_Previews"))
    #expect(try types("--around", "Hub_Previews").names == ["Hub_Previews", "Hub"])
    #expect(try types("--around", "Loading", "--max-members", "16").errors.isEmpty)
  }

}
