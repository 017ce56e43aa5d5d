import Diagnostics
import Rules
import Testing

/// Claims that the code at the time of writing decides: lines, members, files. Each cause in its
/// harmless form, which is silent, and in its harmful one.
@Suite struct EarlierCodeTests {
  private static let crane = """
    public struct Crane {
      public var reach: Int
      public var load: Int
      public var isManned: Bool
      public var color: String
    }
    public enum Hook { case plain, double, swivel, safety }
    public protocol Winch {
      func pull(_ rope: Int)
      func release(_ rope: Int)
      func lock()
    }
    """
  /// The same file without the members that are new today.
  private static let olderCrane = crane.replacing("  public var color: String\n", with: "")
    .replacing(", safety", with: "").replacing("  func lock()\n", with: "")

  private func findings(
    _ text: String, _ rule: String, page: String = "docs/a.md", old: [String: String] = [:],
    files: [String: String] = [:], _ change: (inout KnownRepository) -> Void = { _ in }
  ) -> [String] {
    var house = LinkedHouse(["Sources/House/Crane.swift": Self.crane].merging(files) { $1 })
    var repository = KnownRepository(
      code: ["color", "safety", "lock"], paths: house.files.keys.sorted(), oldTexts: old)
    change(&repository)
    house.repository = repository
    return house.projectFindings([page: "# A page\n\n\(text)\n"], rules: [rule]).map(\.brief)
  }

  private func today(_ text: String) -> [String: String] { ["Sources/House/Crane.swift": text] }

  // MARK: - Lines without a name

  private static let yard = (1...30).map { "let item\($0)thing = \($0)" }

  /// `Yard.swift` had these lines, and has three more in front of line 10 today.
  private static let movedYard = yard[..<9] + ["// new", "// newer", "// newest"] + yard[9...]

  @Test(arguments: [
    (
      "Cranes are made in Yard.swift:8-14.",
      "line 14 of `Yard.swift` has moved to line 17 since this was written"
    ),
    ("See `Yard.swift:12`.", "line 12 of `Yard.swift` has moved to line 15 since this was written"),
    (
      "**Sources/House/Yard.swift:20** paints.",
      "line 20 of `Yard.swift` has moved to line 23 since this was written"
    ),
    // Lines above the change, ranges that still have their lines, and files that never had them.
    ("See `Yard.swift:4`.", nil), ("See Yard.swift:2-6.", nil), ("See `Yard.swift:44`.", nil),
    ("See `Other.swift:12`.", nil), ("It is 12:30 in Yard.swift.", nil),
  ])
  func `lines whose text moved are reported`(text: String, message: String?) {
    let (old, new) = (Self.yard.joined(separator: "\n"), Self.movedYard.joined(separator: "\n"))
    func found(then: String?) -> [String] {
      findings(
        text, "moved-line", old: then.map { ["Sources/House/Yard.swift": $0] } ?? [:],
        files: ["Sources/House/Yard.swift": new])
    }
    #expect(found(then: old) == [message].compactMap { $0.map { "warning: " + $0 } })
    #expect(found(then: new).isEmpty)
    #expect(found(then: nil).isEmpty)
  }

  @Test func `lines with the text of other lines, and changed lines, are not followed`() {
    let old = "}\nlet a = 1\n}\nlet width = 2\n"
    let new = "import House\n}\nlet b = 1\n}\nlet width = 3\n"
    for line in 1...4 {
      let found = findings(
        "See `Yard.swift:\(line)`.", "moved-line", old: ["Sources/House/Yard.swift": old],
        files: ["Sources/House/Yard.swift": new])
      #expect(found.isEmpty, "\(found)")
    }
  }

  // MARK: - Members of a type

  /// The word of a member may be older than the member.
  @Test(arguments: [true, false])
  func `a list is outdated if the type had only its members`(isOlder: Bool) {
    let text = "A `Crane` has these:\n\n- `reach`\n- `load`\n- `isManned`"
    let found = findings(
      text, "incomplete-list", old: today(isOlder ? Self.olderCrane : Self.crane))
    let message = "the list names 3 of the 4 properties of `Crane`: `color` is missing"
    #expect(found == ["\(isOlder ? "warning" : "note"): \(message)"])
  }

  @Test(arguments: [
    ("struct Crane {\n  var reach: Int\n  var load: Int\n  var isManned: Bool\n}", true),
    ("enum Hook {\n  case plain, double\n  case swivel\n}", true),
    ("protocol Winch {\n  func pull(_ rope: Int)\n  func release(_ rope: Int)\n}", true),
    ("protocol Winch {\n  func pull(_ rope: Int)\n  func release(_ rope: Int)\n  // ...\n}", false),
  ])
  func `a quoted type is outdated if it was complete`(code: String, isReported: Bool) {
    let block = "```swift\n\(code)\n```"
    let found = findings(block, "outdated-example", old: today(Self.olderCrane))
    #expect(found.count == (isReported ? 1 : 0), "\(found)")
    // At least two shown and one more that existed: a selection.
    let short = "```swift\nprotocol Winch {\n  func pull(_ rope: Int)\n  func lock()\n}\n```"
    #expect(findings(short, "outdated-example", old: today(Self.crane)).isEmpty)
  }

