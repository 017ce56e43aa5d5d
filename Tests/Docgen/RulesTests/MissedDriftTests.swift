import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Drifts that earlier versions missed, and false findings that they had: each cause in its harmless
/// form, which is silent or a hint, and in its harmful one.
@Suite struct MissedDriftTests {
  private static let source = """
    public struct Winch {
      public struct Speed {
        public static func limited(knots: Int, gust: Int = 0) -> Speed { Speed() }
        public static func free() -> Speed { Speed() }
      }
      public enum Load { case crate(Int), barrel(count: Int) }
      public init(reach: Int) {}
      public func turn(at speed: Speed) {}
      public func lift(_ load: Load) {}
      public static func spare(reach: Int) -> Winch { Winch(reach: reach) }
      public static func rented(reach: Int) throws -> Winch { Winch(reach: reach) }
      public var drumWidth: Int { 1 }
      public func lowerAll(count: Int) {}
      public mutating func extend(by length: Int) {}
      @available(*, deprecated) public func hoistOld() {}
      public static func isWide(reach: Int) -> Bool { true }
      public var whenLifted: ((Int) -> Void)?
    }
    public actor Gate { public init?(width: Int = 1) {} }
    public struct Pier {}
    public protocol Sailing {
      associatedtype Crate
      func sail(to pier: Pier) -> Int?
      func load(_ crate: Crate) -> Crate
    }
    public struct Theme { public init(width: Int) {} }
    extension View { public func harborTheme(main: Theme) -> some View { self } }
    public protocol Crew {
      func haul(rope: Int) -> Bool
    }
    extension Crew { public func haul(rope: Int) -> String { "" } }
    public struct HarborGate: View {}

    """

  // MARK: - Blocks

  @Test(
    arguments: [
      ("Winch(reach: 1).turn(at: .limited(knots: 3))", nil),
      ("Winch(reach: 1).turn(at: .limited(knots: 3, gust: 1))", nil),
      ("Winch(reach: 1).turn(at: .limited(...))", nil),
      ("Winch(reach: 1).turn(at: .limited(top: 3))", "`limited` takes `(knots:gust:)`"),
      ("Winch(reach: 1).lift(.barrel(count: 3))", nil),
      ("Winch(reach: 1).lift(.barrel(weight: 3, side: 2))", "`barrel` takes `(count:)`"),
    ] as [(String, String?)])
  func `an implicit member has the labels of its declaration`(code: String, message: String?) {
    expect("```swift\n\(code)\n```", message)
  }

  @Test(
    arguments: [
      ("let winch = Winch(reach: 1)", nil),
      ("let winch = try Winch.rented(reach: 1)", nil),
      ("let winch = try Winch(reach: load())", nil),
      ("let winch = try Winch(reach: 1)", "`Winch(reach:)` does not throw"),
      ("let gate = try Gate()", "`Gate()` does not throw"),
      ("let winch = try Winch.spare(reach: 1)", "`Winch.spare(reach:)` does not throw"),
    ] as [(String, String?)])
  func `only a call that throws needs a mark`(code: String, message: String?) {
    expect("```swift\n\(code)\n```", message)
  }

  @Test(arguments: [
    ("Instead of:", Diagnostic.Severity.note), ("**Instead of**", .warning),
    ("Rather than this:", .note), ("Write this:", .warning),
  ])
  func `a block after such a line shows what the reader no longer writes`(
    lead: String, severity: Diagnostic.Severity
  ) {
    let found = findings("\(lead)\n```swift\nWinch(height: 3)\n```")
    #expect(found.map(\.severity) == [severity], "\(found)")
  }

  @Test(arguments: [
    ("init(title: String)", true), ("public init(title: String)", true),
    ("initialize(title: String)", false),
  ])
  func `a list of initializers makes the declaration of a type a sketch`(
    code: String, isSilent: Bool
  ) {
    let found = findings(
      "```swift\nstruct Crate { let name: String }\n```\n\n```swift\n\(code)\n```\n\n"
        + "```swift\nlet crate = Crate(title: \"x\")\n```")
    #expect(found.isEmpty == isSilent, "\(found)")
  }

