import Diagnostics
import Rules
import Testing

/// A text with DocC links and its findings.
private struct DocCCase: Sendable, CustomTestStringConvertible {
  var text: String
  var found: [String] = []
  var fix: String?

  var testDescription: String { text }

  init(_ text: String, _ found: String..., fix: String? = nil) {
    self.text = text
    self.found = found
    self.fix = fix
  }
}

private let catalog = "Sources/House/House.docc"
private let files = [
  "Sources/House/Turn.swift": """
  /// A turn of a key.
  public struct Turn: AdditiveArithmetic {
    public static let zero = Turn()
    public static func + (left: Turn, right: Turn) -> Turn { left }
    public static func - (left: Turn, right: Turn) -> Turn { left }
    @available(*, deprecated, renamed: "spin(at:)")
    public func spin(forEvent: Int) {}
  }
  """,
  "\(catalog)/Opening doors.md": "# Opening\n\n## At night\n",
  "\(catalog)/Door.md": "# ``House/Door``\n\n## Topics\n",
  "\(catalog)/Wall.md": "# ``House/Wall``\n",
  "\(catalog)/Tour.tutorial": "@Tutorial(time: 5) {\n}\n",
  "\(catalog)/Listing.swift": "struct OnlyListed {}\n",
  "Snippets/Knock.swift": "knock(times: 2)\n", "Snippets/Bell.java": "ring();\n",
  "include/lock.h": "struct c_lock { int bolt; };\n// ghost_lock\n",
  "Tests/HouseTests/DoorTests.swift": "struct DoorTests { let fake = FakeDoor() }\n",
]

private let pages = [
  DocCCase("``Door`` ``Door/width`` ``House/Door`` ``/House/Door/push(_:quietly:)``"),
  DocCCase("``Door/push(_:quietly:)-9xk2f`` ``Door/State-swift.enum/ajar(by:)`` ``House``"),
  DocCCase("``Door/init(width:)`` ``Door/==(_:_:)`` ``Door/hash(into:)`` ``knock(times:)``"),
  DocCCase("``Vault/lock()`` ``Vault/unlock()`` ``URLSession/ring()`` ``Foundation/URL``"),
  DocCCase("<doc:Opening-doors> <doc:House/Opening-doors> <doc:Door> [a](doc:Door/close())"),
  DocCCase("<doc:Tour> <doc:/tutorials/House/Tour> <doc:/documentation/House/Door/width>"),
  DocCCase("# A\n<doc:#A> <doc:Opening-doors#At-night> <doc:Opening-doors#Overview>"),
  DocCCase("@Snippet(path: \"House/Snippets/Knock\")"),
  DocCCase("@Snippet(path: \"Snippets/Bell\")"),
  DocCCase("``let door = Door()`` ``self`` ``<T>`` `Door/gone`"),
  DocCCase("``SwiftUICore/View/shade()`` ``DeveloperToolsSupport/Preview``"),
  DocCCase("``c_lock``"),
  DocCCase("See ``Door/width`.", "warning: the link to `Door/width` lacks a backtick"),
  DocCCase("See ``Door/width``. A ``b`c`` and ``let a = `b` ``."),
  DocCCase("``Turn/+=(_:_:)`` ``Turn/-=(_:_:)``"),
  DocCCase("``Door/+=(_:_:)``", "error: `Door` has no member `+=(_:_:)`"),
  DocCCase("``CancellationError``", "note: no symbol is called `CancellationError`"),
  DocCCase("``CancelledError``", "error: no symbol is called `CancelledError`"),
  DocCCase("Write:\n\n    @Row {\n        ``Gone``\n    }"),
  DocCCase("@Comment { ``Gone`` }\n\n```\n``Gone``\n```"),
  DocCCase("``Door/gone``", "error: `Door` has no member `gone`"),
  DocCCase("``House/Door/State/shut``", "error: `Door.State` has no member `shut`"),
  DocCCase("``Window``", "error: no symbol is called `Window`"),
  DocCCase("``House/Window/width``", "error: no symbol is called `Window`"),
  DocCCase("``OnlyListed``", "error: no symbol is called `OnlyListed`"),
  DocCCase(
    "<doc:Closing-doors>", "error: no article, tutorial or symbol is called `Closing-doors`"),
  DocCCase(
    "<doc:Opening-doors#By-day>",
    "error: `\(catalog)/Opening doors.md` has no heading `#By-day`"),
  DocCCase("[``FarLibrary``](https://example.com/far)", "note: no symbol is called `FarLibrary`"),
  DocCCase("[``NearLibrary``](Door.md)", "error: no symbol is called `NearLibrary`"),
  DocCCase("@Snippet(path: \"House/Snippets/Ring\")", "error: no snippet is called `Ring`"),
  DocCCase(
    "@Row {\n    @Column {\n        See ``Window``.\n    }\n}",
    "error: no symbol is called `Window`"),
  DocCCase("``Door/close``", "warning: `Door` has no member `close`", fix: "Door/close()"),
  DocCCase("``Door/push(_:)``", "warning: `Door` has no member `push(_:)`"),
  DocCCase(
    "``Door.width``", "warning: DocC separates names by `/`: `Door.width`", fix: "Door/width"),
  DocCCase("``State/open``", "warning: no symbol `State` can be seen from here"),
  DocCCase("``Wall``", "error: no symbol is called `Wall`"),
  DocCCase("``Tour``", "warning: `Tour` is an article; only symbols can be between backticks"),
  // A base type or macro of the platforms only adds known names.
  DocCCase("``Gate/gone``", "warning: `Gate` has no member `gone`"),
  DocCCase("``Key/gone``", "warning: `Key` has no member `gone`"),
  DocCCase("``Gate/isEqual(to:)``", "note: `Gate` has no member `isEqual(to:)`"),
  DocCCase("``Portal/gone``", "note: `Portal` has no member `gone`"),
  DocCCase("``width``", "warning: no symbol is called `width`"),
  DocCCase("``UIWindow``", "note: no symbol is called `UIWindow`"),
  // A type of another module that the sources use.
  DocCCase("``core.v1.Door``", "note: no symbol is called `core.v1.Door`"),
  DocCCase("``core.v1.Gone``", "warning: no symbol is called `core.v1.Gone`"),
  DocCCase("``FakeDoor``", "note: no symbol is called `FakeDoor`"),
]

