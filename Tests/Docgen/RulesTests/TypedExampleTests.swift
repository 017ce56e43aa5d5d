import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Types that examples and prose give to values: members in a row, conformances, stated types, lines
/// of declarations, and names in a sentence.
@Suite struct TypedExampleTests {
  private static let source = """
    public actor Lighthouse {
      public static let main: Lighthouse! = nil
      public var brightness: Int { 3 }
      public nonisolated let name = "North"
      public func keeper() async throws -> Keeper? { nil }
    }
    public struct Keeper {
      public static func make(_ body: (Any) -> Void) {}
      public let home: Cottage
      public func relieve(at hour: Int) -> Keeper { self }
      public func report<T>(as type: T.Type) -> T { fatalError() }
      public var wageAmount: Double = 3
      public var shiftLength: Duration? = nil
    }
    public struct Cottage { public func heat() {} }
    public protocol Signal {
      func flash(times: Int, color: Cottage)
      func dim()
      func sound()
    }
    extension Signal { public func sound() {} }
    @Macro public struct Beacon {
      public init(height: Int, color: String, range: Int = 3) {}
    }
    public enum Weather { case sunny, foggy, rainy, stormy }

    """

  @Test(
    arguments: [
      ("await Lighthouse.main?.brightness", nil), ("Lighthouse.main.name", nil),
      ("Lighthouse.main?.brightness", "belongs to an actor: the use lacks `await`"),
      ("try await Lighthouse.main.keeper()?.home.heat()", nil),
      ("try await Lighthouse.main.keeper()?.home.cool()", "`Cottage` has no member `cool`"),
      ("let k = try await Lighthouse.main.keeper()\nk?.relieve(at: 3).home.heat()", nil),
      ("let k = try await Lighthouse.main.keeper()\nk?.relieve(at: 3).house", "no member `house`"),
      ("let k = try await Lighthouse.main.keeper()\nk?.relieve(in: 3)", "`relieve` takes `(at:)`"),
      ("guard let k = try await Lighthouse.main.keeper() else {}\nk.house", "no member `house`"),
      ("let k = try await Lighthouse.main.keeper()\nfor k in all { k.house }", nil),
      ("Keeper.make { keeper in keeper.house }", nil),
      ("keeper.report(as: Cottage.self).cool()", nil), ("find().relieve(at: 3).house", nil),
    ] as [(String, String?)])
  func `members in a row have the types of their declarations`(code: String, message: String?) {
    expect("```swift\n\(code)\n```", message)
  }

  @Test func `a variable has the type of another section if most of its members are of the type`() {
    func text(_ uses: String) -> String {
      "## A\n\n```swift\nlet k: Keeper = find()\n```\n\n## B\n\n```swift\n\(uses)\n```"
    }
    expect(text("k.home\nk.wageAmount"), nil)
    expect(text("k.home\nk.wageAmount\nk.house"), "`Keeper` has no member `house`")
    expect(text("k.home\nk.house"), nil)
  }

  @Test func `code that uses a removed member is wrong, whatever its age`() {
    var repository = KnownRepository().removing("house")
    repository.isLineOlder = false
    let code = "```swift\nlet k: Keeper = find()\nk.house\n```"
    expect(code, "`Keeper` has no member `house`", repository)
    expect("See `Keeper.house`.", nil, repository)
  }

  @Test(
    arguments: [
      ("Beacon(height: 3, color: c)", nil), ("Beacon(light: 3, wind: w)", nil),
      ("Beacon(color: c, height: 3)", "`Beacon.init` takes `(height:color:range:)`"),
      ("Beacon(height: 3, range: 4)", "`Beacon.init` takes"),
    ] as [(String, String?)])
  func `a macro adds no initializer with the labels of a declared one`(
    code: String, message: String?
  ) { expect("```swift\n\(code)\n```", message) }