  @Test(arguments: [
    ("{ get { 1 } set { print(1) } }", 0), ("", 1),
  ])
  func `a type whose members have code is the reader's`(body: String, count: Int) {
    let found = findings(
      "```swift\nstruct Winch {\n  var drumWidth: String\(body)\n  func lowerAll(count: Int) "
        + "\(body.isEmpty ? "" : "{ print(count) }")\n}\n```")
    #expect(found.count { $0.summary.contains("drumWidth") } == count, "\(found)")
  }

  @Test(
    arguments: [
      ("func haul(rope: Int) -> Bool", nil), ("func haul(rope: Int) -> String", nil),
      ("func haul(rope: Int) -> Double", "`Crew.haul` is declared as"),
    ] as [(String, String?)])
  func `a quoted function agrees with one of the declared ones`(code: String, message: String?) {
    expect("```swift\npublic protocol Crew {\n  \(code)\n}\n```", message)
  }

  @Test(
    arguments: [
      ("func sail(to pier: Pier) -> Int? { 1 }", nil),
      ("func sail(to pier: Harbor.Pier) -> Int?", nil),
      ("func sail<P>(to pier: P) -> Int? { 1 }", nil),
      ("func sail(to pier: Mole) -> Int? { 1 }", nil),
      ("func sail(to pier: Pier) -> Int { 1 }", "`Sailing` requires `func sail(to pier: Pier)"),
      ("func sail(to pier: String) -> Int? { 1 }", "`Sailing` requires"),
      ("func sail(to pier: Pier) { }", "`Sailing` requires"),
      ("func sail(to pier: Theme) -> Int? { 1 }", "`Sailing` requires"),
      ("func load(_ crate: String) -> String { crate }", nil),
    ] as [(String, String?)])
  func `an implementation has the types of its requirement`(code: String, message: String?) {
    expect("```swift\nstruct Yacht: Sailing {\n  \(code)\n}\n```", message)
  }

  @Test func `a quoted case has the labels of the static function that replaced it`() {
    func code(_ label: String) -> String {
      "### `Winch.Speed`\n\n```swift\npublic struct Winch.Speed {\n  case free\n}\n```\n\n"
        + "```swift\nenum Speed {\n  case free\n  case limited(\(label): Int)\n}\n```"
    }
    #expect(findings(code("top")).allSatisfy { $0.severity != .error })
  }

  @Test(arguments: [
    (".package(url: \"https://example.com/winch.git\")", 1),
    (".package(\n  name: \"Winch\",\n  url: \"https://example.com/winch.git\"\n)", 1),
    (".package(url: \"https://example.com/winch.git\", branch: \"main\")", 0),
    (".package(path: \"../winch\")", 0),
  ])
  func `a dependency needs a version`(code: String, count: Int) {
    let found = findings("```swift\ndependencies: [\n  \(code)\n]\n```")
    #expect(found.count { $0.summary.contains("needs a version") } == count, "\(found)")
  }

  @Test(
    arguments: [
      ("let winch = Winch(reach: 1)\nwinch.extend(by: 2)", "`Winch.extend` is `mutating`"),
      ("var winch = Winch(reach: 1)\nwinch.extend(by: 2)", nil),
      ("let wide = Winch.isWide(reach: 1)\nwide.lowerAll(count: 2)", "`wide` is a `Bool`"),
      ("let wide = Winch.isWide(reach: 1)\nwide.toggle()", nil),
      ("let wide = Winch<Rope>.isWide(reach: 1)\nwide.lowerAll(count: 2)", "`wide` is a `Bool`"),
      ("let winch = Winch<Rope>(height: 1)", "`Winch.init` takes `(reach:)`"),
      ("winch.whenLifted { print($0) }", "`Winch.whenLifted` is a property"),
      ("winch.whenLifted = { print($0) }", nil), ("winch.whenLifted?(3)", nil),
      ("HarborGate().harborTheme(main: .init(width: 3))", nil),
      ("HarborGate().harborTheme(main: .init(height: 3))", "`Theme.init` takes `(width:)`"),
      ("HarborGate(...)\n  .harborTheme(main: .init(height: 3))", "`Theme.init` takes `(width:)`"),
      ("HarborGate()\n  .harborTheme(main: .init(...))", nil),
    ] as [(String, String?)])
  func `a value has the members and labels of its type`(code: String, message: String?) {
    expect("```swift\n\(code)\n```", message)
  }

