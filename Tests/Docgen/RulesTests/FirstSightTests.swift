import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Testing

/// Drifts that careful readers find in projects they see for the first time.
@Suite struct FirstSightTests {
  private static let source = """
    public protocol PierAnchor { func drop(to depth: Int); var hookWeight: Int { get }; func hoist() }
    extension PierAnchor { public func hoist() {} }
    public protocol Compass { func head(north: Bool); func lock(); func turn(by angle: Int) }
    extension Ferry { public func head(north: Bool) {} }
    public struct Berth { public let width: Int; public let depth: Int; public let lamp: Bool? }
    public struct Ferry {
      public init(name: String, onArrival: @escaping () -> Void = {}) {}
      public func boardAll(from pier: String, then: (Int) -> Void, last: Int = 1) {}
      public static func standard() -> Ferry { fatalError() }
      public func unload() throws {}
    }
    public final class HarborMaster {}
    extension JSONDecoder { public static func read(_ text: String, as: Int) throws -> Int { 1 } }
    public struct PierView { public init(name: String, length: Int) {} }
    public struct TideTable {}
    public actor Buoy { public var count = 0; public nonisolated var id: Int { 1 } }
    @available(*, deprecated, renamed: "Ferry") public struct OldFerry { public init() {} }
    @available(iOS, deprecated: 17) public struct SmallFerry { public init() {} }
    struct Shared: ParsableArguments { @Flag var quiet = false }
    @main struct Harbor: ParsableCommand {
      static let configuration = CommandConfiguration(
        commandName: "harbor", subcommands: [Ship.self, Load.self, Tide.self, Pilot.self, Quit.self])
    }
    struct Ship: ParsableCommand {
      @OptionGroup var shared: Shared
      @Option(name: .customLong("to-pier")) var pier: String
      @Option var shipID: Int
      @Flag(inversion: .prefixedNo) var lights = true
    }
    struct Load: ParsableCommand {
      @Argument var crate: String
      @Option var weight = 30
      @Option var size: Size?
    }
    enum Size: String, ExpressibleByArgument { case small, large = "xl" }
    enum Signal { case turn(degrees: Int), raise(Int) }
    struct Tide: ParsableCommand {}
    struct Pilot: ParsableCommand {}
    struct Quit: ParsableCommand {}

    """

  @Test(
    arguments: [
      ("Ferry(name: n) { print(1) }", nil), ("Ferry(name: n)", nil),
      ("Ferry(title: n) { print(1) }", "`Ferry.init` takes `(name:onArrival:)`"),
      ("Ferry.standard().boardAll(from: p) { _ in }", nil),
      ("Ferry.standard().boardAll(at: p) { _ in\n  ...\n}", "`boardAll` takes"),
      ("Ferry { print(1) }", nil),
    ] as [(String, String?)])
  func `labels before a trailing closure are those of the function`(code: String, message: String?)
  { expect(code, message) }

  @Test func `a variable has the type that a function of the project returns`() {
    expect("let f = Ferry.standard()\nf.unload()", "the call lacks `try`")
    expect("let f = Ferry.standard()\ntry f.unload()", nil)
  }

