import Diagnostics
import Rules
import Testing

/// One wrong name in a hand-drawn sequence diagram is one finding, however many messages have it.
@Suite struct WrongNameTests {
  private func findings(_ old: String, _ new: String) -> [String] {
    let page = """
      <!-- docgen:verify sequence scenarios=visit -->
      ```mermaid
      sequenceDiagram
        Guest->>Bell: ring(long)
        Bell-->>Guest: Sound
        Guest->>Door: push()
        Guest->>Door: pull()
      ```

      """.replacing(old, with: new)
    return Door.diagnostics(on: page).map { diagnostic in
      diagnostic.line
        + diagnostic.evidence.filter { $0.kind == .help }.map { " (\($0.text))" }.joined()
    }
  }

  @Test func `a diagram without a wrong name has no finding`() {
    #expect(findings("x", "x") == [])
  }

  @Test func `a participant that matches another name`() {
    #expect(
      findings("Bell", "Chime") == [
        "4:11 unknown-participant no scenario has a participant `Chime` (did you mean `Bell`?)"
      ])
    #expect(
      findings("Door", "Gate") == [
        "6:11 unknown-participant no scenario has a participant `Gate` (did you mean `Door`?)"
      ])
  }

  @Test func `two wrong participants`() {
    let found = findings("Guest", "Visitor").count
    #expect(found == 1)
  }

  @Test func `a participant without a match`() {
    #expect(
      findings("  Guest->>Door: push()", "  Guest->>Porter: greet()\n  Guest->>Door: push()") == [
        "6:11 unknown-participant no scenario has a participant `Porter`"
      ])
  }

  @Test func `a wrong label`() {
    #expect(findings("push()", "shove()").count == 1)
    #expect(findings("push()", "shove()").first?.hasPrefix("6:17 message-label") == true)
  }

  @Test func `a wrong name does not hide another mistake`() {
    let found = findings("Bell-->>Guest: Sound", "Bell-->>Guest: Silence")
    #expect(found.count == 1)
    #expect(
      findings("  Guest->>Door: push()\n", "  Guest->>Dor: push()\n  Guest->>Dor: ring()\n").count
        >= 2)
  }
}
