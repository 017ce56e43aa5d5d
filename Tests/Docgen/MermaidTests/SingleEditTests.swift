import Facts
import Mermaid
import Testing

/// One edit at a random place of a random diagram is reported as one change of its kind; an edit
/// without meaning is not reported.
@Suite struct SingleEditTests {
  @Test func `each edit of a state diagram is one change`() {
    for seed in 0..<Amount.of(20, full: 1_000) {
      var world = StateWorld(seed: UInt64(seed))
      for edit in StateWorld.Edit.allCases {
        let (old, new) = world.edited(edit)
        check("\(edit)", edit.change, old, new)
      }
    }
  }

  @Test func `each edit of a sequence diagram is one change`() {
    for seed in 0..<Amount.of(20, full: 1_000) {
      var world = SequenceWorld(seed: UInt64(seed))
      for edit in SequenceWorld.Edit.allCases {
        let (old, new) = world.edited(edit)
        check("\(edit)", edit.change, old, new)
      }
    }
  }

  @Test func `each edit of a class diagram is one change`() {
    for seed in 0..<Amount.of(20, full: 1_000) {
      var world = ClassWorld(seed: UInt64(seed))
      for edit in ClassWorld.Edit.allCases {
        let (old, new) = world.edited(edit)
        check("\(edit)", edit.change, old, new)
      }
    }
  }

  /// Expects one change, `kind element`, and the opposite change when the edit is undone.
  private func check(_ edit: String, _ expected: String, _ old: String, _ new: String) {
    #expect(changes(old, new) == [expected], "\(edit)\n\(old)\n=>\n\(new)")
    let undone =
      expected.hasPrefix("added")
      ? expected.replacing("added", with: "removed")
      : expected.replacing("removed", with: "added")
    #expect(changes(new, old) == [undone], "\(edit) undone\n\(new)\n=>\n\(old)")
  }

  @Test func `edits without meaning are not changes`() {
    for seed in 0..<Amount.of(20, full: 1_000) {
      var states = StateWorld(seed: UInt64(seed))
      var sequences = SequenceWorld(seed: UInt64(seed))
      var classes = ClassWorld(seed: UInt64(seed))
      for (old, new) in [states.disguised(), sequences.disguised(), classes.disguised()] {
        #expect(changes(old, new) == [], "\(old)\n=>\n\(new)")
        #expect(changes(new, old) == [], "\(new)\n=>\n\(old)")
      }
    }
  }

  private func changes(_ old: String, _ new: String) -> [String]? {
    let (before, after) = (MermaidParser.parse(old), MermaidParser.parse(new))
    #expect(before.errors.map(\.message) == [], "\(old)")
    #expect(after.errors.map(\.message) == [], "\(new)")
    return MermaidComparison.changes(from: before.diagram, to: after.diagram)?.map { change in
      #expect(!change.saysNothing, "\(change.message)\n\(old)\n=>\n\(new)")
      return "\(change.kind.rawValue) \(change.fact.kind.rawValue)"
    }
  }
}
