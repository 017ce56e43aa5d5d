import Diagnostics
import Rules
import Testing

/// Claims in places that are easily passed over: help of programs, manifests in blocks, headings,
/// labels of entries. Each in its harmful form, and in its harmless one.
@Suite struct UnlistedClaimTests {
  private func findings(
    _ text: String, _ rule: String, files: [String: String] = [:], page: String = "docs/a.md",
    _ change: (inout KnownRepository) -> Void = { _ in }
  ) -> [String] {
    var house = LinkedHouse(files)
    var repository = KnownRepository(paths: house.files.keys.sorted())
    change(&repository)
    house.repository = repository
    return house.projectFindings([page: "# A page\n\n\(text)\n"], rules: [rule]).map(\.brief)
  }

  // MARK: - Versions

  private static let manifest = """
    // swift-tools-version: 6.0
    let package = Package(
      name: "House", platforms: [.macOS(.v13)],
      products: [.executable(name: "house", targets: ["HouseTool"])],
      targets: [.executableTarget(name: "HouseTool")])
    """

  private static func user(platform: String, of package: String) -> String {
    """
    ```swift
    let package = Package(
      name: "Street", platforms: [\(platform)],
      dependencies: [.package(url: "https://example.com/\(package).git", from: "1.0.0")])
    ```
    """
  }

  @Test(arguments: [
    (
      user(platform: ".macOS(.v12)", of: "House"),
      "the package requires macOS 13, the block has macOS 12"
    ),
    (user(platform: ".macOS(.v14)", of: "House"), nil),
    (user(platform: ".iOS(.v12)", of: "House"), nil),
    (user(platform: ".macOS(.v12)", of: "Garden"), nil),
    (
      "```sh\ncurl -O https://example.com/swift-5.8.1-RELEASE.tar.gz\ntar xf swift-5.8.1-RELEASE.tar.gz\n```",
      "the package requires Swift 6, the block has Swift 5.8.1"
    ),
    (
      "```sh\ndocker run swift:5.9 swift build\n```",
      "the package requires Swift 6, the block has Swift 5.9"
    ),
    ("```sh\ndocker run swift:6.1 swift build\n```", nil),
    ("```sh\ndocker run myswift:5.9\n```", nil),
  ])
  func `versions in blocks are not lower than the package allows`(text: String, message: String?) {
    let found = findings(text, "wrong-version", files: ["Package.swift": Self.manifest])
    #expect(found == [message].compactMap { $0.map { "warning: " + $0 } })
  }

  // MARK: - Commands

  private static let tool = """
    let options = ["--paint", "fast", "maxRooms"]
    """

  @Test(arguments: [
    (
      "Usage: house build <room> [--paint,-p] [--skipRoof,-s]",
      "warning: `house` has no option `--skipRoof`"
    ),
    ("USAGE: house build [--paint | --maxRooms]", nil),
    ("Usage: house build [--skipRoof]", "note: `house` has no option `--skipRoof`"),
    ("Usage: garden build [--paint] [--skipRoof]", nil),
    ("The usage: house build [--paint] [--skipRoof]", nil),
  ])
  func `the options in a program's help are words of its sources`(text: String, expected: String?) {
    let found = findings(
      "```\n$HOME% house --help\n\(text)\n```", "unknown-command",
      files: ["Package.swift": Self.manifest, "Sources/HouseTool/main.swift": Self.tool]
    ) { $0.newWords = ["skipRoof"] }
    #expect(found == [expected].compactMap(\.self))
  }

  private static let parsed = """
    @main struct House: ParsableCommand {
      static let configuration = CommandConfiguration(subcommands: [Build.self])
    }
    struct Build: ParsableCommand {
      enum Size: String, ExpressibleByArgument { case small, large }
      @Option(name: [.customLong("room-size")]) var size: Size?
      @Flag var paint = false
      @Flag var lock = false
    }
    """

