import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// How the sources are read for class diagrams: aliases, repeated declarations, property wrappers.
@Suite struct ClassSourceTests {
  private static func generated(_ marker: String, _ sources: [String: String]) -> [String] {
    let page = Page(
      path: "a.md",
      bytes: Array("<!-- docgen:begin class-diagram \(marker) -->\n<!-- docgen:end -->\n".utf8))
    guard case .generated(let content)? = checked(page, sources).regions.first?.outcome else {
      return []
    }
    return content.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
      .filter { $0.contains("--") || $0.contains("..") }.map { String($0) }
  }

  private static func findings(_ diagram: String, _ sources: [String: String]) -> [String] {
    let text = """
      <!-- docgen:verify class-diagram partial=yes -->
      ```mermaid
      classDiagram
      \(diagram)
      ```

      """
    return checked(Page(path: "a.md", bytes: Array(text.utf8)), sources).findings().map {
      "\($0.rule) \($0.summary)"
    }
  }

  private static func checked(_ page: Page, _ sources: [String: String]) -> CheckedPage {
    let inputs = sources.sorted { $0.key < $1.key }.map { path, text in
      SourceInput(path: path, module: ModuleMap().module(ofFile: path), text)
    }
    return CheckedPage(
      page, project: ModelOf(inputs).model, templates: TemplateSource(texts: [:]))
  }

  private struct ModelOf {
    let model: ProjectModel
    init(_ inputs: [SourceInput]) {
      model = ProjectModel(code: CodeModel(reading: inputs), traces: [], sources: [:])
    }
  }

  // MARK: - Aliases

  @Test func `a class inherits from the class that an alias means, not from its arguments`() {
    let source = """
      class Base<S, A> {}
      class Plain {}
      struct Loaded {}
      struct Tapped {}
      typealias Screen = Base<Loaded, Tapped>
      typealias Simple = Plain
      class Home: Screen {}
      class Other: Simple {}
      """
    #expect(
      Self.generated("types=\"Home Other Base Plain Loaded Tapped\"", ["a.swift": source]) == [
        "Home --|> Base", "Other --|> Plain",
      ])
    #expect(
      Self.findings("Home --|> Loaded", ["a.swift": source])
        == ["unknown-relation no such relation between `Home` and `Loaded`"])
  }

  @Test func `a property of an alias still holds its arguments`() {
    let source =
      "struct Box<T> {}\nclass Item {}\ntypealias Items = Box<Item>\nclass Shop { var all: Items }"
    #expect(Self.findings("Shop o-- Item", ["a.swift": source]).isEmpty)
  }

  // MARK: - Repeated declarations

  @Test func `a type that a test double repeats keeps its relations`() {
    let sources = [
      "App/Shop/Shop.swift": "class Shop { let till: Till }",
      "App/Shop/Till.swift": "class Till {}\nextension Till: Sendable {}",
      "Demo/Till.swift": "class Till {}",
    ]
    #expect(Self.findings("Shop o-- Till", sources).isEmpty)
    #expect(Self.generated("files=App", sources) == ["Shop o-- Till"])
  }

  @Test func `the imported one of two targets is intended`() {
    let sources = [
      "Sources/App/Shop.swift": "import Second\nclass Shop { let till: Till }",
      "Sources/First/Till.swift": "public class Till {}",
      "Sources/Second/Till.swift": "public class Till {}",
    ]
    #expect(Self.generated("types=\"Shop Till\"", sources) == ["Shop o-- Second.Till"])
  }

  @Test func `all branches of a condition count`() {
    let source = """
      class Paper {}
      class Screen {}
      #if os(iOS)
        class Printer: Screen {}
      #else
        class Printer { let paper: Paper }
      #endif
      """
    #expect(
      Self.generated("types=\"Printer Paper Screen\"", ["a.swift": source])
        == ["Printer --|> Screen", "Printer o-- Paper"])
  }

  @Test func `files of two platforms that declare a type are both drawn`() {
    let sources = [
      "App/Shop.swift": "class Shop { let view: PlatformView }",
      "App/View+iOS.swift": "#if os(iOS)\nclass PlatformView {}\n#endif",
      "App/View+macOS.swift": "#if os(macOS)\nclass PlatformView {}\n#endif",
    ]
    #expect(Self.findings("Shop o-- PlatformView", sources).isEmpty)
  }

  // MARK: - Property wrappers

  @Test(arguments: [
    "@Environment(Store.self) private var store", "@EnvironmentObject var store: Store",
    "@State private var store = Store()", "@Bindable var store: Store",
    "@Injected(Store.self) var store", "@Environment(Store.self) private var store: Store?",
    "@Injected(Store.self, scope: .shared) var store: any Storing",
  ])
  func `a wrapper with a type argument is a relation to it`(property: String) {
    let source = "class Store {}\nprotocol Storing {}\nstruct Screen { \(property) }"
    #expect(Self.findings("Screen --> Store", ["a.swift": source]).isEmpty)
    #expect(
      Self.generated("types=\"Screen Store\" members=none", ["a.swift": source])
        .map { $0.replacing(" \"0..1\"", with: "") } == ["Screen o-- Store"])
  }

  @Test func `a wrapper with a value is not a relation`() {
    let source =
      "class Store {}\nstruct Screen { @Environment(\\.store) var store\n@Stored(\"Store.self\") var name }"
    #expect(!Self.findings("Screen --> Store", ["a.swift": source]).isEmpty)
  }

  // MARK: - Lines of a class that are not members

  @Test(arguments: [
    "@MainActor", "@Published", "@Relationship(deleteRule: .cascade)", "<<Observable>>",
    "«Observable»", "--", "====", "..", "@Published var items: Int", "@Attribute(.unique) items",
    "+var items: Int", "+func load()", "+void load()", "-@State items",
  ])
  func `attributes, annotations and rules are not members`(line: String) {
    let source = "public class Store { public var items: Int = 0; public func load() {} }"
    let findings = Self.findings("class Store {\n    \(line)\n}", ["a.swift": source])
    #expect(findings.filter { !$0.hasPrefix("wrong-modifier") }.isEmpty, "\(findings)")
  }

  @Test(arguments: ["@Published things", "@Attribute(.unique) var things: Int", "+func things()"])
  func `the text after an attribute is a member`(line: String) {
    let source = "public class Store { public var items: Int = 0 }"
    #expect(
      Self.findings("class Store {\n    \(line)\n}", ["a.swift": source])
        == ["unknown-member `Store` has no member `things`"])
  }

  @Test func `a type is chosen next to the other classes of the diagram`() {
    let sources = [
      "App/Shop.swift": "class Shop { let till: Till }", "App/Till.swift": "class Till {}",
      "Demo/A/Till.swift": "class Till {}",
    ]
    #expect(Self.findings("class Till {\n  +lid\n}\nShop --> Till", sources).count == 1)
  }
}
