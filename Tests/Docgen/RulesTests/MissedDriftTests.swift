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
  // MARK: - Blocks

  @Test(
    arguments: [
      ("Winch(reach: 1).turn(at: .limited(knots: 3))", nil),
      ("Winch(reach: 1).turn(at: .limited(knots: 3, gust: 1))", nil),
      ("Winch(reach: 1).turn(at: .limited(...))", nil),
      ("Winch(reach: 1).turn(at: .limited(top: 3))", "`limited` takes `(knots:gust:)`"),
      ("Winch(reach: 1).lift(.barrel(count: 3))", nil),
      ("Winch(reach: 1).lift(.barrel(weight: 3, side: 2))", "`barrel` takes `(count:)`"),
      // The arguments of an argument.
      ("Winch(reach: 1).lift(.chest(.init(lock: .bolt(3))))", nil),
      ("Winch(reach: 1).lift(.chest(.init(lock: .bolt)))", "`Lock.bolt` has values"),
      ("Winch(reach: 1).lift(.chest(.init(lock: .chain)))", "`Lock` has no case `chain`"),
      ("Winch(reach: 1).lift(.chest(.init(key: 3)))", "`Chest.init` takes `(lock:)`"),
      ("Winch(reach: 1).lift(.chest(.init(lock: 3)))", "takes `Lock` as `lock:`"),
      ("Winch(reach: 1).lift(.chest(.init(...)))", nil),
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
      ("let wide = Spool<Rope>.isWide(reach: 1)\nwide.lowerAll(count: 2)", "`wide` is a `Bool`"),
      ("let spool = Spool<Rope>(height: 1)", "`Spool.init` takes `(reach:)`"),
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

  @Test(
    arguments: [
      ("`UNNotificationResponse`", nil), ("`UIViewControllers`", nil), ("`UIVew`", nil),
      ("`UNNotifcationResponse`", "`UNNotificationResponse`"),
      ("`UIViewControlller`", "`UIViewController`"),
    ] as [(String, String?)])
  func `a type of the platform may be misspelled`(text: String, meant: String?) {
    let found = findings("It gets \(text).").filter { $0.severity > .note }
    #expect(found.isEmpty == (meant == nil), "\(found)")
    #expect(found.allSatisfy { $0.evidence.contains { $0.text.contains(meant ?? "") } })
  }

  @Test func `a name may be a chain of optional members`() {
    let repository = KnownRepository().removing("WinchHooks")
    func found(_ text: String) -> [String] { findings(text, repository).map(\.summary) }
    #expect(
      found("See `WinchHooks.drum?.width`.") == ["nothing in the code is called `WinchHooks`"])
    #expect(found("See `Winch.whenLifted?`.").isEmpty)
  }

  @Test(
    arguments: [
      ("HarborGate(tideLevel: 1).harborWave()", nil),
      ("HarborGate(tideLevel: 1).background(c)", nil), ("Stored().hullNumber", nil),
      ("HarborGate(tideMark: 1)", "`HarborGate.init`"),
      ("HarborGate(tideLevel: 1).drumWidth", "`HarborGate` has no member `drumWidth`"),
    ] as [(String, String?)])
  func `a type of the platform has no members of the project's other types`(
    code: String, message: String?
  ) { expect("```swift\n\(code)\n```", message) }

  @Test(
    arguments: [
      ("public struct Crane<Load: Sailing> { public var boomLength: Int }", nil),
      ("public struct Crane<Load: Sendable> { public var boomLength: Int }", nil),
      (
        "public struct Crane<Load: Crew> { public var boomLength: Int }",
        "`Crane` is declared as"
      ),
      ("public protocol Docking: Sailing { func dockAll(_ ships: Int) }", nil),
      ("public protocol Docking: Crew { func dockAll(_ ships: Int) }", "is declared as"),
      (
        "public protocol Docking: Sailing {\n  associatedtype Berth = Pier\n"
          + "  func dockAll(_ ships: Int)\n}", nil
      ),
      (
        "public protocol Docking: Sailing {\n  associatedtype Berth = Gate\n"
          + "  func dockAll(_ ships: Int)\n}", "`Berth` is declared as"
      ),
      (
        "public struct Winch {\n  public typealias Speed = Int\n"
          + "  public var drumWidth: Int\n  public func lowerAll(count: Int)\n}",
        "`Speed` is declared as"
      ),
    ] as [(String, String?)])
  func `a quoted type has the bases, constraints and nested types of the code`(
    code: String, message: String?
  ) { expect("```swift\n\(code)\n```", message) }

  @Test func `a variable has its only known type on a page`() {
    let first = "```swift\nlet winch = Winch(reach: 1)\nwinch.lowerAll(count: 1)\n```\n\n"
    let second = "## B\n\n```swift\nlet winch = load()\n```\n\n"
    let third =
      "## C\n\n```swift\nwinch.turn(at: s)\nwinch.lowerAll(count: 3)\nwinch.hoistAllCrates()\n```"
    expect(first + third, "`Winch` has no member `hoistAllCrates`")
    expect(first + second + third, "`Winch` has no member `hoistAllCrates`")
    expect(first + second.replacing("load()", with: "Chest(lock: l)") + third, nil)
  }

  @Test(arguments: [
    ("let a = = 1\n\nprint(\"\\(a\")", 2), ("let a = = 1\n\n  print(\"\\(a\")", 1),
    ("let a = = 1\n\nlet b = = 1", 1), ("let a = = 1\n\nprint(a)", 1),
    ("load(a, [\n  ...\n  b,", 0),
    ("...\n\nlater in the text", 1), ("Flow: load, save\n\nlater in the text", 0),
  ])
  func `each complete paragraph with another syntax error is reported`(code: String, count: Int) {
    let found = findings("```swift\n\(code)\n```")
    #expect(found.count { $0.severity == .warning } == count, "\(found)")
  }

  @Test(
    arguments: [
      ("extension Winch {\n  func lowerAll(count: Int)\n}", nil),
      ("extension Winch {\n  func lowerAll(_ count: Int) {}\n}", nil),
      ("extension Winch {\n  func lowerAll(_ count: Int)\n}", "`lowerAll` takes `(count:)`"),
      ("extension View {\n  func harborTheme(base: Theme) -> some View\n}", "takes `(main:)`"),
    ] as [(String, String?)])
  func `functions without bodies in an extension are quoted`(code: String, message: String?) {
    expect("```swift\n\(code)\n```", message)
  }

  @Test func `a sentence about a use is not about the past`() {
    let removed = KnownRepository().removing("winchSpeed")
    func severities(_ text: String) -> [Diagnostic.Severity] {
      findings(text, removed).map(\.severity)
    }
    #expect(severities("`winchSpeed`: a flag used to hide it") == [.error])
    #expect(severities("`winchSpeed` used to hide it") == [.note])
  }

  // MARK: - Files

  @Test func `a missing file among existing ones is the project's`() {
    let list = "- `Harbor.swift` opens\n- `Pier.swift` waits\n- `Davit.swift` lifts\n"
    func severities(_ text: String) -> [Diagnostic.Severity] {
      findings(text, files: ["Harbor", "Pier"]).map(\.severity)
    }
    #expect(severities(list) == [.warning])
    #expect(severities("- `Harbor.swift` opens\n- `Davit.swift` lifts\n") == [.note])
    #expect(severities("See `Davit.swift`.") == [.note])
    // The same if the line is newer than the commit that removed the file.
    var removed = KnownRepository().deleting("Sources/Harbor/Davit.swift")
    removed.isLineOlder = false
    #expect(findings(list, removed, files: ["Harbor", "Pier"]).map(\.severity) == [.warning])
    #expect(findings("See `Davit.swift`.", removed).map(\.severity) == [.note])
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

  @Test(
    arguments: [
      ("`Packages/swift-log/Sources`", "the package `swift-log` comes from an address"),
      ("It is a local package (path: `../swift-log`).", "`../swift-log` does not exist"),
      ("Clone it to `../swift-log`.", nil), ("`Packages/swift-nio/Sources`", nil),
      ("`Packages/swift-log`\n\n```sh\nswift package edit swift-log\n```", nil),
    ] as [(String, String?)])
  func `a package with an address has no folder`(text: String, message: String?) {
    expect(text, message)
  }

  // MARK: - Support

  private func expect(_ text: String, _ message: String?) {
    let found = findings(text)
    #expect(found.isEmpty == (message == nil), "\(text): \(found)")
    #expect(found.allSatisfy { $0.summary.contains(message ?? "") }, "\(found)")
  }

  private func findings(
    _ text: String, _ repository: KnownRepository = KnownRepository(), files: [String] = ["Harbor"]
  ) -> [Diagnostic] {
    Harbor.findings(text, repository, files: files)
  }
}
