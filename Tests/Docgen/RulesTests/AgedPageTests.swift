import Diagnostics
import Rules
import Testing

/// Pages whose code went on without them: each cause in its harmless form, which is silent or a
/// hint, and in its harmful one.
@Suite struct AgedPageTests {
  private static let source = """
    public struct Winch { public init(reach: Int) {} }
    // It was once a sinkValue.
    public protocol PierAnchor { func drop(to depth: Int, with chain: Int) }
    public protocol Buoy: PierAnchor {}
    extension Buoy { public func drop(to depth: Int, with chain: Int) {} }
    public struct Crane { public func drop(crate: Int) {} }
    @available(*, deprecated) public struct OldWinch { public init() {} }

    """

  private static func findings(
    _ text: String, _ rule: String, page: String = "docs/a.md",
    _ repository: KnownRepository = KnownRepository(), _ files: [String: String] = [:],
    handsOn: Bool = false
  ) -> [String] {
    let sources = (handsOn ? "@_exported import Tides\n" : "") + source
    var house = LinkedHouse(["Sources/House/Winch.swift": sources].merging(files) { $1 })
    house.repository = repository
    return house.projectFindings([page: "# A page\n\n\(text)\n"], rules: [rule]).map(\.brief)
  }

  // MARK: - Removed names in newer lines

  private static let removed = ["warning: nothing in the code is called `sinkValue`"]

  private static func repository(
    isOlder: Bool = false, had words: Set<String> = [], isExample: Bool = false
  ) -> KnownRepository {
    KnownRepository(isLineOlder: isOlder, oldWords: words)
      .removing("sinkValue", isExample: isExample)
  }

  @Test func `an example with a removed name is wrong, whatever its age`() {
    let block = "```swift\ntide.level.sinkValue { print($0) }\n```"
    func found(_ repository: KnownRepository, handsOn: Bool = false) -> [String] {
      Self.findings(block, "outdated-example", repository, handsOn: handsOn)
    }
    let message = Self.removed
    #expect(found(Self.repository()) == message)
    #expect(found(Self.repository(), handsOn: true) == message)
    #expect(found(Self.repository(isExample: true)).isEmpty)
    #expect(found(KnownRepository(), handsOn: true).isEmpty)
    var moved = Self.repository()
    moved.newDependency = true
    #expect(found(moved).isEmpty)
    var commented = Self.repository()
    commented.comments = ["sinkValue"]
    #expect(found(commented) == message)
    commented.text = ["sinkValue"]
    #expect(found(commented).isEmpty)
  }

  @Test(arguments: [
    ("## How TideTable sinks", 0), ("## How Winch sinks", 1), ("## How it sinks", 1),
  ])
  func `a section about a symbol of another module is not about the project`(
    heading: String, count: Int
  ) {
    let text = "\(heading)\n\n```swift\ntide.level.sinkValue { print($0) }\n```"
    let found = Self.findings(text, "outdated-example", Self.repository(), handsOn: true)
    #expect(found.count == count, "\(found)")
  }

  @Test func `a template of Swift is not an example`() {
    let block = "```swift\nlet name = {{ name }}.sinkValue()\n```"
    #expect(Self.findings(block, "outdated-example", Self.repository()).isEmpty)
  }

  @Test func `a reworded line has the age of its names`() {
    let text = "Call `sinkValue` first."
    func found(_ repository: KnownRepository) -> [String] {
      Self.findings(text, "unknown-symbol", repository)
    }
    #expect(found(Self.repository()) == ["note: nothing in the code is called `sinkValue`"])
    #expect(found(Self.repository(had: ["sinkValue"])) == Self.removed)
    #expect(found(Self.repository(had: ["sinkValue"], isExample: true))[0].hasPrefix("note"))
  }

  @Test(arguments: [
    ("It is a read → write pipeline with `sinkValue` stages.", "error"),
    ("`sinkValue` → `riseValue`", "note"), ("sinkValue → `sinkValue`", "note"),
  ])
  func `an arrow is about a change only next to code`(text: String, severity: String) {
    let found = Self.findings(text, "unknown-symbol", Self.repository(isOlder: true))
    #expect(found.first == "\(severity): nothing in the code is called `sinkValue`")
  }

  // MARK: - Deprecated symbols

  @Test(arguments: [
    ("Use an ``OldWinch`` for it.", 1), ("Use an ``OldWinch/init()`` for it.", 0),
    ("- ``OldWinch``", 0), ("## ``OldWinch``", 0), ("``OldWinch`` is deprecated.", 0),
    ("Use a ``Winch`` for it.", 0),
  ])
  func `a text in a catalog recommends no deprecated symbol`(text: String, count: Int) {
    let found = Self.findings(
      text, "deprecated-symbol", page: "Sources/House/House.docc/Winches.md")
    #expect(found.count == count, "\(found)")
  }

