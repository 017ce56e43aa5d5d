import Diagnostics
import Testing

/// Quoted types, names in the text, and techniques that the project has or lacks.
extension PlainClaimTests {
  @Test(
    arguments: [
      (
        "enum CraneError: Error {\n  case stuck(Int)\n  case lost(Int)\n}",
        "declared as `case stuck(Rope)`"
      ),
      ("enum CraneError: Error {\n  case stuck(Rope)\n  case lost(Int)\n}", nil),
      // Copies of one type are one type.
      ("enum CopyError: Error {\n  case torn(String)\n  case wet\n}", "`case torn(Int)`"),
      ("enum CopyError: Error {\n  case torn(Int)\n  case wet\n}", nil),
      (
        "struct Notification {\n  let ropeCount: Int\n  let pierCount: Int\n  let craneCount: String\n}",
        "`Notification.craneCount` is declared as"
      ),
      ("struct Notification {\n  let ropeCount: Int\n  let size: Int\n}", nil),
      (
        "struct Header: Dock {\n  func free(all: Bool) -> Int { 1 }\n}",
        "`Dock` requires `free()`, not `free(all:)`"
      ),
      ("struct Header: Dock {\n  func free() -> Int { 1 }\n}", nil),
      (
        "let left = make(1)\nsend(left)\nlet right = make(2)\nsend(other)",
        "does not declare `other`, and `right` is not used"
      ),
      ("let left = make(1)\nsend(left)\nlet right = make(2)\nsend(right)", nil),
      ("let right = make(2)\nsend(other)", nil),
      (
        "switch a {\ncase .done(let parcel):\n  print(rental.ropes)\n}\n```\n\n```swift\nswitch a {\ncase .done(let rental):\n  print(rental)\n}",
        "does not declare `rental`, and `parcel` is not used"
      ),
      ("switch a {\ncase .done(let parcel):\n  print(rental.ropes)\n}", nil),
    ] as [(String, String?)])
  func `a block quotes and uses types as they are`(code: String, message: String?) {
    expect("```swift\n\(code)\n```", message)
  }

  @Test(
    arguments: [
      ("- `isQuick`: whether it is quick. Defaults to `true`.", "`Pulley.isQuick` is false"),
      ("- `isQuick`: quick instead of slow. Defaults to `true`.", "`Pulley.isQuick` is false"),
      ("- `isQuick`: whether it is quick. Defaults to `false`.", nil),
      ("- Next to `isQuick`: another one. Defaults to `true`.", nil),
      (
        "A `Bill` has:\n\n- `ship`\n- `pier`\n- `cargo`\n- `weight`\n- `holder`",
        "`Bill` has no `holder`"
      ),
      ("A `Bill` has:\n\n- `ship`\n- `pier`\n- `cargo`\n- `weight`\n- `owner`", nil),
      ("- `TarredPier` - the black implementation of `Dock`", "does not conform to `Dock`"),
      ("- `WoodenPier` - the plain implementation of `Dock`", nil),
      ("- `TarredPier` - an alternative to `Dock`", nil),
      ("`Parcel<Load>` is generic", "nothing in the code is called `Parcel`"),
      ("`Parcels<Load>` is generic", nil), ("`Bundle<Load>` is generic", nil),
    ] as [(String, String?)])
  func `a name in the text is one of the project`(text: String, message: String?) {
    expect(text, message)
  }

  @Test(arguments: [
    ("All requests use mTLS.", ["sec_protocol_options_set_local_identity"], true),
    (
      "```mermaid\nflowchart LR\n  A -->|mTLS| B\n```",
      ["sec_protocol_options_set_local_identity"], true
    ),
    ("All requests use mTLS.", [], false),
    (
      "All requests use mTLS.",
      [
        "sec_protocol_options_set_local_identity",
        "sec_protocol_options_set_peer_authentication_required",
      ], false
    ),
    ("Requests do not use mTLS.", ["sec_protocol_options_set_local_identity"], false),
    ("Settings are in UserDefaults.", [], true),
    ("Settings are in UserDefaults.", ["AppStorage"], false),
    ("It logs with `os.log`.", ["os"], true), ("It logs with `os.log`.", ["Logger"], false),
  ])
  func `a technique of the platform is used`(text: String, words: [String], isReported: Bool) {
    let found = findings(text, path: "CLAUDE.md", repository: KnownRepository(code: Set(words)))
    #expect(found.contains { $0.summary.hasPrefix("no source") } == isReported, "\(found)")
  }

  @Test(arguments: [
    ("Open `Harbor.xcproject` first.", "Harbor.xcodeproj/project.pbxproj", true),
    ("Open `Harbor.xcproject` first.", "Pier.xcodeproj/project.pbxproj", false),
    ("See .swiftformat for the style.", ".swift-format", true),
    ("See .swiftformat for the style.", ".swiftformat", false),
    ("See .swiftformat for the style.", "a.txt", false),
  ])
  func `a project has the ending of its tool`(text: String, file: String, isReported: Bool) {
    let found = findings(text, [file: ""])
    #expect(found.contains { $0.summary.hasPrefix("no file is called") } == isReported, "\(found)")
  }

  @Test(arguments: [("observableObject", false), ("observableDock", true)])
  func `a value of a type of the platform is a word`(word: String, isReported: Bool) {
    let found = findings("It has \(word) inside.", repository: KnownRepository().removing(word))
    #expect(found.contains { $0.summary.contains(word) } == isReported, "\(found)")
  }

  @Test(arguments: [
    ("Changes", Diagnostic.Severity.note),
    ("It moves the rope if the wide state has no changes", .warning),
  ])
  func `a long heading about changes of values is about the present`(
    heading: String, severity: Diagnostic.Severity
  ) {
    let code = "```swift\nlifter.lift(using: rope, crates: 3, 4)\n```"
    #expect(findings("## \(heading)\n\n\(code)").map(\.severity) == [severity])
  }
}
