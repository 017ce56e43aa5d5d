import Foundation
import Testing

/// Symbol graphs written by the compiler's own tools add to the facts read from the sources.
@Suite struct SymbolGraphCommandTests {
  private static let source = """
    public struct Point {
      public var x = 1
      var names = ["a": [1.5]]
      static let origin = Point()
    }
    enum Way: String { case north, south }
    enum Plain { case a, b }
    protocol Base {}
    protocol Derived: Base {}
    struct Both: Derived {}
    final class Box<T> {
      let value: T
      lazy var twice = [value, value]
      init(_ value: T) { self.value = value }
    }
    struct Holder { let box = Box(3) }
    public protocol Job {}
    extension Job where Self: Equatable { public func compare(with other: Self) {} }
    public struct Slow: Job {}
    public struct Quick: Job, Equatable {}

    """

  private let project: SmallProject

  init() throws {
    project = try SmallProject()
    try project.write(Self.source, to: "Sources/Shapes/Shapes.swift")
    let commands = """
      mkdir -p graphs
      swiftc -emit-module -module-name Shapes Sources/Shapes/Shapes.swift -o graphs/Shapes.swiftmodule
      swift-symbolgraph-extract -module-name Shapes -I graphs -output-dir graphs \
        -target \(Self.target) -minimum-access-level private
      """
    let outcome = try Tool.run(
      URL(fileURLWithPath: "/bin/sh"), ["-ec", commands], in: project.folder)
    #expect(outcome.code == 0, "\(outcome)")
  }

  private static var target: String {
    #if arch(arm64)
      "aarch64-unknown-linux-gnu"
    #else
      "x86_64-unknown-linux-gnu"
    #endif
  }

  private func types(_ options: String...) throws -> [String: [String: Any]] {
    let outcome = try Tool.docgen.run(
      ["model", "Sources/Shapes"] + options, in: project.folder)
    #expect(outcome.code == 0, "\(outcome)")
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let types = try #require(json?["types"] as? [[String: Any]])
    return Dictionary(uniqueKeysWithValues: types.map { ($0["name"] as? String ?? "", $0) })
  }

  /// The texts under a key of the objects that have a flag.
  private func names(_ value: Any?, _ key: String, where flag: String? = nil) -> [String] {
    let objects = (value as? [[String: Any]] ?? []).filter { object in
      guard let flag else { return true }
      return object[flag] as? Bool == true
    }
    return objects.compactMap { $0[key] as? String }
  }

