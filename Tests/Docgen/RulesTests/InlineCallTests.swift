import Diagnostics
import Rules
import Testing

/// Calls with arguments in inline code, misspelled programs, unknown variables among known ones, and links
/// without a destination. Each in its harmful form, and in its harmless one.
@Suite struct InlineCallTests {
  private static let source = """
    public struct Bell {
      public init(tone: Int, volume: Int = 3) {}
      public func ring(for time: Int, quietly: Bool = false, then: () -> Void) {}
      public static func chime(at hour: Hour) {}
      public func stop(_ reason: String) {}
    }
    public enum Hour { case noon }
    let variables = ["BELL_TONE", "TOWER_HOST", "TOWER_PORT"]
    """
  private static let manifest = """
    // swift-tools-version: 6.0
    let package = Package(
      name: "Tower", products: [.executable(name: "bellringer", targets: ["Ringer"])],
      targets: [.target(name: "Ringer")])
    """

  private func findings(
    _ text: String, _ rule: String, page: String = "docs/a.md", files: [String: String] = [:]
  ) -> [String] {
    var house = LinkedHouse(["Sources/House/Bell.swift": Self.source].merging(files) { $1 })
    house.repository = KnownRepository(
      code: ["BELL_TONE", "TOWER_HOST", "TOWER_PORT", "bellringer"],
      paths: house.files.keys.sorted(), newWords: ["TOWER_TIMEOUT"])
    return house.projectFindings([page: "# A page\n\n\(text)\n"], rules: [rule]).map(\.brief)
  }

  @Test(arguments: [
    ("`Bell(tone: 3)`", nil), ("`Bell(tone: 3, volume: 4)`", nil), ("`Bell(...)`", nil),
    ("`Bell(pitch: 3)`", "warning: `Bell.init` takes `(tone:volume:)`"),
    ("`.chime(at: .noon)`", nil), ("`Bell.chime(at: Hour.noon)`", nil),
    ("`Bell.chime(.noon)`", "warning: `chime` takes `(at:)`"),
    ("`Bell.ring(for: 3) {}`", nil), ("`Bell.ring(for: 3, quietly: true) { stop(\"(\") }`", nil),
    ("`Bell.ring(3) {}`", "warning: `ring` takes `(for:quietly:then:)`"),
    // Prose names a parameter, a value, or a type.
    ("`Bell.chime(hour)`", nil), ("`Bell.chime(Hour)`", nil), ("`Bell.stop(\"rain\")`", nil),
    ("`Bell.chime(at: [1, (2)`", nil),
  ])
  func `the labels of a call in inline code are those of the declaration`(
    text: String, expected: String?
  ) {
    let found = findings("Use \(text) here.", "unknown-symbol")
    #expect(found == [expected].compactMap(\.self), "\(text)")
  }

  @Test(arguments: [
    ("Run `belringer`.", "belringer"), ("```sh\nbelrniger ring\n```", "belrniger"),
    ("Run `bellringer`.", nil), ("Run `bell-ringer`.", nil), ("Run `ringer`.", nil),
    ("```sh\nbell-ringer ring\n```", "bell-ringer"), ("Run `bellboy`.", nil),
    ("## Removed\n\nRun `belringer`.", nil),
  ])
  func `a misspelled program is reported`(text: String, name: String?) {
    let found = findings(text, "unknown-command", files: ["Package.swift": Self.manifest])
    #expect(found == [name].compactMap { $0.map { "warning: no program is called `\($0)`" } })
  }

  @Test(arguments: [
    (["BELL_TONE", "TOWER_HOST", "TOWER_PORT", "TOWER_TIMEOUT"], "TOWER_TIMEOUT"),
    (["BELL_TONE", "TOWER_HOST", "TOWER_PORT"], nil),
    (["BELL_TONE", "TOWER_HOST", "TOWER_TIMEOUT", "GATE_WIDTH"], nil),
  ])
  func `a variable beside known ones is read somewhere`(names: [String], unknown: String?) {
    let list = names.map { "- `\($0)`: a setting\n" }.joined()
    let found = findings("The server reads:\n\n\(list)", "unknown-command")
    #expect(
      found
        == [unknown].compactMap { $0.map { "warning: nothing in the repository reads `\($0)`" } })
  }

  @Test(arguments: [
    ("See [the manual]().", "warning: the link has no destination"), ("Write `[]()`.", nil),
    ("See [the manual](/docs/b.md).", "warning: `docs/b.md` does not exist"),
    ("See [the manual](/guide/b.md).", "note: `guide/b.md` does not exist"),
    ("See [the manual](/docs/b).", "note: `docs/b` does not exist"),
    ("See [the page](/docs/a.md).", nil),
  ])
  func `a link has a destination, from the root as well`(text: String, expected: String?) {
    #expect(findings(text, "broken-link") == [expected].compactMap(\.self))
  }
}
