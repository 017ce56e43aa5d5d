/// A random sequence diagram with distinct steps, as a base for single changes.
struct SequenceWorld {
  enum Edit: String, CaseIterable {
    case addMessage, removeMessage, relabelMessage, redirectTarget, redirectSource, changeArrow
    case moveMessage, moveIntoBlock, addNote, removeNote, relabelNote, redirectNote, loopCount
    case changeBlock, wrapInBlock, unwrapBlock, addBranch, removeBranch, relabelBranch
    case addActivation, removeActivation, addParticipant, relabelParticipant, changeParticipant
    case moveParticipant, relabelBox, numbering, addNumbering, central, link, addLink, title
    case create, renameParticipant, moveToNewBox, wrapInBox, addBox, addBlock

    var change: String {
      switch self {
      case .addMessage: "added message"
      case .removeMessage: "removed message"
      case .relabelMessage: "relabelled message"
      case .redirectTarget, .redirectSource: "redirected message"
      case .changeArrow, .central: "changed message"
      case .moveMessage, .moveIntoBlock: "moved message"
      case .addNote: "added note"
      case .removeNote: "removed note"
      case .relabelNote: "relabelled note"
      case .redirectNote: "redirected note"
      case .loopCount: "relabelled block"
      case .changeBlock: "changed block"
      case .wrapInBlock, .addBlock: "added block"
      case .unwrapBlock: "removed block"
      case .addBranch: "added branch"
      case .removeBranch: "removed branch"
      case .relabelBranch: "relabelled branch"
      case .addActivation: "added activation"
      case .removeActivation: "removed activation"
      case .addParticipant: "added participant"
      case .create: "added lifeline"
      case .relabelParticipant, .renameParticipant: "relabelled participant"
      case .changeParticipant: "changed participant"
      case .moveParticipant, .moveToNewBox: "moved participant"
      case .wrapInBox, .addBox: "added box"
      case .relabelBox: "relabelled box"
      case .numbering: "changed numbering"
      case .addNumbering: "added numbering"
      case .link: "changed link"
      case .addLink: "added link"
      case .title: "changed title"
      }
    }
  }

  private var random: DiagramGenerator
  private let steps: [String]

  private static let head = [
    "accTitle: a title", "box Aqua One box", "participant A as Alice", "participant B", "end",
    "participant C", "actor D", "link A: Docs @ https://a.b",
  ]
  private static let blocks = [
    "loop 3 times", "A->>B: inside 1", "B->>C: inside 2", "end", "alt yes", "C->>D: yes 1",
    "C->>D: yes 2", "else no", "D->>C: no 1", "D-->>C: no 2", "end", "Note over A: a note",
  ]

  init(seed: UInt64) {
    random = DiagramGenerator(seed: seed &+ 1_700)
    let names = ["A", "B", "C", "D"]
    var steps: [String] = []
    for number in 0..<random.number(6..<14) {
      let from = random.number(0..<4)
      steps.append("\(names[from])->>\(names[(from + 1) % 4]): step \(number)")
    }
    self.steps = steps
  }

  private static func text(_ head: [String], _ steps: [String]) -> String {
    "sequenceDiagram\n" + (head + steps).map { "  \($0)\n" }.joined()
  }