  @Test
  func `inferred conformances are added, but known ones are not repeated`()
    throws
  {
    let plain = try #require(try types()["Plain"])
    #expect(plain["inherits"] == nil)
    let known = try types("--symbol-graphs", "graphs")
    #expect(
      Set(names(known["Plain"]?["inherits"], "type", where: "inferred"))
        == ["Equatable", "Hashable", "Sendable"])
    let way = names(known["Way"]?["inherits"], "type")
    #expect(way.first == "String")
    #expect(way.contains("RawRepresentable"))
    #expect(names(known["Both"]?["inherits"], "type") == ["Derived", "Sendable"])
    // A public type is Sendable only if it is declared so.
    #expect(known["Point"]?["inherits"] == nil)
    #expect(names(known["Holder"]?["inherits"], "type") == [])
  }

  @Test func `inferred types are those of the compiler`() throws {
    func written(_ type: [String: Any]?) -> [String: String] {
      let members = type?["members"] as? [[String: Any]] ?? []
      return members.reduce(into: [:]) { result, member in
        guard member["inferred"] as? Bool == true else { return }
        result[member["name"] as? String ?? ""] = member["type"] as? String
      }
    }
    #expect(written(try types()["Point"]) == [:])
    let known = try types("--symbol-graphs", "graphs/Shapes.symbols.json")
    #expect(
      written(known["Point"]) == ["x": "Int", "names": "[String : [Double]]", "origin": "Point"])
    #expect(written(known["Box"]) == ["twice": "[T]"])
    #expect(written(known["Holder"]) == ["box": "Box<Int>"])
  }

  @Test func `members of constrained extensions exist only for matching types`() throws {
    try project.write("# A\n\n`Quick.compare(with:)` `Slow.compare(with:)`\n", to: "docs/a.md")
    let told = "docs/a.md:3:25: error: `Slow` has no `compare(with:)`: `Job` has it where "
    #expect(!(try project.docgen("check", "docs/a.md").contains("compare")))
    try project.write(
      SmallProject.configuration.replacing(
        "{", with: #"{ "symbolGraphs": ["graphs/*.symbols.json"],"#, maxReplacements: 1),
      to: ".docgen.json")
    let outcome = try project.docgen("check", "docs/a.md")
    #expect(outcome.contains(told + "`Self: Equatable` [unknown-symbol]"), "\(outcome)")
    #expect(outcome.output.matches(of: /unknown-symbol/).count == 1, "\(outcome)")
  }

  @Test func `synthesized members are distinguished from those of the sources`() throws {
    let known = try types("--symbol-graphs", "graphs")
    let made = names(known["Point"]?["synthesized"], "declaration")
    #expect(made.contains { $0.hasPrefix("init(x: Int = 1, names: [String : [Double]]") })
    #expect(names(known["Way"]?["synthesized"], "declaration") == ["init?(rawValue: String)"])
    #expect(names(known["Point"]?["members"], "name") == ["x", "names", "origin"])
    let box = names(known["Box"]?["synthesized"], "name")
    #expect(box == [])
  }

  @Test func `class diagrams show inferred types and inferred Sendable conformances`() throws {
    func drawn(_ options: String...) throws -> Outcome {
      try Tool.docgen.run(
        ["diagram", "class", "Holder", "Box", "Plain", "--sources", "Sources/Shapes", "--sendable"]
          + options, in: project.folder)
    }
    let plain = try drawn()
    #expect(!plain.contains("Box~Int~"), "\(plain)")
    let known = try drawn("--symbol-graphs", "graphs")
    #expect(known.code == 0)
    #expect(known.contains("box: Box~Int~"), "\(known)")
    #expect(known.contains("<<enumeration, Sendable>>"), "\(known)")
  }

  @Test func `the configuration names symbol graphs, and drawn types are compared with them`()
    throws
  {
    try project.write(
      """
      <!-- docgen:verify class-diagram types=Point partial -->
      ```mermaid
      classDiagram
        class Point {
          +x: String
          ~init(x, names)
        }
      ```

      """, to: "docs/shapes.md")
    let plain = try project.docgen("check", "docs/shapes.md")
    #expect(plain.contains("[unknown-member]") && !plain.contains("[wrong-type]"), "\(plain)")
    try project.write(
      SmallProject.configuration.replacing("{ ", with: "{ \"symbolGraphs\": [\"graphs/*.json\"], "),
      to: ".docgen.json")
    let known = try project.docgen("check", "docs/shapes.md")
    #expect(!known.contains("[unknown-member]") && known.contains("[wrong-type]"), "\(known)")
  }

  @Test func `an invalid symbol graph is reported with its place`() throws {
    try project.write("{\"module\": {},\n \"symbols\": [}", to: "graphs/bad.symbols.json")
    let outcome = try Tool.docgen.run(
      ["model", "Sources", "--symbol-graphs", "graphs"], in: project.folder)
    #expect(outcome.code == 4)
    #expect(
      outcome.errors.contains("graphs/bad.symbols.json:2:14: error: this is not a symbol graph"),
      "\(outcome)")
    let missing = try Tool.docgen.run(
      ["model", "Sources", "--symbol-graphs", "nowhere"], in: project.folder)
    #expect(missing.code == 4 && missing.errors.contains("nowhere"), "\(missing)")
  }
}