  @Test func `an omission in one type of a block does not excuse the others`() {
    let block = """
      ```swift
      protocol Winch {
        func pull(_ rope: Int)
        func release(_ rope: Int)
      }

      struct Yard: Sendable {
        // ... other members
        let crane = 1
      }
      ```
      """
    let found = findings(block, "outdated-example", old: today(Self.olderCrane))
    #expect(found == ["warning: `Winch` has another requirement: `lock`"])
  }

  @Test func `a line with a syntax error does not hide the others`() {
    let block = """
      ```swift
      struct Crane {
        var reach: any Length unit
        var load: Int
        var isManned: Bool?
        // color, and more
      }
      ```
      """
    let found = findings(block, "outdated-example", old: today(Self.olderCrane))
    #expect(found == ["warning: `Crane.isManned` is declared as `public var isManned: Bool`"])
  }

  @Test func `a type with omitted members is a quotation`() {
    let block = "```swift\nstruct Crane {\n  var load: Int\n  var weight: Int\n  // ...\n}\n```"
    #expect(
      findings(block, "outdated-example") == ["warning: `Crane` has no member `weight`"])
    #expect(findings(block.replacing("  // ...\n", with: ""), "outdated-example").isEmpty)
  }

  @Test func `paragraphs with syntax errors do not hide the others`() {
    let block = """
      ```swift
      protocol Winch {
        func pull(_ rope: Int)
        func release(_ rope: Int)
      }

      final class Yard:
        Dock,
        // ... more
      {
      }
      ```
      """
    let found = findings(block, "outdated-example", old: today(Self.olderCrane))
    #expect(found == ["warning: `Winch` has another requirement: `lock`"])
  }

  // MARK: - Files

  @Test(arguments: [
    ("`House/Boom.swift`", "`House/Boom.swift` does not exist"),
    ("`Sources/House/Boom.swift`", "`Sources/House/Boom.swift` does not exist"),
    ("`Sources/House/Crane.swift`", nil), ("`House/Crane.swift`", nil),
    ("`Other/Mast.swift`", nil),
  ])
  func `a file named after a type is where the type is`(text: String, message: String?) {
    let found = findings(
      "It is in \(text).", "unknown-file", files: ["Sources/House/Yard.swift": "struct Boom {}"])
    #expect(found == [message].compactMap { $0.map { "warning: " + $0 } })
  }

  @Test(arguments: [
    ("`Boom.swift`\n\n```swift\nlet a = 1\n```", 0),
    ("**`Boom.swift`:**\n```swift\nlet a = 1\n```", 0),
    ("It is in `Boom.swift`.\n\n```swift\nlet a = 1\n```", 1), ("`Boom.swift`\n\nIt lifts.", 1),
  ])
  func `the caption of a block may be a file of the reader`(text: String, count: Int) {
    let found = findings(
      text, "unknown-file", files: ["Sources/House/Yard.swift": "struct Boom {}"])
    #expect(found.count { $0.hasPrefix("warning") } == count, "\(found)")
  }

  @Test(arguments: [
    ("cd Tools/paint\nswift build", true), ("cd Sources/House\nswift build", false),
    ("cd Tools/other\nswift build", false), ("cd <folder>\nswift build", false),
  ])
  func `a folder to enter was not deleted`(commands: String, isReported: Bool) {
    let found = findings("```sh\n\(commands)\n```", "unknown-command") {
      $0 = $0.deleting("Tools/paint/main.swift")
    }
    #expect(found == (isReported ? ["error: `Tools/paint` does not exist"] : []))
    let newer = findings("```sh\n\(commands)\n```", "unknown-command") {
      $0 = $0.deleting("Tools/paint/main.swift")
      $0.isLineOlder = false
    }
    #expect(newer.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a list of workflows leaves out newer ones`(isNewer: Bool) {
    let names = ["build.yml", "lint.yml", "pages.yml", "release.yml"]
    let files = Dictionary(
      uniqueKeysWithValues: names.map { (".github/workflows/" + $0, "on: push") })
    let text = names.dropLast().map { "- **\($0)** - does it\n" }.joined()
    let old = isNewer ? files.filter { !$0.key.hasSuffix("release.yml") } : files
    let found = findings("## Workflows\n\n\(text)", "incomplete-list", old: old, files: files)
    #expect(
      found == (isNewer ? ["warning: the list leaves out 1 newer workflow: `release.yml`"] : []))
  }
}