  @Test(arguments: [
    ("class HarborViewr: View {}\nlet view = HarborViewer()", 1),
    ("class HarborViewer: View {}\nlet view = HarborViewer()", 0),
    ("class HarborViewr: View {}\nlet view = HarborViewr(HarborViewer.self)", 0),
    ("class HarborViewr: View {}\nlet view = HarborPanel()", 0),
  ])
  func `a type is used under its own name`(code: String, count: Int) {
    let found = findings("```swift\n\(code)\n```")
    #expect(found.count { $0.rule.rawValue == "mismatched-name" } == count, "\(found)")
  }

  @Test(arguments: [
    ("let towingOptions = 3\ntow(towingOption)", 1),
    ("let towingOptions = 3\ntow(towingOptions)", 0),
    ("let towingOptions = 3\ntow(liftedOptions)", 0), ("let rope = 3\ntow(ropes)", 0),
  ])
  func `a variable is used under its own name`(code: String, count: Int) {
    let found = findings("```swift\n\(code)\n```")
    #expect(found.count { $0.rule.rawValue == "mismatched-name" } == count, "\(found)")
  }

  // MARK: - Names

  @Test(
    arguments: [
      ("`func lowerAll(count: Int)`", nil), ("`var drumWidth: Int`", nil),
      ("`let a = lowerSome()`", nil), ("`case crate(Int)`", nil), ("`func wait(Int)`", nil),
      ("`func lowerEverything(_ count: Int, to depth: Int) throws`", "`lowerEverything`"),
      ("`public var drumHeight: Int { get }`", "`drumHeight`"),
      ("`Winch` has a property `var height: Int`", "`Winch` has no member `height`"),
      ("`Winch` has a property `drumWidth`", nil),
    ] as [(String, String?)])
  func `inline code may declare the name`(text: String, message: String?) {
    let repository = KnownRepository().removing("lowerEverything").removing("drumHeight")
    let found = findings("It is \(text).", repository)
    #expect(found.isEmpty == (message == nil), "\(found)")
    #expect(found.allSatisfy { $0.summary.contains(message ?? "") }, "\(found)")
  }

  @Test(
    arguments: [
      ("Call **Winch.lowerAll(count:)** first.", nil), ("See **Notes.first** and **Winch**.", nil),
      ("Call **Winch.lowerNone(count:)** first.", "`Winch` has no member `lowerNone`"),
      ("Use **Winch.hoistOld()**.", "is deprecated"),
    ] as [(String, String?)])
  func `a member in bold text is a name`(text: String, message: String?) { expect(text, message) }

  @Test(
    arguments: [
      ("The HarborGate opens. A HarborGate closes.", nil),
      ("The HarborGate opens. A HarBorGate closes.", "`HarBorGate` is spelled `HarborGate`"),
      ("A HarBorGate closes.", nil),
    ] as [(String, String?)])
  func `a type has one spelling on a page`(text: String, message: String?) { expect(text, message) }

