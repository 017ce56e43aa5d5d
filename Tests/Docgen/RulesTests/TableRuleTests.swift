import Rules
import Testing

/// A hand-written table and the findings about it.
private struct TableCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// The arguments after `table` in the marker.
  var arguments: String
  var table: String
  var findings: [String]

  init(_ name: String, _ arguments: String, _ table: String, _ findings: [String] = []) {
    (testDescription, self.arguments, self.table, self.findings) = (
      name, arguments, table, findings
    )
  }

  var page: String { "<!-- docgen:verify table \(arguments) -->\n\(table)\n" }
}

private let machines = [
  TableCase(
    "the steps of a machine, some columns in prose", "machine=Door",
    """
    | From | Trigger | To | Observed | Why |
    |---|---|---|---|---|
    | `closed` | `pushed` | `open` | yes | somebody comes |
    | closed | keyTurned | *locked* | never | |
    | [open](#a) | `pulled` | `closed` | ✓ | the wind |
    | `locked` | `keyTurned` | `closed` | no | |

    # a
    """),
  TableCase(
    "a step that is not there, one to another state, one that is missing", "machine=Door",
    """
    | State | Event | Next state |
    |---|---|---|
    | `closed` | `pushed` | `locked` |
    | `closed` | `keyTurned` | `locked` |
    | `opne` | `pulled` | `closed` |
    | `locked` | `kicked` | `closed` |
    """,
    [
      "2:3 missing-row no row is about `open --> closed on pulled`",
      "4:25 wrong-cell `Next state` is not `locked`",
      "6:3 unknown-row the row is about `opne`, which does not exist",
      "7:14 wrong-cell `Event` is not `kicked`",
    ]),
  TableCase(
    "states with their payload", "machine=Door partial",
    """
    | State | Carries |
    |---|---|
    | `.closed` | – |
    | `case open(angle: Int)` | `angle` |
    """),
  TableCase(
    "cases with their payload", "rows=cases type=DoorState",
    """
    | Case | Why |
    |---|---|
    | `.closed` | |
    | `open(angle:)` | the wind |
    | case locked | |
    """),
  TableCase(
    "cases of an enum below the heading State", "type=DoorState",
    """
    | State | Values | Why |
    |---|---|---|
    | `closed` | – | |
    | `open` | `angle` | the wind |
    | `lockd` | – | |
    """,
    [
      "2:3 missing-row no row is about `locked`",
      "6:3 unknown-row the row is about `lockd`, which does not exist",
    ]),
  TableCase(
    "cases with a payload in other spellings, and one that does not exist",
    "rows=cases type=DoorState partial",
    """
    | Case |
    |---|
    | open(_:) |
    | DoorState.open(angle: Int) |
    | ajar(angle: Int) |
    """,
    ["6:3 unknown-row the row is about `ajar(angle: Int)`, which does not exist"]),
  TableCase(
    "rows that may be left out", "machine=Door partial",
    "| Event | From | To |\n|---|:--|--:|\n| `pushed` | `closed` | `open` |"),
  TableCase(
    "states with their values", "machine=Door",
    """
    | State | Carries | Initial |
    |---|---|---|
    | `closed` | – | yes |
    | `open` | `angle` | yes |
    | `locked` | `key` | |
    """,
    [
      "5:22 wrong-cell `Initial` is not `yes`", "6:14 wrong-cell `Carries` is not `key`",
    ]),
  TableCase(
    "what states and events carry, with types", "machine=Door partial",
    "| State | Carries |\n|---|---|\n| `open` | `angle: Int` |\n| `open` | `angle`: `Double` |",
    ["5:12 wrong-cell `Carries` is not `angle: Double`"]),
  TableCase(
    "a matrix of states and events", "machine=Door",
    """
    | State | pushed | pulled | keyTurned |
    |---|---|---|---|
    | closed | open | – | locked |
    | open | | closed | locked |
    | locked | | | closed |
    """, ["5:21 wrong-cell `keyTurned` is not `locked`"]),
  TableCase(
    "a matrix whose headings are words",
    "machine=Door columns=\"It is pushed=pushed; Somebody pulls=pulled; Note=\"",
    """
    | State | It is pushed | Somebody pulls | Note |
    |---|---|---|---|
    | closed | open | open | a |
    | open | | closed | b |
    | locked | | | c |
    """, ["4:19 wrong-cell `Somebody pulls` is not `open`"]),
  TableCase(
    "a matrix with a column for no event", "machine=Door rows=states columns=\"It falls=fallen\"",
    "| State | It falls |\n|---|---|\n| closed | open |",
    ["1:51 region-source no cell can be about `fallen`"]),
  TableCase(
    "events", "machine=Door rows=events",
    "| Event | Seen |\n|---|---|\n| pushed | yes |\n| pulled | no |",
    ["2:3 missing-row no row is about `keyTurned`", "5:12 wrong-cell `Seen` is not `no`"]),
  TableCase(
    "headings of one's own", "machine=Door partial columns=\"Von=from; Bei=event; Nach=to; To=\"",
    "| Von | Bei | Nach | To |\n|---|---|---|---|\n| closed | pushed | locked | be |",
    ["4:21 wrong-cell `Nach` is not `locked`"]),
  TableCase(
    "no column with the names of the rows", "machine=Door",
    "| Foo | Text |\n|---|---|\n| a | b |",
    ["1:20 region-source no column of the table names the subject of its rows"]),
  TableCase(
    "a column that cannot be", "machine=Door columns=\"Why=form\"",
    "| From | Why |\n|---|---|\n| open | b |",
    ["1:39 region-source no cell can be about `form`"]),
  TableCase(
    "no table", "machine=Door", "Some words.",
    ["1:20 region-source the block below is not a table"]),
]

