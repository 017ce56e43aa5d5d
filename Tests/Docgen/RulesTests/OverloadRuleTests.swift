import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Names with argument labels: the overload they name, and whether it exists.
@Suite struct OverloadRuleTests {
  private static let source = """
    public protocol Job { var name: String { get } }
    public protocol Fast {}
    extension Job {
      public func perform(_ times: Int) {}
    }
    extension Job where Self: Fast {
      public func perform(_ times: Int, with speed: Int) {}
      public init?(speed: Int) { nil }
    }
    extension Job where Self: Equatable { public func same() {} }
    public struct Slow: Job { public let name: String; var size = 3; let fixed = 1 }
    public struct Quick: Job, Codable { public let name: String }
    extension Quick: Fast {}
    struct Point: Hashable {
      var x: Int, y: Int? , z = 1
      func move(_ by: Int) {}
      func move(_ by: Double) {}
      func move(_ by: Int, to other: Int) {}
    }
    enum Level: String { case low, high }
    class Base { init(speed: Int, then: () -> Void) {}; func run(at speed: Int) {} }
    final class Sub: Base { func run(_ a: Int) {} }
    actor Store { func get(id: String) -> Int { 0 } }
    @Model final class Row {}
    final class View: UIView {}
    struct Wrapped { @State var on = false }
    typealias Spot = Point
    func free(_ a: Int, b: Int) {}
    class Box<T> { var value: T? = nil }
    extension Box where T == Int { var sum: Int { 0 } }
    extension Box<String> { func joined(by text: String) -> String { "" } }
    extension Box where T == [Int] { var flat: Int { 0 } }
    extension Box where T: Fast { var speed: Int { 0 } }
    extension Box where T: Numeric { var scaled: Int { 0 } }
    final class Names: Box<String> {}
    final class Nested<Part>: Box<[Part]> {}
    typealias Numbers = Box<Int>
    typealias Count = Int
    extension Numbers { var highest: Int { 0 } }
    protocol Shelf { associatedtype Item }
    extension Shelf where Item == String { var titles: Int { 0 } }
    struct Books: Shelf { typealias Item = String }
    struct Tools: Shelf { struct Item {} }
    struct Things: Shelf { func put(_ item: String) {} }
    struct Rack<Item>: Shelf {}
    """

  private func findings(_ name: String, inherited: [String: Set<String>] = [:]) -> [Diagnostic] {
    var graph = SymbolGraph(module: "App")
    graph.inherited = inherited
    let code = CodeModel(
      [FileDeclarations(reading: SourceInput(path: "a.swift", module: "App", Self.source))],
      symbolGraphs: [graph])
    let page = Page(path: "docs/a.md", bytes: Array("So `\(name)` it is.\n".utf8))
    return CheckedPage(
      page, project: ProjectModel(code: code, traces: [], sources: [:]),
      templates: TemplateSource(texts: [:])
    ).findings()
  }

  @Test(arguments: [
    "Slow.perform(_:)", "Quick.perform(_:)", "Quick.perform(_:with:)", "Job.perform(_:with:)",
    "Slow.same()", "Slow(name:size:)", "Slow(name:)", "Slow.init(name:)", "Quick(speed:)",
    "Quick(name:)", "Quick(from:)", "Quick.encode(to:)", "Quick.CodingKeys", "Point(x:y:z:)",
    "Point(x:z:)", "Point(x:)", "Point.init(x:y:)", "Spot(x:)", "App.Point(x:)",
    "Point.hash(into:)", "Point.move(_:)", "Point.move(_:to:)", "move(_:to:)",
    "Level(rawValue:)", "Level.low.rawValue", "Base(speed:then:)", "Base(speed:)",
    "Sub(speed:then:)", "Sub.run(at:)", "Sub.run(_:)", "Store.get(id:)", "Store.assertIsolated()",
    "Row(anything:)", "View(frame:)", "Wrapped(on:)", "free(_:b:)", "Slow()…",
    "Box.sum", "Box.joined(by:)", "Box<Int>.sum", "Box<Swift.Int>.sum", "Box<String>.joined(by:)",
    "Box<Int>.value", "Box<[Int]>.flat", "Box<Array<Int>>.flat", "Box<Quick>.speed",
    "Box<Count>.sum", "Box<TimeInterval>.sum", "Box<Int>.scaled", "Box<Element>.scaled",
    "Box<(Int) -> Void>.value", "Names.joined(by:)", "Names.value", "Nested.flat",
    "Nested<Int>.flat", "Numbers.sum", "Numbers.highest", "Box<Int>.highest", "Books.titles",
    "Things.titles", "Shelf.titles", "Rack.titles", "Rack<String>.titles", "App.Box<Int>.sum",
    "Box<Box<Int>>.value", "Array<Int>.count", "a < b", "Box<Int", "<b>",
    "Map<Int, Int>.x", "Box<>.sum",
  ])
  func `existing members agree, wherever they are declared`(name: String) {
    #expect(findings(name).map(\.summary) == [])
  }