  mutating func edited(_ edit: Edit) -> (old: String, new: String) {
    var (head, steps) = (Self.head, self.steps)
    let split = random.number(1..<steps.count)
    steps.insert(contentsOf: Self.blocks, at: split)
    var old = Self.text(head, steps)
    let first = random.number(0..<split)
    let message = steps[first]
    func replace(_ part: String, _ with: String) {
      for index in steps.indices { steps[index] = steps[index].replacing(part, with: with) }
      for index in head.indices { head[index] = head[index].replacing(part, with: with) }
    }
    switch edit {
    case .addMessage: steps.insert("D->>A: something new", at: first)
    case .removeMessage: steps.remove(at: first)
    case .relabelMessage: replace(": inside 1", ": something else")
    case .redirectTarget: replace("A->>B: inside 1", "A->>D: inside 1")
    case .redirectSource: replace("A->>B: inside 1", "D->>B: inside 1")
    case .changeArrow: steps[first] = message.replacing("->>", with: "-->>")
    case .central: steps[first] = message.replacing("->>", with: "->>()")
    case .moveMessage:
      steps.remove(at: first)
      steps.append(message)
    case .moveIntoBlock:
      steps.remove(at: first)
      if let end = steps.firstIndex(of: "end") { steps.insert(message, at: end) }
    case .addNote: steps.insert("Note left of C: something new", at: first)
    case .removeNote: replace("Note over A: a note", "")
    case .relabelNote: replace("a note", "another note")
    case .redirectNote: replace("Note over A", "Note over D")
    case .loopCount: replace("loop 3 times", "loop 5 times")
    case .changeBlock: replace("loop 3 times", "opt 3 times")
    case .wrapInBlock:
      steps.insert("end", at: first + 1)
      steps.insert("opt perhaps", at: first)
    case .unwrapBlock:
      replace("loop 3 times", "")
      if let end = steps.firstIndex(of: "end") { steps.remove(at: end) }
    case .addBranch: replace("else no", "else perhaps\nD->>A: perhaps\nelse no")
    case .removeBranch:
      guard let start = steps.firstIndex(of: "else no") else { break }
      steps.removeSubrange(start..<start + 3)
    case .relabelBranch: replace("else no", "else never")
    case .addActivation: steps[first] = message.replacing("->>", with: "->>+")
    case .removeActivation:
      old = old.replacing("A->>B: inside 1", with: "A->>+B: inside 1")
    case .addParticipant: head.append("participant E")
    case .create:
      steps.append("create participant Z")
      steps.append("A->>Z: made")
      old += "  participant Z\n  A->>Z: made\n"
      return (old.replacing("  participant Z\n", with: ""), Self.text(head, steps))
    case .relabelParticipant: replace("as Alice", "as Alicia")
    case .renameParticipant:
      for (part, with) in [
        ("C->>", "Z->>"), (">>C:", ">>Z:"), ("C-->>", "Z-->>"), ("nt C", "nt Z"),
      ] {
        replace(part, with)
      }
    case .moveToNewBox: replace("participant B", "end\nbox Fresh\nparticipant B")
    case .wrapInBox: replace("participant C", "box Fresh\nparticipant C\nend")
    case .addBox: head += ["box Fresh", "participant X", "actor Y as Yvonne", "end"]
    case .addBlock:
      steps.insert("opt fresh\nA->>B: new 1\nNote over B: new\nB-->>A: new 2\nend", at: first)
    case .changeParticipant: replace("actor D", "participant D")
    case .moveParticipant:
      head.removeAll { $0 == "participant B" }
      head.append("participant B")
    case .relabelBox: replace("Aqua One box", "Aqua Another box")
    case .numbering:
      old = Self.text(head + ["autonumber"], steps)
      head.append("autonumber 5 5")
    case .addNumbering: head.append("autonumber")
    case .link: replace("https://a.b", "https://a.c")
    case .addLink: head.append("link D: Code @ https://x.y")
    case .title: replace("a title", "the title")
    }
    return (old, Self.text(head, steps))
  }

  /// The same diagram written differently: other ids with the same names, comments, explicit
  /// activations.
  mutating func disguised() -> (old: String, new: String) {
    var steps = self.steps + Self.blocks + ["A->>+B: work", "B-->>-A: done"]
    let old = Self.text(Self.head, steps)
    steps.insert("%% a comment", at: random.number(0..<self.steps.count))
    let spelled = steps.map { step in
      step.replacing("A->>+B: work", with: "A->>B: work\nactivate B")
        .replacing("B-->>-A: done", with: "B-->>A: done\ndeactivate B")
    }
    let new = Self.text(Self.head, spelled).replacing("as Alice", with: "as  Alice")
      .replacing("A->>", with: "QQ->>").replacing(">>A", with: ">>QQ")
      .replacing("participant A ", with: "participant QQ ").replacing("over A", with: "over QQ")
      .replacing("link A:", with: "link QQ:").replacing(": step", with: ":   step")
    return (old, new)
  }
}