private let code = [
  TableCase(
    "methods of a type", "type=DoorMachine",
    """
    | Method | Takes | Async |
    |---|---|---|
    | `apply(_:)` | an event | no |
    """),
  TableCase(
    "properties with type and value", "type=DoorMachine",
    """
    | Property | Type | Value | Static |
    |---|---|---|---|
    | `widest` | | 80 | yes |
    | `sign` | | a \\| b \\<c> | yes |
    | `state` | | `State.closed` | no |
    | `frame` | `Fram` | | yes |
    """,
    [
      "4:16 wrong-cell `Value` is not `80`", "7:13 wrong-cell `Type` is not `Fram`",
      "7:24 wrong-cell `Static` is not `yes`",
    ]),
  TableCase(
    "cases", "type=DoorState",
    "| Case | Values |\n|---|---|\n| `.closed` | none |\n| `open` | `angel` |",
    ["2:3 missing-row no row is about `locked`", "5:12 wrong-cell `Values` is not `angel`"]),
  TableCase(
    "what cases carry by its type", "type=DoorState partial",
    "| Case | Values |\n|---|---|\n| `open` | `angle: Int` |\n| `open` | `Int` |"),
  TableCase(
    "what cases carry, of another type", "type=DoorState partial",
    "| Case | Values |\n|---|---|\n| `open` | `angle: Double` |\n| `open` | – |",
    ["4:12 wrong-cell `Values` is not `angle: Double`", "5:12 wrong-cell `Values` is not `–`"]),
  TableCase(
    "parameters by labels, by types and by both", "type=Frame",
    """
    | Method | Parameters |
    |---|---|
    | `hold(door:at:)` | `door`, `at` |
    | `hold(door:at:)` | `door: DoorMachine, at: Int` |
    | `hold(door:at:)` | `DoorMachine` and `Int` |
    | `hold(door:at:)` | `door: DoorMachine, at: Double` |
    """, ["7:22 wrong-cell `Parameters` is not `door: DoorMachine, at: Double`"]),
  TableCase(
    "constants by their paths", "rows=values",
    """
    | Constant | Value | Meaning |
    |---|---|---|
    | `DoorMachine.widest` | `80` | degrees |
    | `DoorMachine.narrowest` | 1 | degrees |
    """,
    [
      "4:26 wrong-cell `Value` is not `80`",
      "5:3 unknown-row the row is about `DoorMachine.narrowest`, which does not exist",
      "5:4 unknown-symbol `DoorMachine` has no member `narrowest`",
    ]),
  TableCase(
    "types", "types=\"Door* Frame\"",
    """
    | Type | Kind | Where | Sendable |
    |---|---|---|---|
    | `DoorState` | struct | [Door.swift](Door.swift) | yes |
    | `DoorMachine` | struct | Door.swift | yes |
    """,
    [
      "2:3 missing-row no row is about `DoorMachine.Event`",
      "2:3 missing-row no row is about `Frame`", "4:17 wrong-cell `Kind` is not `struct`",
    ]),
  TableCase(
    "modules", "modules=House", "| Module | Imports |\n|---|---|\n| `House` | `Street` |",
    ["4:13 wrong-cell `Imports` is not `Street`"]),
  TableCase(
    "a type that is not there", "type=DoorMachin", "| Method |\n|---|\n| a |",
    ["1:26 region-source the sources have no type `DoorMachin`"]),
]

@Suite struct TableRuleTests {
  @Test(arguments: machines + code)
  private func `a table written by hand`(case: TableCase) {
    let findings = Door.findings(on: `case`.page)
    #expect(findings.sorted() == `case`.findings.sorted())
  }

  @Test func `the block after the marker must be a table`() {
    #expect(
      Door.findings(on: "<!-- docgen:verify table machine=Door -->\n\n- a list\n") == [
        "1:1 verify-without-fence `docgen:verify` is followed by a list, not by a table"
      ])
  }
}