  @Test func `a wrong value is reported once, with its other lines`() throws {
    var house = LinkedHouse([
      "Package.swift": Self.manifest, "Sources/HouseTool/House.swift": Self.parsed,
    ])
    house.repository = KnownRepository()
    let command = "```sh\nhouse build --room-size huge\n```"
    let found = house.projectFindings(
      ["docs/a.md": "\(command)\n\n\(command)\n"], rules: ["unknown-command"])
    #expect(found.map(\.summary) == ["`--room-size` takes `small`, `large`, and not `huge`"])
    #expect(found.first?.evidence.map(\.text).contains("also on line 6") == true, "\(found)")
  }

  @Test(arguments: [
    ("house build --room-size small $(xcrun --show-sdk-path -sdk (a) x) --paint", 0),
    ("house build --show-sdk-path $(pwd)", 1), ("house build $(pwd) --show-sdk-path", 1),
  ])
  func `the options of a command in another one are not the program's`(
    command: String, count: Int
  ) {
    let found = findings(
      "```sh\n\(command)\n```", "unknown-command",
      files: ["Package.swift": Self.manifest, "Sources/HouseTool/House.swift": Self.parsed])
    #expect(found.count == count, "\(found)")
  }

  @Test(arguments: [
    ("`build` has these options:", 1), ("`build` is fast:", 0), ("`paint` has these options:", 0),
  ])
  func `a table of options belongs to the subcommand before it`(lead: String, count: Int) {
    let table = "\(lead)\n\n| Flag | |\n|---|---|\n| -\\-room-size, -r | a |\n| -\\-paint | b |"
    let found = findings(
      table, "incomplete-list",
      files: ["Package.swift": Self.manifest, "Sources/HouseTool/House.swift": Self.parsed]
    ) { $0.newWords = ["lock"] }
    let message = "warning: the table leaves out 1 option of `house build`: `--lock`"
    #expect(found == Array(repeating: message, count: count))
  }

  // MARK: - Names

  @Test(arguments: [
    ("### Door.open", "error: `Door` has no member `open`"), ("### Door.close", nil),
    ("### Door.swift", nil), ("### The Door.open call", nil), ("### Roof.open", nil),
  ])
  func `a heading that is a member names one`(text: String, expected: String?) {
    let found = findings(text, "unknown-symbol") { $0 = $0.removing("open") }
    #expect(found == [expected].compactMap(\.self))
  }

  @Test(arguments: [
    (
      "The `Mixed` protocol does.",
      "warning: `Mixed` is an alias of several protocols, not a protocol"
    ),
    ("The `Single` protocol does.", nil),
  ])
  func `an alias of several protocols is not a protocol`(text: String, expected: String?) {
    let source = "typealias Mixed = Door.Lockable & Sendable\ntypealias Single = Door.Lockable"
    let found = findings(text, "wrong-kind", files: ["Sources/House/Mixed.swift": source])
    #expect(found == [expected].compactMap(\.self))
  }

  @Test(arguments: [
    ("## How it works", "error: nothing in the code is called `sinkDoors`"),
    ("## With garden", "error: nothing in the code is called `sinkDoors`"),
  ])
  func `a section about a dependency still uses the project's names`(
    heading: String, expected: String
  ) {
    let manifest = """
      let package = Package(
        name: "House",
        dependencies: [.package(url: "https://example.com/garden.git", from: "1.0.0")])
      """
    let block = "\(heading)\n\n```swift\ndoor.garden\n  .sinkDoors { $0.plantTulips() }\n```"
    let found = findings(block, "outdated-example", files: ["Package.swift": manifest]) {
      $0 = $0.removing("sinkDoors")
    }
    #expect(found == [expected])
    #expect(findings(block, "outdated-example", files: ["Package.swift": manifest]).isEmpty)
  }

  // MARK: - Arguments

  private static let comparer = """
    public protocol Comparer {}
    public struct Draft {
      public func compare(_ value: (Int) -> Int, _ by: some Comparer, _ then: (Int) -> Void) {}
      public func gather(_ any: any Sendable, _ then: (Int) -> Void) {}
    }
    """

