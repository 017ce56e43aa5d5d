import DocgenKit
import Testing

/// Results in comments of Swift blocks, compared with actual ones.
@Suite struct ResultTextTests {
  @Test(arguments: [
    ("70", "70", true), ("70", "71", false), ("", "", true), ("", "7", false),
    ("a …", "a b c", true), ("… c", "a b c", true), ("a … c", "a b c", true),
    ("a … c", "a c", false), ("…", "", true), ("a … b … c", "a 1 b 2 c", true),
    ("a … b … c", "a 1 c", false), ("one\ntwo", "one  \ntwo\n", true), ("one …", "two", false),
    ("x…x", "x", false),
  ])
  func `a wildcard stands for any text`(expected: String, actual: String, agrees: Bool) {
    #expect(ResultText.agrees(expected, actual) == agrees)
  }

  @Test(arguments: [
    ("took … ms, 3 doors", "took 12 ms, 4 doors", "took … ms, 4 doors"),
    ("3", "4", "4"), ("", "4", "4"), ("…", "anything at all", "…"),
    ("Door(width: 80, isOpen: …)", "Door(width: 90, isOpen: false)", "Door(width: 90, isOpen: …)"),
    ("… and …", "one or two", "…"),
  ])
  func `an updated result keeps its wildcards`(old: String, actual: String, new: String) {
    let updated = ResultText.updated(old, with: actual)
    #expect(updated == new || ResultText.agrees(updated, actual) && updated.contains("…"))
    #expect(ResultText.agrees(updated, actual))
  }

  @Test func `types of a block have no module name`() {
    let text = "[Blocks.(unknown context at $55aa01).Key(teeth: 5), Doors.Door()]"
    #expect(ResultText.withoutContext(text, module: "Blocks") == "[Key(teeth: 5), Doors.Door()]")
  }
}