private let comments = [
  DocCCase("/// See ``width``, ``Door/close()``, ``State/open`` and ``Door``.\n  var a = 1"),
  DocCCase("/** See ``close()``,\n   * and ``force``. */\n  func b(_ force: Int) {}"),
  DocCCase("/// See <doc:Opening-doors>.\n  var a = 1"),
  DocCCase("/// See ``gone``.\n  var a = 1", "warning: no symbol is called `gone`"),
  DocCCase(
    "/// See ``Door/gone``.\n  var a = 1", "error: `Door` has no member `gone`"),
  DocCCase(
    "/// See <doc:Gone>.\n  var a = 1",
    "warning: no article, tutorial or symbol is called `Gone`"),
]

@Suite struct UnresolvedDocLinkTests {
  @Test(arguments: pages)
  private func `a link on a page of a catalog resolves`(_ page: DocCCase) {
    let found = LinkedHouse(files).findings(page.text, on: "\(catalog)/Page.md")
    expect(found, page)
  }

  @Test(arguments: comments)
  private func `a link in a comment resolves from its symbol outward`(_ comment: DocCCase) {
    var house = LinkedHouse(files)
    house.files["Sources/House/More.swift"] = "extension Door {\n  \(comment.text)\n}\n"
    expect(house.commentFindings(), comment)
  }