  @Test(arguments: [
    ("Draft().compare({ $0 }, order) { print($0) }", nil),
    ("Draft().compare({ $0 }, { $0 == $1 }) { print($0) }", "takes `some Comparer`, not a closure"),
    ("Draft().compare({ $0 }, ==) { print($0) }", "takes `some Comparer`, not a closure"),
    (
      "Draft().compare({ $0 }, { $0 == $1 }, { print($0) })", "takes `some Comparer`, not a closure"
    ),
    ("Draft().gather({ $0 }) { print($0) }", nil),
  ])
  func `a closure conforms to no protocol`(code: String, message: String?) {
    let found = findings(
      "```swift\n\(code)\n```", "outdated-example",
      files: ["Sources/House/Draft.swift": Self.comparer])
    #expect(found.count == (message == nil ? 0 : 1), "\(found)")
    #expect(found.allSatisfy { $0.hasSuffix(message ?? "") })
  }

  // MARK: - Members from elsewhere

  private static let canvas = """
    #if os(macOS)
      public typealias PlatformView = NSViewRepresentable
    #else
      public typealias PlatformView = UIViewRepresentable
    #endif
    public protocol Drawable: View {}
    public struct Canvas: PlatformView { public init() {} }
    public struct Sketch: Drawable { public init() {} }
    public struct Frame { public init() {} }
    """

  @Test(arguments: [("Canvas", 0), ("Sketch", 0), ("Frame", 1)])
  func `a type has the members of its protocols' protocols and of aliases`(
    type: String, count: Int
  ) {
    let found = findings(
      "```swift\n\(type)().scaledToFit()\n```", "outdated-example",
      files: ["Sources/House/Canvas.swift": Self.canvas]
    ) { $0 = $0.removing("scaledToFit") }
    #expect(found.count == count, "\(found)")
  }

  @Test(arguments: [("6.0.0", 0), ("6.0", 0), ("6.0.1", 1), ("7.0.0", 1)])
  func `a version without a last zero is the same`(version: String, count: Int) {
    let text =
      "```swift\n.package(url: \"https://example.com/House.git\", from: \"\(version)\")\n```"
    let found = findings(text, "wrong-version", files: ["Package.swift": Self.manifest]) {
      $0.tags = ["5.1.3", "6.0"]
    }
    #expect(found.count == count, "\(found)")
  }

  // MARK: - Types that the page quotes

  private static let lamp = """
    public struct Lamp {
      public var power: Int
      public var color: String
      public init(power: Int, color: String, dimmer: Int) {}
      public func light() {}
    }
    public enum LampError: Error { case blown(watts: Int, hours: Int) }
    """

  @Test(arguments: [
    ("Lamp(power: 3, color: c, dim: 2)", "`Lamp.init` takes `(power:color:dimmer:)`"),
    ("let l = Lamp(power: 1, color: c, dimmer: 2)\nl.glow()", "`Lamp` has no member `glow`"),
    // Another module's type of that name, and the declared forms.
    ("Lamp(kind: .table, id: 3)", nil), ("Lamp(power: 3, color: c, dimmer: 2)", nil),
    ("do { try burn() } catch LampError.blown(let watts, _) {}", nil),
    ("throw LampError.blown(3, hours: 4)", "`blown` takes `(watts:hours:)`"),
  ])
  func `a quoted type is still the project's`(code: String, message: String?) {
    let quotation = "struct Lamp {\n  var power: Int\n  var color: String\n}"
    let text = "```swift\n\(quotation)\n```\n\n```swift\n\(code)\n```"
    let found = findings(
      text, "outdated-example", files: ["Sources/House/Lamp.swift": Self.lamp])
    #expect(found == [message].compactMap { $0.map { "warning: " + $0 } })
  }

  @Test func `a wrong label is shown on its own line`() throws {
    let labels = ["one", "two", "three", "four", "five", "six", "seven"]
    let source =
      "public struct Row { public init(\(labels.map { $0 + ": Int" }.joined(separator: ", "))) {} }"
    let arguments = labels.map { "\($0 == "five" ? "fifth" : $0): 1" }.joined(separator: ",\n  ")
    var house = LinkedHouse(["Sources/House/Row.swift": source])
    house.repository = KnownRepository()
    let found = house.projectFindings(
      ["docs/a.md": "```swift\nRow(\n  \(arguments))\n```\n"], rules: ["outdated-example"])
    let finding = try #require(found.first)
    #expect(finding.summary == "`Row.init` has no label `fifth:` and needs `five:`")
    #expect(finding.location.range?.start.line == 7)
  }