  @Test(
    arguments: [
      ("func flash(times: Int, color: Cottage) {}\nfunc dim() {}", nil),
      ("func flash(times: Int, color: Cottage) {}", nil),
      ("func flash(times: Int) {}", "`Signal` requires `flash(times:color:)`, not `flash(times:)`"),
      ("func flash(times: Int) {}\nfunc flash(times: Int, color: Cottage) {}", nil),
      ("func sound(loud: Bool) {}", nil),
    ] as [(String, String?)])
  func `a type of an example has the functions that a protocol requires`(
    members: String, message: String?
  ) {
    expect("```swift\nstruct Lamp: Signal {\n\(members)\n}\n```", message)
    expect("```swift\nstruct Lamp: Other {\n\(members)\n}\n```", nil)
  }

  @Test func `a requirement that is newer than the example is missing`() {
    var repository = KnownRepository()
    let text = "```swift\nstruct Lamp: Signal {\nfunc dim() {}\n}\n```"
    expect(text, nil, repository)
    repository.newWords = ["flash"]
    expect(text, "`Signal` also requires `flash(times:color:)`", repository)
    expect(text.replacing("dim() {}", with: "dim() {}\n// ..."), nil, repository)
  }

  @Test(
    arguments: [
      ("`wageAmount: Double`", nil),
      ("`Keeper.wageAmount: Int`", "has the type `Double`, not `Int`"),
      ("`wageAmount: Int`", "`Keeper.wageAmount` has the type `Double`, not `Int`"),
      ("`shiftLength: Duration`", nil), ("`shiftLength: Salary`", nil), ("`home: Int`", nil),
      ("## `Keeper`\n\n`wageAmount: Weather`", "has the type `Double`, not `Weather`"),
      ("`Keeper.relieve(at:)` returns a `Keeper`.", nil),
      ("`Keeper.relieve(at:)` returns a `Cottage`.", "returns `Keeper`, not `Cottage`"),
      ("`Cottage.heat()` returns a `Keeper`.", "`Cottage.heat` has no result, not `Keeper`"),
      ("`Keeper.report(as:)` returns a `Cottage`.", nil),
      ("`Keeper.relieve(at:)` needs a `Cottage`.", nil), ("`hour: Int`", nil),
    ] as [(String, String?)])
  func `a stated type is that of the declaration`(text: String, message: String?) {
    expect(text, message)
  }

  @Test(
    arguments: [
      ("See `Keeper` (line 7).", nil), ("See `Keeper` (line 8).", "declared in line 7"),
      ("See `Keeper.relieve(at:)` (lines 10-12).", nil), ("See `Keeper` (line 8 and more).", nil),
      ("See `Light.swift` (line 12).", nil), ("See `Light.swift` (line 99).", "lines"),
    ] as [(String, String?)])
  func `a line in parentheses is one of the declaration`(text: String, message: String?) {
    expect(text, message)
  }

  @Test(
    arguments: [
      ("All cases of `Weather` are `sunny`, `foggy`, `rainy` and `stormy`.", nil),
      ("All cases of `Weather` are `sunny`, `foggy` and `rainy`.", "`stormy` is missing"),
      ("Cases of `Weather` are `sunny`, `foggy` and `rainy`.", nil),
      ("All cases of `Weather`, such as `sunny`, `foggy` and `rainy`.", nil),
      ("All cases of `Weather` are `sunny`, `foggy`, `rainy`, and more.", nil),
    ] as [(String, String?)])
  func `names in a sentence are a list`(text: String, message: String?) { expect(text, message) }

  private func expect(
    _ text: String, _ message: String?, _ repository: KnownRepository = KnownRepository()
  ) {
    let page = Page(path: "docs/a.md", bytes: Array("# A page\n\n\(text)\n".utf8))
    let context = ProjectContext(
      pages: [page], kind: { $0 == "Sources" ? .folder : nil }, names: { _ in [] },
      hasFile: { _ in false }, isIgnored: { _ in false }, repository: repository)
    let code = CodeModel(
      reading: [SourceInput(path: "Sources/Coast/Light.swift", module: "Coast", Self.source)])
    let found = CheckedPage(
      page, project: ProjectModel(code: code, traces: []), templates: TemplateSource(texts: [:]),
      context: context
    ).findings().filter { $0.severity > .note }
    #expect(found.count == (message == nil ? 0 : 1), "\(text): \(found.map(\.summary))")
    if let message { #expect(found.first?.summary.contains(message) == true, "\(found)") }
  }
}
