import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// False and missed findings in projects that docgen had not seen before: each cause in its harmless
/// form, which is silent or a hint, and in its harmful one.
@Suite struct UnseenProjectTests {
  private static let source = """
    public struct Crane {
      public init(reach: Int) {}
      public func hoist(crate: Int) throws {}
      public func lower() {}
      public var load: Int = 0
    }
    """

  // MARK: - Names that the page calls made up

  private static let note =
    "> The `Winch` examples are illustrations, not live code. Their app no longer exists.\n\n"

  private static func removing(_ names: [String: Commit]) -> KnownRepository {
    var repository = KnownRepository()
    for (name, commit) in names {
      repository.removals[name] = NameRemoval(
        name: name, commit: commit, file: "Sources/Harbor/Winch.swift", isExample: false)
    }
    return repository
  }

  @Test func `names that left with a made-up one are hints`() {
    let other = Commit(hash: "1c2d3e4", date: "2026-02-05", subject: "Remove the anchor")
    let repository = Self.removing([
      "Winch": KnownRepository.commit, "WinchDrum": KnownRepository.commit, "AnchorChain": other,
    ])
    func severities(_ text: String) -> [Diagnostic.Severity] {
      findings(text, repository).filter { $0.summary.contains("nothing in the code") }
        .map(\.severity)
    }
    let body = "Turn a `WinchDrum`."
    #expect(severities(body) == [.error])
    #expect(severities(Self.note + body).allSatisfy { $0 == .note })
    #expect(severities(Self.note + "Turn the `AnchorChain`.").contains(.error))
    // An example that illustrates something is real.
    #expect(
      severities("This example illustrates a `Winch`.\n\n" + body).contains(.error))
  }

  @Test func `files that left with a made-up name are hints`() {
    var repository = Self.removing(["Winch": KnownRepository.commit])
    repository = repository.deleting("Sources/Harbor/WinchDrum.swift")
    let body = "See `Sources/Harbor/WinchDrum.swift`."
    func severities(_ text: String) -> [Diagnostic.Severity] {
      findings(text, repository).filter { $0.rule.rawValue == "unknown-file" }.map(\.severity)
    }
    #expect(severities(body) == [.error])
    #expect(severities(Self.note + body) == [.note])
  }

  // MARK: - Pages of edits

  @Test(arguments: [
    ("**Find this code** (the end of the method):", Diagnostic.Severity.note),
    ("**Replace with**:", .note), ("Replace the **entire file** with:", .note),
    ("Replace the value with:", .warning), ("The method ends like this:", .warning),
  ])
  func `a page that tells which code to replace shows no current code`(
    lead: String, severity: Diagnostic.Severity
  ) {
    let found = findings("\(lead)\n```swift\n  lower()\n  }\n}\n```")
    #expect(found.map(\.rule.rawValue) == ["swift-block"], "\(found)")
    #expect(found.map(\.severity) == [severity])
  }

  // MARK: - Blocks

  @Test(arguments: [
    ("lift(after: .hoist: { print(1) })", Diagnostic.Severity.warning),
    ("Flow: load, then save", .note),
  ])
  func `a second colon before a closure is no notation`(
    code: String, severity: Diagnostic.Severity
  ) {
    let found = findings("```swift\n\(code)\n```").filter { $0.rule.rawValue == "swift-block" }
    #expect(found.map(\.severity) == [severity], "\(found)")
  }

  @Test(arguments: [
    ("Crane.all { $0.load }  🛑", true), ("let crane = Crane(reach: 3) 🚨", true),
    ("let crane = = 3  🛑", false), ("let crane = Crane(reach: 3))", false),
  ])
  func `a sign after code is no code`(code: String, isSilent: Bool) {
    let found = findings("```swift\n\(code)\n```").filter { $0.rule.rawValue == "swift-block" }
    #expect(found.isEmpty == isSilent, "\(found)")
  }

  @Test(arguments: [("TestApp/Sources/Crane.swift", 0), ("Sources/Harbor/Crane.swift", 1)])
  func `a type of an app that tests the library is not the library's`(file: String, count: Int) {
    let code = "```swift\nstruct Crane {\n  var load: String\n  func lower()\n}\n```"
    let found = findings(code, file: file)
    #expect(found.count == count, "\(found)")
    #expect(findings("```swift\nCrane(width: 3)\n```", file: file).count == count)
  }

  @Test(arguments: [
    ("A `Crane` lifts crates.", 1), ("A crane lifts crates.", 0), ("A `Ship` has it.", 0),
  ])
  func `a value has the type of its name if the page names the type`(text: String, count: Int) {
    let found = findings("\(text)\n\n```swift\ncrane.hoist(crate: 3)\n```")
    #expect(found.count { $0.summary.contains("the call lacks `try`") } == count, "\(found)")
    // The call is marked, the value may be of a subtype, or the block gives it another type.
    for code in [
      "try crane.hoist(crate: 3)", "crane.swing(by: 3)",
      "let crane = makeDerrick()\ncrane.hoist(crate: 3)",
    ] {
      let found = findings("\(text)\n\n```swift\n\(code)\n```")
      #expect(found.allSatisfy { $0.rule.rawValue != "outdated-example" }, "\(found)")
    }
  }

  @Test(arguments: [
    ("let winch: Crane\nfunc lift() { winch.hoist(crate: 3) }", 1),
    ("func lift() { winch.hoist(crate: 3) }\nlet winch = Crane(reach: 3)", 1),
    ("let winch: Crane\nfunc lift() { self.winch.hoist(crate: 3) }", 1),
    ("var winch: Crane?\nfunc lift() { winch?.hoist(crate: 3) }", 1),
    ("var winch: Crane!\nfunc lift() { winch.hoist(crate: 3) }", 1),
    ("let winch: Crane\nfunc lift() throws { try winch.hoist(crate: 3) }", 0),
    ("let winch: Crane\nfunc lift(winch: Winch) { winch.hoist(crate: 3) }", 0),
    ("let winch: Crane\nfunc lift() { let winch = other(); winch.hoist(crate: 3) }", 0),
    ("var winch: Crane?\nfunc lift() { winch.map { print($0) } }", 0),
  ])
  func `the functions of a block use the properties of their type`(members: String, count: Int) {
    let found = findings("```swift\nfinal class Pier {\n  \(members)\n}\n```")
    #expect(found.count { $0.summary.contains("the call lacks `try`") } == count, "\(found)")
    // The properties of one type are not those of the next one.
    let next =
      "```swift\nfinal class Pier {\n  let winch: Crane\n}\nfinal class Dock {\n"
      + "  func lift() { winch.hoist(crate: 3) }\n}\n```"
    #expect(findings(next).allSatisfy { !$0.summary.contains("lacks") })
  }

  @Test(arguments: [
    ("A `Crane` is the thin part of it (~40 lines).", 1), ("`Crane` is thin (~7 lines).", 0),
    ("`Crane` is thinner than Derrick (~40 lines).", 0), ("`Crane` has nothing. It (~40 lines)", 0),
    ("HarborCrane is the thin part of it (~40 lines).", 1),
  ])
  func `a type has the lines of its file`(text: String, count: Int) {
    let name = text.contains("HarborCrane") ? "HarborCrane" : "Crane"
    let found = findings(text, file: "Sources/Harbor/\(name).swift")
    #expect(found.filter { $0.rule.rawValue == "wrong-count" }.count == count, "\(found)")
  }

  @Test func `a class whose base inherits from a platform may have any member`() {
    let code = "```swift\nlet view = HarborView()\nview.didMove(toParent: self)\n```"
    let base = "open class BaseView: UIViewController {}\n"
    let view = "open class HarborView: BaseView { public init() {} }\n"
    #expect(findings(code, source: base + view).isEmpty)
    #expect(findings(code, source: "open class BaseView {}\n" + view).count == 1)
    // A cycle ends.
    let cycle = "class BaseView: HarborView {}\nclass HarborView: BaseView { init() {} }\n"
    #expect(findings(code, source: cycle).count <= 1)
  }

  @Test(arguments: [("+ - / * %", 0), ("?:", 0), ("let a = = 3", 1), ("(3", 1)])
  func `operators alone are no code`(code: String, count: Int) {
    let found = findings("```swift\n\(code)\n```").filter { $0.rule.rawValue == "swift-block" }
    #expect(found.count == count, "\(found)")
  }

  private static let quay = """
    public actor Quay { public func close() {} ; public func bells() {} }
    public struct HarborKit {
      public init() {}
      public func openQuay(width: Int = 1) async -> Quay { Quay() }
      public func callAll(_ name: String) {}
      public nonisolated func isOpen() -> Bool { true }
      public func isBusy() -> Bool { true }
    }
    public struct DockMaster { public func callPilots() {} }
    public enum Fleet { public struct Boat {}; public struct Hold {} }
    public struct Crate { public init(weightLimit: Int, label: String) {} }
    public enum Rack { public struct Crate { let a: Undeclared } }
    """

  @Test(
    arguments: [
      ("`HarborKit().callAll(_:)`", nil),
      ("`HarborKit().callAll(:)`", "`callAll` takes `(_:)`"),
      ("`HarborKit.callAll(:)`", "`callAll` takes `(_:)`"),
      ("`Dock.callPilots()`", "`callPilots` is a member of `DockMaster`"),
      ("`DockMaster.callPilots()`", nil), ("`Docks.callPilots()`", "nothing in the code"),
      ("`Fleet.Boat.Hold`", "`Fleet.Boat` has no member `Hold`"), ("`Fleet.Hold`", nil),
      ("```swift\nCrate(weight: 3, label: a)\n```", "`Crate.init` takes"),
      ("```swift\nCrate(weightLimit: 3, label: a)\n```", nil),
      ("```swift\nlet a = try JSONDecoder().decode(A.self)\n```", "takes `(_:from:)`"),
      ("```swift\nlet a = try JSONDecoder().decode(A.self, from: b)\n```", nil),
      ("```swift\nlet a = try request.decode(A.self)\n```", nil),
      (
        "```swift\npublic struct HarborKit {\n  public nonisolated func isBusy() -> Bool\n}\n```",
        "`HarborKit.isBusy` is declared as"
      ),
      (
        "```swift\npublic struct HarborKit {\n  public nonisolated func isOpen() -> Bool\n}\n```",
        nil
      ),
      ("```swift\npublic struct HarborKit {\n  public func isOpen() -> Bool\n}\n```", nil),
    ] as [(String, String?)])
  func `a name has its types and labels`(text: String, message: String?) {
    let found = findings(text, source: Self.quay)
    #expect(found.isEmpty == (message == nil), "\(found)")
    #expect(found.allSatisfy { $0.summary.contains(message ?? "") }, "\(found)")
  }

  @Test(
    arguments: [
      ("quay.close()", ["lacks `await`"]), ("await quay.close()", []),
      ("let bells = await quay.ring()", ["no member `ring`"]),
      // A variable does not explain a function.
      ("let ring = await quay.ring()", ["no member `ring`"]),
      ("func ring() {}\nlet a = await quay.ring()", []),
    ] as [(String, [String])])
  func `a variable has the type that the page gives it`(code: String, messages: [String]) {
    let origin = "```swift\nlet kit = HarborKit()\nlet quay = await kit.openQuay()\n```\n\n"
    let found = findings("\(origin)```swift\n\(code)\n```", source: Self.quay)
    #expect(found.count == messages.count, "\(found)")
    for (finding, message) in zip(found, messages) { #expect(finding.summary.contains(message)) }
    // Without an origin, the code may be inside of the actor.
    let other = findings("```swift\nquay.close()\n```", source: Self.quay)
    #expect(other.allSatisfy { !$0.summary.contains("lacks") }, "\(other)")
  }

  @Test func `a wrong name of a block is also wrong in the text`() {
    let code = "```swift\nCrane(reach: 3).swingAll()\n```"
    func notes(_ text: String) -> [String] {
      findings("\(code)\n\n\(text)").filter { $0.rule.rawValue == "outdated-example" }
        .flatMap(\.evidence).map(\.text).filter { $0.hasPrefix("also") }
    }
    #expect(notes("The member `swingAll` turns it.") == ["also on line 7"])
    #expect(notes("The member `hoist` turns it.").isEmpty)
  }

  @Test(arguments: [
    ("// fails with HoistError", 1), ("// fails with hoistError", 0), ("print(HoistError)", 0),
    ("// see Sources/HoistError.swift", 0),
  ])
  func `a comment of a block names a removed type`(code: String, count: Int) {
    let repository = KnownRepository().removing("HoistError").removing("hoistError")
    let found = findings("```swift\nlet a = 3\n\(code)\n```", repository)
      .filter { $0.rule.rawValue == "unknown-symbol" }
    #expect(found.map(\.severity) == Array(repeating: .warning, count: count), "\(found)")
  }

  // MARK: - Directives

  private static func columns(_ code: String) -> String {
    """
    @Row {
      @Column {
        ```swift
        \(code)
        ```
      }
      @Column {
        ```sh
        make hoist
        ```
      }
    }
    """
  }

  @Test(arguments: [
    ("let crane = Crane(height: 3)", ["6:17 outdated-example"]),
    ("let crane = Crane(reach: 3)", []),
  ])
  func `a block inside of directives is read`(code: String, found: [String]) {
    let page = "Sources/Harbor/Harbor.docc/Cranes.md"
    let text = Self.columns(code)
    #expect(findings(text, page: page).map { Self.place(of: $0) } == found)
    // Elsewhere, four spaces make a line text.
    #expect(findings(text, page: "docs/a.md").isEmpty)
  }

  private static func place(of finding: Diagnostic) -> String {
    let start = finding.location.range?.start ?? .start
    return "\(start.line):\(start.column) \(finding.rule)"
  }

  // MARK: - Pages and links

  @Test func `a page of values alone is not empty`() {
    func rules(_ text: String) -> [String] {
      let page = Page(path: "content/a.md", bytes: Array(text.utf8))
      let model = ProjectModel(code: CodeModel(reading: []), traces: [])
      return CheckedPage(page, project: model, templates: TemplateSource(texts: [:])).findings()
        .map(\.rule.rawValue)
    }
    #expect(rules("---\ntitle: A track\n---\n").isEmpty)
    #expect(rules("") == ["empty-document"])
    #expect(rules("\n\n") == ["empty-document"])
  }

  @Test func `a link on a generated page leads into the folder of its name`() {
    let house = LinkedHouse(["content/a/pier.png": "x"])
    let link = "![the pier](pier.png)"
    let missing = ["error: `content/pier.png` does not exist"]
    #expect(house.findings("---\ndate: 3\n---\n\(link)", on: "content/a.md").isEmpty)
    #expect(house.findings(link, on: "content/a.md").map(\.brief) == missing)
    #expect(
      house.findings("---\ndate: 3\n---\n\(link)", on: "content/b.md").map(\.brief) == missing)
  }

  @Test func `a page of the same catalog comes before one of the same name elsewhere`() {
    let house = LinkedHouse([
      "Sources/Attic/Attic.docc/Keys.md": "# Keys\n\n## Brass\n",
      "Sources/House/House.docc/Keys.md": "# Keys\n\n## Iron\n",
    ])
    func found(_ link: String) -> [String] {
      house.findings("# A\n\n\(link)", on: "Sources/House/House.docc/A.md").map(\.brief)
    }
    #expect(found("<doc:Keys#Iron> <doc:Keys>").isEmpty)
    #expect(
      found("<doc:Keys#Brass>") == [
        "error: `Sources/House/House.docc/Keys.md` has no heading `#Brass`"
      ])
  }

  private func findings(
    _ text: String, _ repository: KnownRepository = KnownRepository(),
    file: String = "Sources/Harbor/Harbor.swift", source: String = source,
    page path: String = "docs/a.md"
  ) -> [Diagnostic] {
    let page = Page(path: path, bytes: Array("# A page\n\n\(text)\n".utf8))
    let context = ProjectContext(
      pages: [page], kind: { $0 == "Sources" ? .folder : nil }, names: { _ in [] },
      hasFile: { _ in false }, linkedFiles: LinkedFiles(files: { [path] }),
      isIgnored: { _ in false }, repository: repository)
    let code = CodeModel(
      reading: [SourceInput(path: file, module: "Harbor", source)])
    let model = ProjectModel(code: code, traces: [])
    return CheckedPage(
      page, project: model, templates: TemplateSource(texts: [:]), context: context
    ).findings()
  }
}