  @Test(arguments: [
    ("let jib = Jib(load: 3)\njib.lower(by: 1)", nil),
    ("let jib = Jib(mass: 3)", "`Jib(mass:)` is deprecated"),
    (
      "let jib = Jib(load: 3)\njib.lower(by: 1)\njib.lower(to: 2)",
      "`Jib.lower(to:)` is deprecated"
    ),
    ("Quay(jib: .init(load: 3))", nil), ("Quay(jib: .init(mass: 3))", "`Jib(mass:)` is deprecated"),
    ("Quay(jibs: [.init(load: 3)])", nil), ("OldJib(mass: 3)", "`OldJib` is deprecated"),
    ("// Deprecated:\nlet jib = Jib(mass: 3)", nil), ("jib.lower(to: 2)", nil),
    ("struct Jib {}\nlet jib = Jib(mass: 3)", nil),
  ])
  func `an example calls no deprecated function`(code: String, message: String?) {
    let jib = """
      public struct Jib {
        public init(load: Int) {}
        @available(*, deprecated) public init(mass: Int) {}
        public func lower(by depth: Int) {}
        @available(*, deprecated) public func lower(to depth: Int) {}
      }
      public struct Quay { public init(jib: Jib) {} }
      @available(*, deprecated) public struct OldJib { public init(mass: Int) {} }

      """
    let found = Self.findings(
      "```swift\n\(code)\n```", "deprecated-symbol", KnownRepository(),
      ["Sources/House/Jib.swift": jib])
    #expect(found == (message.map { ["warning: \($0)"] } ?? []))
  }

  // MARK: - Requirements

  @Test(
    arguments: [
      ("PierAnchor", "func drop(to depth: Int)", true), ("Buoy", "func drop(to depth: Int)", false),
      ("PierAnchor", "func drop(to depth: Int, with chain: Int)", false),
    ])
  func `only extensions of its own protocols implement a requirement`(
    base: String, member: String, isWrong: Bool
  ) {
    let block = "```swift\nstruct Hook: \(base) {\n  \(member) { print(depth) }\n}\n```"
    let found = Self.findings(block, "outdated-example")
    let message = "`PierAnchor` requires `drop(to:with:)`, not `drop(to:)`"
    #expect(found.contains { $0.contains(message) } == isWrong, "\(found)")
  }

  // MARK: - Numbers of tests

  private static let tests = [
    "Tests/HouseTests/WinchTests.swift":
      "struct WinchTests {\n  @Test func a() {}\n  // @Test func b() {}\n  @Test func c() {}\n}",
    "Tests/HouseTests/CraneTests.swift":
      "class CraneTests: XCTestCase {\n  func testLift() {}\n  private func help() {}\n}",
    "Tests/HouseTests/TideTests.swift": "@Test(arguments: [1, 2])\nfunc tide(_ a: Int) {}",
  ]

  @Test(arguments: [
    ("`WinchTests.swift` has 2 tests", ""), ("`WinchTests.swift` has 3 tests", "2 tests"),
    ("```\n├── CraneTests.swift   # 2 tests: lifting\n```", "1 test,"),
    ("| `Tests/HouseTests/WinchTests.swift` | all (5 tests) |", "2 tests"),
    ("```bash\nswift test --filter 'WinchTests'  # Winches (4 tests)\n```", "2 tests"),
    // The runs with each argument may be counted, and the line may be about something else.
    ("`TideTests` has 2 tests", ""), ("`TideTests` has 0 tests", "1 test,"),
    ("`WinchTests` and `CraneTests` have 9 tests", ""), ("`RopeTests` has 9 tests", ""),
    ("`WinchTests` has 9 testsuites", ""), ("2026-01-04: `WinchTests`, 9 tests passed", ""),
    ("`WinchTests`: 3 tests of 9 tests", ""),
  ])
  func `a file of tests has the number of tests that the page says`(text: String, count: String) {
    let found = Self.findings(text, "wrong-count", KnownRepository(), Self.tests)
    #expect(found.isEmpty == count.isEmpty && found.allSatisfy { $0.contains(count) }, "\(found)")
  }

  @Test(arguments: [
    ("# Run all 4 tests\nswift test", 0), ("# Run all 3 tests\nswift test", 1),
    ("swift test  # 3 tests", 1), ("# Run 3 tests\nswift test --filter Winch", 0),
    ("# Run all 3 tests\nmake test", 0),
    // Runs with arguments may be counted.
    ("# Run all 7 tests\nswift test", 0),
  ])
  func `a run of all tests has the number of tests of the package`(command: String, count: Int) {
    let manifest = "let package = Package(name: \"House\")"
    let found = Self.findings(
      "```bash\n\(command)\n```", "wrong-count", KnownRepository(),
      Self.tests.merging(["Package.swift": manifest]) { $1 })
    #expect(found.count == count, "\(found)")
  }
}
