/// A random state diagram with distinct statements, as a base for single changes.
struct StateWorld {
  enum Edit: String, CaseIterable {
    case addTransition, removeTransition, relabelTransition, dropLabel, redirectTarget
    case redirectSource, moveTransition, addState, removeState, relabelState, changeKind
    case moveState, moveRegion, addNote, removeNote, relabelNote, turnNote, redirectNote
    case addComposite, insertRegion, removeRegion, splitRegion, joinRegions, renameState
    case renameComposite
    case direction, innerDirection, title, description, addTitle, link, addLink, tooltip

    var change: String {
      switch self {
      case .addTransition: "added transition"
      case .addComposite: "added state"
      case .removeTransition: "removed transition"
      case .relabelTransition, .dropLabel: "relabelled transition"
      case .redirectTarget, .redirectSource: "redirected transition"
      case .moveTransition: "moved transition"
      case .addState: "added state"
      case .removeState: "removed state"
      case .relabelState, .renameState, .renameComposite: "relabelled state"
      case .insertRegion: "added transition"
      case .removeRegion: "removed transition"
      case .splitRegion: "added region"
      case .joinRegions: "removed region"
      case .changeKind, .innerDirection: "changed state"
      case .moveState, .moveRegion: "moved state"
      case .addNote: "added note"
      case .removeNote: "removed note"
      case .relabelNote: "relabelled note"
      case .turnNote: "moved note"
      case .redirectNote: "redirected note"
      case .direction: "changed direction"
      case .title, .description: "changed title"
      case .addTitle: "added title"
      case .link, .tooltip: "changed link"
      case .addLink: "added link"
      }
    }
  }

  private var random: DiagramGenerator
  private let lines: [String]
  /// The regions of a composite.
  private let regions: [[String]]

  init(seed: UInt64) {
    random = DiagramGenerator(seed: seed &+ 900)
    var lines = (0..<random.number(4..<9)).map { "s\($0) --> s\($0 + 1): event \($0)" }
    lines += ["s0 : the first", "s1 --> fork0", "[*] --> s0"]
    lines += ["lone0", "note left of s1 : one note", "note right of s2 : another note"]
    lines += ["accTitle: a title", "accDescr: a text", "click s1 \"https://a.b\" \"tip\""]
    self.lines = lines
    regions = [
      ["i0 --> i1: go", "i1 --> i2: on", "lone1"], ["o0 --> o1"], ["q0 --> q1", "[*] --> q0"],
    ]
  }

  private func text(_ lines: [String], _ regions: [[String]]) -> String {
    let body = regions.map { $0.map { "    \($0)\n" }.joined() }.joined(separator: "    --\n")
    // A fork that is used before its declaration would be a plain state.
    return "stateDiagram-v2\n  state fork0 <<fork>>\n" + lines.map { "  \($0)\n" }.joined()
      + "  state Box {\n\(body)  }\n"
      + "  state Plain {\n    direction LR\n    p0 --> p1\n  }\n"
  }

  mutating func edited(_ edit: Edit) -> (old: String, new: String) {
    var (lines, regions) = (random.shuffled(lines), regions)
    let old = text(lines, regions)
    func replace(_ part: String, _ with: String) {
      for index in lines.indices { lines[index] = lines[index].replacing(part, with: with) }
    }
    let place = random.number(0..<lines.count)
    switch edit {
    case .addTransition: lines.insert("s2 --> s0: something new", at: place)
    case .removeTransition: lines.removeAll { $0.hasSuffix("event 2") }
    case .relabelTransition: replace("event 1", "another event")
    case .dropLabel: replace(": event 1", "")
    case .redirectTarget: replace("s2 --> s3", "s2 --> s1")
    case .redirectSource: replace("s2 --> s3", "s0 --> s3")
    case .moveTransition:
      regions[0].removeAll { $0 == "i0 --> i1: go" }
      lines.insert("i0 --> i1: go", at: place)
      regions[0] += ["i0"]
    case .addState: lines.insert("lone9 : a state of its own", at: place)
    case .removeState: lines.removeAll { $0 == "lone0" }
    case .relabelState: replace("the first", "the very first")
    case .changeKind:
      return (old, text(lines, regions).replacing("<<fork>>", with: "<<join>>"))
    case .moveState:
      lines.removeAll { $0 == "lone0" }
      regions[0].append("lone0")
    case .moveRegion:
      regions[0].removeAll { $0 == "lone1" }
      regions[1].append("lone1")
    case .addComposite:
      lines.insert(
        "state Fresh {\n[*] --> f0\nf0 --> f1: go\nstate Deep {\nf2 --> f3\n}\n"
          + "f1 --> Deep\nf4 : alone\nnote left of f0 : fresh\n}", at: place)
    case .insertRegion: regions.insert(["n0 --> n1"], at: random.number(0..<4))
    case .removeRegion: regions.remove(at: 1)
    case .splitRegion: regions[0...0] = [Array(regions[0][..<2]), Array(regions[0][2...])]
    case .joinRegions: regions[1...2] = [regions[1] + regions[2]]
    case .renameState: replace("s2", "other")
    case .renameComposite:
      return (old, text(lines, regions).replacing("state Box", with: "state Crate"))
    case .addNote: lines.insert("note left of s3 : a new note", at: place)
    case .removeNote: lines.removeAll { $0.hasSuffix("one note") }
    case .relabelNote: replace("one note", "one other note")
    case .turnNote: replace("note left of s1", "note right of s1")
    case .redirectNote: replace("note left of s1", "note left of s3")
    case .direction: lines.insert("direction RL", at: place)
    case .innerDirection:
      return (old, text(lines, regions).replacing("direction LR", with: "direction BT"))
    case .title: replace("a title", "the title")
    case .description: replace("a text", "the text")
    case .addTitle: return ("---\nfoo: x\n---\n" + old, "---\ntitle: x\n---\n" + old)
    case .link: replace("https://a.b", "https://a.c")
    case .tooltip: replace("\"tip\"", "\"hint\"")
    case .addLink: lines.insert("click s2 href \"https://x.y\"", at: place)
    }
    return (old, text(lines, regions))
  }

  /// The same diagram written differently: another order, other ids with the same labels, styles,
  /// comments.
  mutating func disguised() -> (old: String, new: String) {
    let aliased = lines + ["state \"Shown\" as z1", "z1 --> s0: z"]
    var other = random.shuffled(aliased).map { $0.replacing("z1", with: "z2") }
    other.insert("%% a comment", at: random.number(0..<other.count))
    other += ["classDef hot fill:#f00", "class s1 hot", "style s2 fill:#0f0", "s1"]
    let new = text(
      random.shuffled(other), random.shuffled(regions).map { random.shuffled($0) })
    return (text(aliased, regions), new.replacing(" --> ", with: "   -->  "))
  }
}

extension DiagramGenerator {
  mutating func shuffled<T>(_ list: [T]) -> [T] {
    var list = list
    for index in stride(from: list.count - 1, to: 0, by: -1) {
      list.swapAt(index, number(0..<index + 1))
    }
    return list
  }
}