  // MARK: - Lists

  private static let values = """
    public enum Paint {
      case plain(coats: Int), gloss(coats: Int), chalk(age: Int), milk(age: Int)
    }
    public struct Receipt: Codable {
      enum CodingKeys: String, CodingKey {
        case id, total, number, note
        case createdAt = "created_at"
      }
    }
    public struct Copy: Codable {
      enum CodingKeys: String, CodingKey {
        case id, total, number, title
        case createdAt = "created_on"
      }
    }
    public struct Tag {
      public var label: String
      public var color: String
      public var width: Int
      public var shape: String
      public var material: String
      let id: Int
    }
    """

  @Test(arguments: [
    (
      "- Plain paint: `.plain(coats: Int)`\n- Gloss: `.gloss(coats: Int)`\n- Chalk: `.chalk(age: Int)`",
      "the list names 3 of the 4 cases of `Paint`: `milk` is missing"
    ),
    ("- Plain (`.plain`: x)\n- Gloss (`.gloss`: x)\n- Chalk (`.chalk`: x)", nil),
    (
      "| Key | |\n|---|---|\n| `id` | a |\n| `total` | b |\n| `number` | c |\n| `created_at` | d |",
      "the table names 4 of the 5 keys of `Receipt`: `note` is missing"
    ),
    (
      "## A tag (`Tag`)\n\n- label\n- color\n- width\n- shape\n- more to come",
      "the list names 4 of the 5 properties of `Tag`: `material` is missing"
    ),
    ("## A tag\n\n- label\n- color\n- width\n- shape", nil),
    (
      "These paints are supported:\n\n- `plain`\n- `gloss`\n- `chalk`",
      "the list names 3 of the 4 cases of `Paint`: `milk` is missing"
    ),
    (
      "```mermaid\nclassDiagram\n  class Paint {\n    <<enumeration>>\n    plain\n    gloss\n    chalk\n  }\n```",
      "the diagram names 3 of the 4 cases of `Paint`: `milk` is missing"
    ),
    ("```mermaid\nclassDiagram\n  class Paint {\n    plain\n    gloss\n    chalk\n  }\n```", nil),
  ])
  func `entries are names after a label, as keys and below their type`(
    text: String, message: String?
  ) {
    let found = findings(
      text, "incomplete-list", files: ["Sources/House/Paint.swift": Self.values]
    ) { $0.newWords = ["milk", "note", "material"] }
    #expect(found == [message].compactMap { $0.map { "warning: " + $0 } })
  }

  @Test func `the words of a name are written together`() {
    let table =
      "| Paint | |\n|---|---|\n| dark red | a |\n| `darkBlue` | b |\n| `darkGreen` | c |\n| `paleRed` | d |\n| `paleBlue` | e |"
    let source = "public enum Colors { case darkRed, darkBlue, darkGreen, paleRed, paleBlue }"
    let found = findings(
      "## Colors\n\n\(table)", "unknown-symbol", files: ["Sources/House/Colors.swift": source])
    #expect(found == ["warning: `Colors` has `darkRed`, not `dark red`"])
  }

  // MARK: - Blocks and files

  @Test(arguments: [
    ("let door = Door(width: 1)\ndoor.close()\n}", true),
    ("    door.close()\n}", false), ("func shut() {\n  door.close()\n}", false),
    ("  let door = Door(width: 1)\n  // …\n}", false), ("} else {\n  door.close()\n}", false),
  ])
  func `a last brace closes something`(code: String, isReported: Bool) {
    let found = findings("```swift\n\(code)\n```", "swift-block")
    #expect(found == (isReported ? ["warning: this brace closes nothing"] : []))
  }

  @Test(arguments: [("Main.strings", true), ("Node.js", false), ("main.strings", false)])
  func `a deleted file in plain text is reported, whatever its kind`(name: String, isReported: Bool)
  {
    let found = findings("The texts are in \(name), all of them.", "unknown-file") {
      $0 = $0.deleting("App/Main.strings", "App/main.strings")
    }
    #expect(found == (isReported ? ["warning: no file is called `\(name)`"] : []))
  }
}