  @Test(
    arguments: [
      (
        "Slow.perform(_:with:)",
        "`Slow` has no `perform(_:with:)`: `Job` has it where `Self: Fast`", "Slow.perform(_:)"
      ),
      ("Box<String>.sum", "`Box<String>` has no `sum`: `Box` has it where `T == Int`", nil),
      (
        "Box<Int>.joined(by:)",
        "`Box<Int>` has no `joined(by:)`: `Box` has it where `T == String`", nil
      ),
      ("Box<Int>.flat", "`Box<Int>` has no `flat`: `Box` has it where `T == [Int]`", nil),
      (
        "Box<[String]>.flat", "`Box<[String]>` has no `flat`: `Box` has it where `T == [Int]`", nil
      ),
      ("Box<Slow>.speed", "`Box<Slow>` has no `speed`: `Box` has it where `T: Fast`", nil),
      (
        "Box<String>.highest", "`Box<String>` has no `highest`: `Box` has it where `T == Int`", nil
      ),
      ("Box<Int>.valu", "`Box` has no member `valu`", nil),
      ("Names.sum", "`Names` has no `sum`: `Box` has it where `T == Int`", nil),
      (
        "Nested<String>.flat",
        "`Nested<String>` has no `flat`: `Box` has it where `T == [Int]`", nil
      ),
      (
        "Numbers.joined(by:)",
        "`Numbers` has no `joined(by:)`: `Box` has it where `T == String`", nil
      ),
      ("Tools.titles", "`Tools` has no `titles`: `Shelf` has it where `Item == String`", nil),
      (
        "Rack<Int>.titles", "`Rack<Int>` has no `titles`: `Shelf` has it where `Item == String`",
        nil
      ),
      ("Slow.perform(at:)", "`perform` takes `(_:)`", "Slow.perform(_:)"),
      ("Slow(nam:)", "`Slow.init` takes `(name:size:)`", "Slow(name:size:)"),
      ("Slow(name:fixed:)", "`Slow.init` takes `(name:size:)`", "Slow(name:size:)"),
      ("Slow(speed:)", "`Slow.init` takes `(name:size:)`", "Slow(name:size:)"),
      ("Point(y:)", "`Point.init` takes `(x:y:z:)`", "Point(x:y:z:)"),
      ("Point.init(y:x:)", "`Point.init` takes `(x:y:z:)`", "Point.init(x:y:z:)"),
      ("Point.move(_:from:)", "`move` takes `(_:)` or `(_:to:)`", "Point.move(_:to:)"),
      ("Level(named:)", "`Level.init` takes `(rawValue:)`", "Level(rawValue:)"),
      ("Base(then:)", "`Base.init` takes `(speed:then:)`", "Base(speed:then:)"),
      ("Store(id:)", "`Store.init` takes `()`", "Store()"),
      ("Store.get(name:)", "`get` takes `(id:)`", "Store.get(id:)"),
      ("free(_:c:)", "`free` takes `(_:b:)`", "free(_:b:)"),
    ] as [(String, String, String?)])
  func `missing labels are reported, with the existing ones`(
    name: String, summary: String, right: String?
  ) {
    let found = findings(name)
    #expect(found.map(\.summary) == [summary])
    #expect(found.first?.fixIts.first?.replacement == right)
    if let right { #expect(findings(right).map(\.summary) == []) }
  }

  @Test func `the symbol graph decides conditions that need the compiler`() {
    #expect(findings("Slow.same()", inherited: ["Slow": ["perform(_:)"]]).count == 1)
    #expect(findings("Slow.same()", inherited: ["Slow": ["same()", "perform(_:)"]]).isEmpty)
    #expect(findings("Slow.more(of:)", inherited: ["Slow": ["more(of:)"]]).isEmpty)
    #expect(findings("Slow.more(of:)").count == 1)
    // The syntax wins where it can decide: the graph may be older.
    #expect(
      findings("Quick.perform(_:with:)", inherited: ["Quick": ["perform(_:)"]]).isEmpty)
  }
}