  @Test func `a name may be a chain of optional members`() {
    let repository = KnownRepository().removing("WinchHooks")
    func found(_ text: String) -> [String] { findings(text, repository).map(\.summary) }
    #expect(
      found("See `WinchHooks.drum?.width`.") == ["nothing in the code is called `WinchHooks`"])
    #expect(found("See `Winch.whenLifted?`.").isEmpty)
  }

  // MARK: - Files

  @Test func `a missing file among existing ones is the project's`() {
    let list = "- `Harbor.swift` opens\n- `Pier.swift` waits\n- `Winch.swift` lifts\n"
    func severities(_ text: String) -> [Diagnostic.Severity] {
      findings(text, files: ["Harbor", "Pier"]).map(\.severity)
    }
    #expect(severities(list) == [.warning])
    #expect(severities("- `Harbor.swift` opens\n- `Winch.swift` lifts\n") == [.note])
    #expect(severities("See `Winch.swift`.") == [.note])
  }

  @Test func `a path in a drawing is missing if a commit removed it`() {
    let drawing = "```\n┌────────────────────┐\n│ Adapters (Sources/Harbor/Adapters/) │\n└──┘\n```"
    let removed = KnownRepository().deleting("Sources/Harbor/Adapters/Rope.swift")
    #expect(
      findings(drawing, removed).map(\.summary) == ["`Sources/Harbor/Adapters/` does not exist"])
    #expect(findings(drawing).isEmpty)
  }

  @Test func `a file of another case is not the file`() {
    #expect(
      findings("See `harbor.swift`.").map(\.summary) == ["no file is called `harbor.swift`"])
    #expect(findings("See `Harbor.swift`.").isEmpty)
  }

  // MARK: - Packages

  @Test(arguments: [
    ("The commands use swift-argument-parser.", 1), ("The commands use swift-log.", 0),
    ("Unlike swift-argument-parser, it is small.", 0), ("If you are using swift-nio, wait.", 0),
    ("It is like swift-nio.", 0),
    ("## Dependencies\n\n- swift-nio (for the network)\n- swift-log (for the log)", 1),
  ])
  func `a package that the page uses is a dependency`(text: String, count: Int) {
    let found = findings(text)
    #expect(found.count { $0.rule.rawValue == "unknown-dependency" } == count, "\(found)")
  }

  @Test(
    arguments: [
      ("`harbor/Crane@1.2.0`", nil), ("`harbor/Pier@3.0.0`", nil), ("`someone@example.com`", nil),
      ("`harbor/Crane@1.1.0`", "`Mintfile` has `harbor/crane` 1.2.0"),
    ] as [(String, String?)])
  func `a tool has the version of the Mintfile`(text: String, message: String?) {
    expect("Install \(text).", message)
  }

  // MARK: - Support

  private func expect(_ text: String, _ message: String?) {
    let found = findings(text)
    #expect(found.isEmpty == (message == nil), "\(text): \(found)")
    #expect(found.allSatisfy { $0.summary.contains(message ?? "") }, "\(found)")
  }

  private static let manifest = """
    let package = Package(
      name: "Harbor",
      dependencies: [.package(url: "https://github.com/apple/swift-log.git", from: "1.0.0")],
      targets: [.target(name: "Harbor")])
    """

  private func findings(
    _ text: String, _ repository: KnownRepository = KnownRepository(), files: [String] = ["Harbor"]
  ) -> [Diagnostic] {
    let page = Page(path: "docs/a.md", bytes: Array("# A page\n\n\(text)\n".utf8))
    let texts = ["Mintfile": "harbor/Crane@1.2.0\n", "Package.swift": Self.manifest]
    let context = ProjectContext(
      pages: [page], kind: { $0 == "Sources" ? .folder : nil }, names: { _ in [] },
      hasFile: { _ in false },
      linkedFiles: LinkedFiles(
        files: { ["docs/a.md"] + texts.keys }, read: { texts[$0].map { Array($0.utf8) } }),
      isIgnored: { _ in false }, repository: repository)
    let code = CodeModel(
      reading: files.map {
        SourceInput(
          path: "Sources/Harbor/\($0).swift", module: "Harbor", $0 == "Harbor" ? Self.source : "")
      })
    let manifest = PackageManifest(file: "Package.swift", bytes: Array(Self.manifest.utf8))
    return CheckedPage(
      page, project: ProjectModel(code: code, traces: [], manifests: [manifest]),
      templates: TemplateSource(texts: [:]), context: context
    ).findings()
  }
}
