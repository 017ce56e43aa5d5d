import Foundation
import Testing

@Suite struct ModelCommandTests {
  private let scratch: EmptyScratch

  init() throws { scratch = try EmptyScratch() }

  @Test func `the declarations of a folder are printed as JSON`() throws {
    try scratch.write(
      """
      /// Sends letters.
      @MainActor public final class Post<Item: Sendable>: Sorting, @unchecked Sendable {
        public private(set) var count: Int = 0
        weak var owner: Owner?
        public init?(name: String = "a") {}
        func send<T>(_ item: T, to place: String...) async throws(PostError) -> [Item] where T: Sorting { [] }
        subscript(index: Int) -> Item { fatalError() }
      }
      #if os(iOS)
        enum Kind: Int { case small = 1, large = 2 }
      #endif
      extension Array where Element == Int { func total() -> Int { 0 } }
      """, to: "Sources/Mail/Post.swift")
    try scratch.write("extension Post: Hashable {}\nstruct {", to: "Sources/Mail/More.swift")
    let outcome = try Tool.docgen.run(["model", "Sources"], in: scratch.folder)
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("Sources/Mail/More.swift:2:8"), "\(outcome.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let model = try #require(json as? [String: Any])
    let types = try #require(model["types"] as? [[String: Any]])
    let post = try #require(types.first { $0["name"] as? String == "Post" })
    #expect(post["kind"] as? String == "class" && post["module"] as? String == "Mail")
    #expect(post["attributes"] as? [String] == ["MainActor"])
    #expect(post["documentation"] as? String == "Sends letters.")
    let inherits = try #require(post["inherits"] as? [[String: Any]])
    #expect(inherits.map { $0["type"] as? String } == ["Sorting", "Sendable", "Hashable"])
    #expect(inherits[1]["attributes"] as? [String] == ["@unchecked"])
    #expect(inherits[2]["extension"] as? Bool == true)
    let members = try #require(post["members"] as? [[String: Any]])
    #expect(
      members.map { $0["name"] as? String } == ["count", "owner", "init", "send", "subscript"])
    #expect(members[0]["setter"] as? String == "private" && members[0]["value"] as? String == "0")
    #expect(members[1]["ownership"] as? String == "weak")
    #expect(members[2]["failability"] as? String == "?")
    #expect(members[3]["throws"] as? String == "PostError" && members[3]["async"] as? Bool == true)
    #expect(members[3]["requirements"] as? [String] == ["T: Sorting"])
    let kind = try #require(types.first { $0["name"] as? String == "Kind" })
    #expect(kind["conditions"] as? [String] == ["os(iOS)"])
    let cases = try #require(kind["members"] as? [[String: Any]])
    #expect(cases.map { $0["rawValue"] as? Int } == [1, 2])
    let extensions = try #require(model["extensions"] as? [[String: Any]])
    #expect(extensions[0]["requirements"] as? [String] == ["Element == Int"])
  }

  @Test(
    arguments: ["Base/Letters", "Base/", ".", "Base/Letters/Post.swift", "Rest/Post", "Rest"])
  func `the nearest manifest names the module of a folder`(path: String) throws {
    try scratch.write(
      """
      let package = Package(targets: [
        .target(name: "Mail", path: "Base/Letters"), .target(name: "Other", path: "Rest"),
      ])
      """, to: "Package.swift")
    try scratch.write("struct Post {}", to: "Base/Letters/Post.swift")
    try scratch.write("struct Post {}", to: "Rest/Post/Post.swift")
    for path in [path, scratch.folder.path + "/" + path] {
      let outcome = try Tool.docgen.run(["model", path], in: scratch.folder)
      let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      let types = (json as? [String: Any])?["types"] as? [[String: Any]]
      let modules = Set((types ?? []).map { $0["module"] as? String })
      #expect(
        modules
          == (path.hasSuffix(".")
            ? ["Mail", "Other"] : path.contains("Rest") ? ["Other"] : ["Mail"]),
        "\(path)")
    }
  }

  @Test func `accessors have their effects, generic parameters their kinds`() throws {
    try scratch.write(
      """
      protocol Source {
        var next: Int { get async throws(ReadError) }
        subscript(_: Int) -> Int { mutating get throws nonmutating set }
      }
      struct Row<let count: Int, each Cell, Name> {}
      """, to: "a.swift")
    let types = try types("a.swift")
    let members = try #require(types["Source"]?["members"] as? [[String: Any]])
    #expect(members[0]["async"] as? Bool == true && members[0]["throws"] as? String == "ReadError")
    #expect(members[0]["accessors"] as? [String] == ["get"])
    #expect(members[1]["async"] == nil && members[1]["throws"] as? String == "any")
    #expect(members[1]["accessors"] as? [String] == ["mutating get", "nonmutating set"])
    let generics = try #require(types["Row"]?["generics"] as? [[String: Any]])
    #expect(generics.map { $0["kind"] as? String } == ["value", "pack", nil])
  }

  @Test func `code that a platform and flags do not compile is left out`() throws {
    try scratch.write(
      """
      struct Common {}
      #if os(iOS)
        struct Phone {}
      #elseif os(Linux)
        struct Server {}
      #endif
      #if DEBUG
        struct Probe {}
      #else
        struct Plain {}
      #endif
      """, to: "a.swift")
    func names(_ options: String...) throws -> [String] {
      try types("a.swift", options).keys.sorted()
    }
    #expect(try names() == ["Common", "Phone", "Plain", "Probe", "Server"])
    #expect(try names("--platform", "iOS") == ["Common", "Phone", "Plain", "Probe"])
    #expect(
      try names("--platform", "Linux", "--define", "DEBUG") == ["Common", "Probe", "Server"])
    let wrong = try Tool.docgen.run(
      ["model", "a.swift", "--platform", "Lnux"], in: scratch.folder)
    #expect(wrong.code == 2 && wrong.errors.contains("Linux"), "\(wrong)")
  }

  private func types(_ path: String, _ options: [String] = []) throws -> [String: [String: Any]] {
    let outcome = try Tool.docgen.run(["model", path] + options, in: scratch.folder)
    #expect(outcome.code == 0, "\(outcome)")
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let types = try #require(json?["types"] as? [[String: Any]])
    return Dictionary(uniqueKeysWithValues: types.map { ($0["name"] as? String ?? "", $0) })
  }

  @Test func `a dash stands for standard input`() throws {
    let text = Data("struct A { let x =\n}\nprecedencegroup Q { associativity: left }".utf8)
    let outcome = try Tool.docgen.run(["model", "-"], in: scratch.folder, input: text)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("\"at\":\"<stdin>:1:8\""), "\(outcome)")
    #expect(outcome.output.contains("\"associativity\":\"left\""), "\(outcome)")
    #expect(outcome.errors.contains("<stdin>:1:19: warning: "), "\(outcome)")
  }

  @Test func `a missing file is reported, and the others are read`() throws {
    try scratch.write("struct A {}", to: "a.swift")
    let outcome = try Tool.docgen.run(["model", "a.swift", "b.swift"], in: scratch.folder)
    #expect(outcome.code == 4)
    #expect(outcome.errors.contains("b.swift: error: the file cannot be read"), "\(outcome)")
    #expect(outcome.output.contains("\"name\":\"A\""))
    #expect(try Tool.docgen.run(["model"], in: scratch.folder).code == 2)
  }
}