  @Test func `a quoted type leaves out what is newer than the block`() {
    let block =
      "```swift\npublic struct Berth {\n  public let width: Int\n  public let depth: Int\n}\n```"
    #expect(findings(block).isEmpty)
    let newer = KnownRepository(newWords: ["lamp"])
    #expect(
      findings(block, newer).map(\.summary) == ["`Berth` has another stored property: `lamp`"])
    #expect(findings(block.replacing("}\n```", with: "  // …\n}\n```"), newer).isEmpty)
    let compass =
      "```swift\npublic protocol Compass {\n  func lock()\n  func turn(by angle: Int)\n}\n```"
    #expect(
      findings(compass, KnownRepository(newWords: ["head"])).map(\.summary) == [
        "`Compass` has another requirement: `head`"
      ])
  }

  @Test(arguments: [
    ("│ HarborMaster ─▶ TideTable   │\n│ OldFerry ─▶ LockKeeper │", ["`LockKeeper`"]),
    ("│ HarborMaster ─▶ TideTable   │\n│ LockKeeper, BridgeCrew │", []),
    // A box may be too narrow, and a platform has names as well.
    ("│ HarborMaster ─▶ TideTable   │\n│ OldFerry ─▶ HarborMas  │", []),
    ("│ HarborMaster ─▶ TideTable   │\n│ OldFerry ─▶ URLSession │", []),
    (
      "│ HarborMaster ─▶ TideTable   │\n│ OldFerry, PierView(name: String) │",
      ["`PierView.init` takes `(name:length:)`"]
    ),
  ])
  func `names in a drawing are the project's, if most of them are`(text: String, messages: [String])
  {
    let found = findings("```\n┌───────┐\n\(text)\n└───────┘\n```")
      .filter { $0.rule.rawValue == "unknown-symbol" }
    #expect(found.count == messages.count, "\(found)")
    for (finding, message) in zip(found, messages) { #expect(finding.summary.contains(message)) }
  }

  @Test(
    arguments: [
      ("let letter = next()\nprint(sealedLetter)", "does not declare `sealedLetter`"),
      ("let letter = next()\nprint(letter)\nprint(sealedLetter)", nil),
      ("print(sealedLetter)\nlet letter = next()", nil),
      ("let letter = next()\nprint(envelope)", nil),
      (
        "@State var isOpen = false\nvar x: Int { isOpenNow = true; return isOpen ? 1 : 2 }",
        "does not declare `isOpenNow`"
      ),
      ("var isOpen = false\nisOpenNow = isOpen", nil),
    ] as [(String, String?)])
  func `a block uses its variables under their names`(code: String, message: String?) {
    expect(code, message)
  }

  @Test(
    arguments: [
      ("`Signal.turn(degrees:)`", nil), ("`Signal.raise(flag:)`", nil),
      ("`Signal.turn(angle:)`", "`turn` takes `(degrees:)`"),
    ] as [(String, String?)])
  func `labels of a case are those of its values`(text: String, message: String?) {
    let found = findings(text).filter { $0.rule.rawValue == "unknown-symbol" }
    #expect(found.map(\.summary) == [message].compactMap(\.self))
  }

  @Test(arguments: [
    ("Use an `OldFerry`.", 1), ("```swift\nlet f = OldFerry()\n```", 1),
    ("`OldFerry` is deprecated.", 0), ("## Legacy ferries\n\nUse an `OldFerry`.", 0),
    ("Use a `SmallFerry`.", 0), ("Use a `Ferry`.", 0),
  ])
  func `a page names no deprecated type`(text: String, count: Int) {
    #expect(findings(text).count { $0.rule.rawValue == "deprecated-symbol" } == count)
  }

  @Test func `an actor's members need await from outside`() {
    expect("let b = Buoy()\nprint(b.count)", "belongs to an actor: the use lacks `await`")
    expect("let b = Buoy()\nprint(await b.count)\nprint(b.id)", nil)
  }

  @Test(
    arguments: [
      ("harbor ship --to-pier 3 --ship-id 4 --no-lights --quiet", nil), ("harbor load --", nil),
      ("harbor ship --pier 3", "`harbor ship` has no option `--pier`"),
      ("harbor sink", "`harbor` has no subcommand `sink`"), ("harbor help ship", nil),
      ("harbour sink", nil), ("harbor requires more water today", nil),
      ("harbor <command>", nil), ("harbor load --size xl", nil), ("harbor load --size <size>", nil),
      ("harbor load --size=large", "`--size` takes `small`, `xl`, and not `large`"),
      ("harbor load --size huge", "`--size` takes `small`, `xl`, and not `huge`"),
    ] as [(String, String?)])
  func `commands of the project have the declared subcommands and options`(
    line: String, message: String?
  ) {
    let found = findings("```sh\n\(line)\n```")
    #expect(found.map(\.summary) == [message].compactMap(\.self))
    #expect(findings("## Extending\n\n```sh\n\(line)\n```").allSatisfy { $0.severity == .note })
  }

  @Test func `a command with a configuration for each platform has unknown subcommands`() {
    let source = """
      struct Lift: ParsableCommand {}
      @main struct Crane: ParsableCommand {
        #if os(Linux)
          static let configuration = CommandConfiguration(subcommands: [Lift.self])
        #else
          static let configuration = CommandConfiguration(subcommands: [])
        #endif
      }
      """
    #expect(findings("```sh\ncrane lower\n```", source: source).isEmpty)
    let plain = """
      struct Lift: ParsableCommand {}
      @main struct Crane: ParsableCommand {
        static let configuration = CommandConfiguration(subcommands: [Lift.self])
      }
      """
    #expect(findings("```sh\ncrane lower\n```", source: plain).count == 1)
  }

  @Test func `a table of options, and a list of commands, is complete`() {
    let table =
      "## `harbor ship`\n\n| Flag | Text |\n|---|---|\n| `--to-pier` | a |\n| `--quiet` | b |"
    #expect(
      findings(table).map(\.summary) == [
        "the table leaves out 1 option of `harbor ship`: `--ship-id`"
      ])
    #expect(findings(table, KnownRepository(newWords: ["shipID"])).map(\.severity) == [.warning])
    let about = table.replacing("\n\n|", with: "\n\nSets the main pier.\n\n|")
    #expect(findings(about).count == 1)
    let headings = ["ship", "load", "tide", "pilot"].map { "### `harbor \($0)`\n\nText.\n" }
    #expect(
      findings(headings.joined(separator: "\n"), KnownRepository(newWords: ["Quit"]))
        .map(\.summary) == ["the headings leave out 1 subcommand of `harbor`: `quit`"])
    #expect(findings(headings.joined(separator: "\n")).isEmpty)
    let commands = ["ship", "load", "tide", "pilot"].map { "- `\($0)`: text" }
      .joined(separator: "\n")
    #expect(
      findings("## Commands\n\n\(commands)").map(\.summary) == [
        "the list leaves out 1 subcommand of `harbor`: `quit`"
      ])
    #expect(findings("## Commands\n\n\(commands)\n- `quit`: text").isEmpty)
  }

  @Test(arguments: [
    ("- `--weight`: in tons (default: 20)\n- `--ship-id`: its number", 1),
    ("- `--weight`: in tons (default: `30`)\n- `--ship-id`: its number (default: 4)", 0),
    ("- `--weight`: in tons, by default as the ship\n- `--ship-id`: its number", 0),
    ("| Flag | Default |\n|---|---|\n| `--weight` | 20 |\n| `--ship-id` | none |", 1),
    ("| Flag | Default |\n|---|---|\n| `--weight` | 30 |\n| `--ship-id` | none |", 0),
  ])
  func `the default of an option is that of the code`(text: String, count: Int) {
    let found = findings(text).filter { $0.rule.rawValue == "wrong-value" }
    #expect(found.count == count, "\(found)")
    #expect(found.allSatisfy { $0.summary == "the default of `--weight` is 30, the page says 20" })
  }

  @Test(
    arguments: [
      ("struct Crew {\n  let size: Int\n}\nlet c = Crew(sise: 3)", "`Crew.init` takes `(size:)`"),
      ("struct Crew {\n  let size: Int\n}\nlet c = Crew(size: 3)", nil),
      ("struct Crew {\n  let size: Int\n  // Other members\n}\nlet c = Crew(sise: 3)", nil),
      ("@Model struct Crew {\n  let size: Int\n}\nlet c = Crew(sise: 3)", nil),
      ("struct Crew: Team {\n  let size: Int\n}\nlet c = Crew(sise: 3)", nil),
    ] as [(String, String?)])
  func `a block makes a type as the page declares it`(code: String, message: String?) {
    expect(code, message)
  }

  @Test(
    arguments: [
      ("let crew = JSONDecoder().decode(Crew.self, from: data)", "`decode(_:from:)` throws"),
      ("let crew = try? JSONDecoder().decode(Crew.self, from: data)", nil),
      ("let data = Data(contentsOf: url)", "`Data(contentsOf:)` throws"),
      ("let data = try Data(contentsOf: url)", nil), ("let data = Data(bytes: url)", nil),
      ("decode(Crew.self, from: data)", nil),
      ("let crew = JSONDecoder.read(text, as: 3)", "the call lacks `try`"),
      ("let crew = try JSONDecoder.read(text, as: 3)", nil),
      ("let crew = JSONDecoder.read(text)", nil),
    ] as [(String, String?)])
  func `a call of a platform that throws is marked`(code: String, message: String?) {
    expect(code, message)
  }

  @Test(
    arguments: [
      ("ferry.boardAll(from: p, then: { _ in })\nferry.bordAll()", nil),
      ("harbor.hookWeight = 3\nharbor.hookWieght = 3", "`hookWieght`"),
      ("harbor.hookWeight = 3\nharbor.hookWeights = 3", nil),
      // A value is often named like its type.
      ("let master = HarborMaster()\nshow(harborMaster: master)", nil),
      ("harbor.hookWieght = 3", nil),
      ("let b = Berht(width: 3)\nlet c = TideTable()\nlet d = TideTabel()", "`TideTabel`"),
      // Another module may have both.
      ("import Docks\nlet c = TideTable()\nlet d = TideTabel()", nil),
    ] as [(String, String?)])
  func `a member is not one or two letters away from another one of the page`(
    code: String, message: String?
  ) { expect(code, message) }

  @Test(arguments: [
    ("Set `HARBOR_PIER`.", 1), ("Set `$HARBOR_PIER=3`.", 1), ("Set `HARBOR_LIGHTS`.", 0),
    ("Set `OTHER_PIER`.", 0), ("```sh\nexport HARBOR_PIER=3\n```", 1),
    ("```sh\nHARBOR_PIER=3 run\n```", 1), ("```swift\nHARBOR_PIER=3\n```", 0),
    ("## Removed\n\nSet `HARBOR_PIER`.", 0),
  ])
  func `an environment variable of the project is in the repository`(text: String, count: Int) {
    let repository = KnownRepository(code: ["HARBOR_LIGHTS"], newWords: ["HARBOR_PIER"])
    let found = findings(text, repository).filter { $0.rule.rawValue == "unknown-command" }
    #expect(found.map(\.severity) == Array(repeating: .warning, count: count), "\(found)")
    let older = findings(text, KnownRepository(code: ["HARBOR_LIGHTS"]))
      .filter { $0.rule.rawValue == "unknown-command" }
    #expect(older.map(\.severity) == Array(repeating: .error, count: count), "\(older)")
    // A variable that is put together.
    #expect(findings(text, KnownRepository(code: ["HARBOR_"])).isEmpty)
  }

  @Test(arguments: [
    ("- `width`\n- `depth`\n- `lamp`\n- `hookWeight`", ["`Berth` has no `hookWeight`"]),
    ("- `width`\n- `depth`\n- `lamp`", []), ("- `width`\n- `hookWeight`\n- `lamp`", []),
  ])
  func `a list of the members of a type names no others`(list: String, messages: [String]) {
    let text = "A `Berth` has the following properties:\n\n\(list)"
    #expect(findings(text).filter { $0.severity == .warning }.map(\.summary) == messages)
    let other = "A berth has the following properties:\n\n\(list)"
    #expect(findings(other).filter { $0.severity == .warning }.isEmpty)
  }

  @Test func `a type that a platform has too is the project's if a label says so`() {
    let source =
      "public struct Attachment { public init(id: Int, uploadState: Int? = nil) {}; let id: Int }"
    let text = "```swift\nlet a = Attachment(uploadState: 3)\n```"
    #expect(findings(text, source: source).count == 1)
    #expect(findings("```swift\nlet a = Attachment(data: 3)\n```", source: source).isEmpty)
  }

  @Test func `several of a type are no member, and a comment may repeat a mistake`() {
    let source = "public enum Pier { public struct Plank {} }"
    #expect(findings("Use `Pier.Planks`.", source: source).isEmpty)
    #expect(findings("Use `Pier.Rails`.", source: source).count == 1)
    let list = "- `hookWeight`: a\n- `boardAll`: b\n- `shipID`: c\n- `hookWieght`: d\n"
    let repository = KnownRepository(comments: ["hookWieght"])
    #expect(findings(list, repository).map(\.severity) == [.warning])
    #expect(findings("Use `hookWieght`.", repository).isEmpty)
  }

  @Test func `a member that is deprecated is not recommended`() {
    let source = """
      public struct Pier {
        @available(*, deprecated) public func liftBridge() {}
        @available(*, deprecated) public func lift() {}
        public func lowerBridge() {}
      }
      """
    #expect(
      findings("Call `liftBridge`.", source: source).map(\.summary) == [
        "`liftBridge` is deprecated"
      ])
    #expect(findings("Call `lowerBridge`, `lift`.", source: source).isEmpty)
  }

  @Test func `a folder that a text calls so exists, or one whose name goes on`() {
    let files = KnownRepository(paths: ["Tools-ci/a.sh"])
    #expect(
      findings("See the `Tools` directory.", files).map(\.summary) == [
        "no folder is called `Tools`"
      ])
    #expect(findings("See the `Tools-ci` directory, and `Tools`.", files).isEmpty)
    #expect(findings("Make a `Build` folder.", files).isEmpty)
  }

  @Test func `entries of a table between members are a notation, and a slip is a slip`() {
    let text = "struct Crew {\n  \"save\": \"harbor save\",\n  let size: Int\n}"
    #expect(findings("```swift\n\(text)\n```").map(\.severity) == [.note])
    #expect(findings("```swift\nlet size: = 3\n```").map(\.severity) == [.warning])
  }

  @Test func `an empty index of a folder is silent`() {
    for (name, count) in [("docs/index.md", 0), ("docs/a.md", 1)] {
      let page = Page(path: name, bytes: [])
      let model = ProjectModel(code: CodeModel(reading: []), traces: [])
      let checked = CheckedPage(page, project: model, templates: TemplateSource(texts: [:]))
      #expect(checked.findings().count == count)
    }
  }

  private func expect(_ code: String, _ message: String?) {
    let found = findings("```swift\n\(code)\n```")
    #expect(found.count == (message == nil ? 0 : 1), "\(found)")
    if let message { #expect(found.first?.summary.contains(message) == true, "\(found)") }
  }

  private func findings(
    _ text: String, _ repository: KnownRepository = KnownRepository(), source: String = source
  ) -> [Diagnostic] {
    let page = Page(path: "docs/a.md", bytes: Array("# A page\n\n\(text)\n".utf8))
    let context = ProjectContext(
      pages: [page], kind: { $0 == "Sources" ? .folder : nil }, names: { _ in [] },
      hasFile: { _ in false }, linkedFiles: LinkedFiles(files: { repository.paths }),
      isIgnored: { _ in false }, repository: repository)
    let code = CodeModel(
      reading: [SourceInput(path: "Sources/Harbor/Harbor.swift", module: "Harbor", source)])
    let manifest = PackageManifest(
      file: "Package.swift", bytes: Array(#"let package = Package(name: "Harbor")"#.utf8))
    let model = ProjectModel(code: code, traces: [], manifests: [manifest])
    return CheckedPage(
      page, project: model, templates: TemplateSource(texts: [:]), context: context
    ).findings()
  }
}