  @Test func `a type nested in an extension of another module's type is found from there`() {
    var house = LinkedHouse(files)
    house.files["Sources/House/Bytes.swift"] = """
      extension Data {
        /// See ``Damage`` and ``Damage/torn``, but not ``Wear``.
        public func repair() {}
        public enum Damage { case torn }
      }
      """
    #expect(
      house.commentFindings().map(\.brief) == ["warning: no symbol is called `Wear`"])
  }

  @Test func `a link on an extension page resolves from its symbol`() {
    let house = LinkedHouse(files)
    let text = "# ``House/Door``\n\n- ``close()``\n- ``State/open``\n- ``gone()``"
    let found = house.findings(text, on: "\(catalog)/Page.md")
    #expect(found.map(\.brief) == ["warning: no symbol is called `gone()`"])
    #expect(
      house.findings("# ``House/Window``", on: "\(catalog)/Page.md").map(\.brief) == [
        "error: no symbol is called `Window`"
      ])
  }

  @Test func `a member that a commit removed after the line was written is an error`() {
    var house = LinkedHouse(files)
    house.repository = KnownRepository().removing("gone(by:)").removing("close()")
    func found(_ text: String) -> [String] {
      house.findings(text, on: "\(catalog)/Page.md").map(\.brief)
    }
    #expect(found("``Portal/gone(by:)``") == ["error: `Portal` has no member `gone(by:)`"])
    #expect(found("``Portal/gone(at:)``") == ["note: `Portal` has no member `gone(at:)`"])
    // Another type has the member: only its removal from this type's files counts.
    house.files["Sources/House/Hatch.swift"] = "public class Hatch: VendorGate {}\n"
    #expect(found("``Hatch/close()``") == ["note: `Hatch` has no member `close()`"])
    house.repository?.removals["close()"]?.file = "Sources/House/Hatch.swift"
    #expect(found("``Hatch/close()``") == ["error: `Hatch` has no member `close()`"])
    house.files["Sources/House/Hatch.swift"]? += "extension Gate { func close() {} }\n"
    #expect(found("``Hatch/close()``") == ["note: `Hatch` has no member `close()`"])
    house.repository?.isLineOlder = false
    #expect(found("``Portal/gone(by:)``") == ["note: `Portal` has no member `gone(by:)`"])
  }

  @Test(arguments: [
    ("public typealias Process = Foundation.Process", "note"),
    ("public typealias Process = Door", "error"),
    (
      """
      #if os(iOS)
      public class Process { public func run() {} }
      #else
      public typealias Process = Foundation.Process
      #endif
      """, "note"
    ),
  ])
  func `an alias of a type of others may have any member`(source: String, severity: String) {
    let alias = "Sources/House/Process.swift"
    var house = LinkedHouse(files)
    house.files[alias] = source + "\n"
    house.repository = KnownRepository().removing("run")
    house.repository?.removals["run"]?.file = alias
    let found = house.findings("``Process/run``", on: "\(catalog)/Page.md").map(\.brief)
    #expect(found == ["\(severity): `Process` has no member `run`"])
  }

  @Test func `an unknown name is a hint if the module reexports another one`() {
    var house = LinkedHouse(files)
    house.files["Sources/House/Exports.swift"] = "@_exported import Vendor\n"
    func found(_ text: String) -> [String] {
      house.findings(text, on: "\(catalog)/Page.md").map(\.brief)
    }
    #expect(found("``Window``") == ["note: no symbol is called `Window`"])
    #expect(found("``Door/gone``") == ["error: `Door` has no member `gone`"])
  }

  @Test func `the landing page of a catalog outside of targets names its module`() {
    let landing = "copies/cellar/Cellar.docc/Cellar.md"
    let page = "copies/cellar/Cellar.docc/Page.md"
    var house = LinkedHouse(files)
    house.files[landing] = "# ``CellarKit``\n"
    #expect(house.findings("``CellarKit`` ``CellarKit/Door``", on: page).isEmpty)
    #expect(house.findings("# ``CellarKit``", on: landing).isEmpty)
    #expect(
      house.findings("``CellarBase``", on: page).map(\.brief) == [
        "error: no symbol is called `CellarBase`"
      ])
    house.files["Package.swift"] = "let package = Package(name: \"House\")\n"
    #expect(house.findings("``CellarKit``", on: page).isEmpty)
    house.files["Package.swift"]? += "let path = \"copies/cellar\"\n"
    #expect(
      house.findings("``CellarKit``", on: page).map(\.brief) == [
        "error: no symbol is called `CellarKit`"
      ])
  }

  @Test func `a symbol graph in a catalog may declare more`() {
    var house = LinkedHouse(files)
    house.files["\(catalog)/house.symbols.json"] = "{}"
    let found = house.findings("``Window`` ``Door/gone``", on: "\(catalog)/Page.md")
    #expect(
      found.map(\.brief) == [
        "note: no symbol is called `Window`", "error: `Door` has no member `gone`",
      ])
  }

  @Test func `an extension of a type that each platform declares has members of both`() {
    var house = LinkedHouse(files)
    for platform in ["Mac", "Phone"] {
      house.files["Sources/House/\(platform)/Lift.swift"] = "public class Lift: NSObject {}\n"
    }
    house.files["Sources/House/Shared/Lift.swift"] = "extension Lift { public func rise() {} }\n"
    let found = house.findings("``Lift/rise()`` ``Lift/sink()``", on: "\(catalog)/Page.md")
    #expect(found.map(\.brief) == ["warning: `Lift` has no member `sink()`"])
  }

  @Test func `places are those of the file`() {
    let text = "@Row {\n    @Column { \u{E9} ``Window`` }\n}"
    let found = LinkedHouse(files).findings(text, on: "\(catalog)/Page.md")
    let range = found.first?.location.range
    #expect(range?.start == SourcePosition(line: 2, column: 20))
    #expect(range?.end == SourcePosition(line: 2, column: 26))
    var house = LinkedHouse(files)
    house.files["Sources/House/More.swift"] =
      "extension Door {\n  /// A\n  /// ``Door/no``\n  var a = 1\n}\n"
    let comment = house.commentFindings().first?.location
    #expect(comment?.file == "Sources/House/More.swift")
    #expect(comment?.range?.start == SourcePosition(line: 3, column: 9))
  }

  @Test func `a deprecated member is not proposed for a missing one`() {
    let house = LinkedHouse(files)
    let found = house.findings("``Turn/spin(forMove:)``", on: "\(catalog)/Page.md")
    #expect(found.map(\.summary) == ["`Turn` has no member `spin(forMove:)`"])
    #expect(found.flatMap(\.evidence).filter { $0.kind == .help } == [])
  }

  private func expect(_ found: [Diagnostic], _ expected: DocCCase) {
    #expect(found.map(\.brief) == expected.found)
    #expect(found.flatMap(\.fixIts).map(\.replacement) == (expected.fix.map { [$0] } ?? []))
  }
}
