import Diagnostics

/// Compares two sequence diagrams: participants, then the steps in their order, block by block.
struct SequenceComparison {
  let old: SequenceDiagram
  let new: SequenceDiagram
  let oldCast: [Cast]
  let newCast: [Cast]
  let names: NameMatching
  let boxes: GroupMatching
  /// Whether a new box is one change with all that is new in it.
  let isFolded: Bool
  var changes: [DiagramChange] = []
  var removed: [SequenceItem] = []
  var added: [SequenceItem] = []

  /// A participant as the diagram shows it.
  struct Cast {
    var id: String
    var shown: String
    var type = "participant"
    /// The index of its box.
    var box: Int?
    /// Its declaration, or where it is named first.
    var range: SourceRange?
    var isDeclared = false
  }

  init(_ old: SequenceDiagram, _ new: SequenceDiagram, isFolded: Bool = true) {
    self.old = old
    self.new = new
    self.isFolded = isFolded
    let (oldCast, newCast) = (Self.cast(old), Self.cast(new))
    let names = Self.names(old, oldCast, new, newCast)
    func groups(
      _ diagram: SequenceDiagram, _ cast: [Cast], _ key: (String) -> String
    ) -> [GroupMatching.Group] {
      diagram.boxes.enumerated().map { index, box in
        let members = cast.filter { $0.box == index }.map { key($0.id) }
        return GroupMatching.Group(name: box.title.text, members: Set(members))
      }
    }
    boxes = GroupMatching(
      groups(old, oldCast) { names.old($0) }, groups(new, newCast) { names.new($0) })
    (self.oldCast, self.newCast, self.names) = (oldCast, newCast, names)
  }

  /// Which participants of the two sides are the same.
  static func names(_ old: SequenceDiagram, _ new: SequenceDiagram) -> NameMatching {
    names(old, cast(old), new, cast(new))
  }

  static func names(
    _ old: SequenceDiagram, _ oldCast: [Cast], _ new: SequenceDiagram, _ newCast: [Cast]
  ) -> NameMatching {
    var result = NameMatching(
      oldCast.map { ($0.id, $0.shown) }, newCast.map { ($0.id, $0.shown) })
    if result.hasStrangers {
      result.pairRenamed(
        parts(old, oldCast) { result.old($0) }, parts(new, newCast) { result.new($0) })
    }
    return result
  }

  /// What each participant does, in its order.
  static func parts(
    _ diagram: SequenceDiagram, _ cast: [Cast], _ key: (String) -> String
  ) -> [NameMatching.Part] {
    var facts: [String: [String]] = [:]
    for statement in diagram.allStatements {
      switch statement {
      case .message(let message):
        let (from, to) = (message.from.text, message.to.text)
        let text = "\(message.arrow.rawValue) \(message.text)"
        facts[from, default: []].append("to \(from == to ? "itself" : key(to)) \(text)")
        if from != to { facts[to, default: []].append("from \(key(from)) \(text)") }
      case .note(let note):
        for name in note.participants { facts[name.text, default: []].append("note \(note.text)") }
      default: break
      }
    }
    return cast.map {
      NameMatching.Part(id: $0.id, isDeclared: $0.isDeclared, facts: facts[$0.id] ?? [])
    }
  }

  static func cast(_ diagram: SequenceDiagram) -> [Cast] {
    var indices: [String: Int] = [:]
    var result: [Cast] = []
    var boxCount = 0
    func visit(_ statements: [SequenceStatement], box: Int?) {
      for statement in statements {
        for name in statement.participants where indices[name.text] == nil {
          indices[name.text] = result.count
          result.append(Cast(id: name.text, shown: name.text, range: name.range))
        }
        switch statement {
        case .participant(let participant):
          guard let index = indices[participant.id.text] else { continue }
          result[index].shown = participant.label?.text ?? result[index].shown
          result[index].type = participant.type
          result[index].box = box ?? result[index].box
          result[index].range = participant.range
          result[index].isDeclared = !participant.isCreated
        case .box(let inner):
          boxCount += 1
          visit(inner.statements, box: boxCount - 1)
        case .block(let block):
          for branch in block.branches { visit(branch.statements, box: nil) }
        default: break
        }
      }
    }
    visit(diagram.statements, box: nil)
    return result
  }

  mutating func run() -> [DiagramChange] {
    compareBoxes()
    compareCast()
    compareLinks()
    var items = SequenceItems()
    let (names, old, new) = (names, old, new)
    let left = items.items(old.statements) { names.old($0) }
    let right = items.items(new.statements) { names.new($0) }
    compare(left, right)
    reportMoves()
    return MetadataComparison.changes(SequenceModel(old).metadata, SequenceModel(new).metadata)
      + changes
  }

  mutating func compareBoxes() {
    for pair in boxes.pairs {
      let (left, right) = (old.boxes[pair.old], new.boxes[pair.new])
      guard left.title != right.title else { continue }
      changes.append(
        DiagramChange(
          .relabelled, .box, right.title.text, old: left.title.range ?? left.range,
          new: right.title.range ?? right.range, "the box `\(left.title)` is now `\(right.title)`"))
    }
    for index in boxes.removed {
      let box = old.boxes[index]
      let content = content(of: index, oldCast) { !names.hasOld($0) }
      changes.append(
        DiagramChange(
          .removed, .box, box.title.text, old: box.range,
          "the box `\(box.title)` is gone\(content)"))
    }
    for index in boxes.added {
      let box = new.boxes[index]
      let content = content(of: index, newCast) { !names.hasNew($0) }
      changes.append(
        DiagramChange(
          .added, .box, box.title.text, new: box.range,
          "the box `\(box.title)` is new\(content)"))
    }
  }

  /// `, with A and B`: the participants that are part of the same news.
  private func content(of box: Int, _ cast: [Cast], where isNews: (String) -> Bool) -> String {
    guard isFolded else { return "" }
    return DiagramChange.content(cast.filter { $0.box == box && isNews($0.id) }.map(\.shown))
  }

  mutating func compareLinks() {
    func links(
      _ diagram: SequenceDiagram, _ key: (String) -> String
    ) -> [MetadataComparison.Interaction] {
      diagram.allStatements.compactMap { statement in
        guard case .link(let link) = statement else { return nil }
        return MetadataComparison.Interaction(
          owner: [key(link.participant.text), link.kind.rawValue], shown: link.participant.text,
          content: [link.text.text], range: link.range)
      }
    }
    changes += MetadataComparison.changes(
      links(old) { names.old($0) }, links(new) { names.new($0) })
  }

  mutating func compareCast() {
    let olds = Dictionary(oldCast.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let news = Dictionary(newCast.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for pair in names.pairs {
      guard let left = olds[pair.old], let right = news[pair.new] else { continue }
      func report(_ kind: DiagramChange.Kind, _ sentence: String) {
        changes.append(
          DiagramChange(
            kind, .participant, right.shown, old: left.range, new: right.range,
            sentence))
      }
      if left.shown != right.shown {
        report(.relabelled, "`\(left.shown)` is now shown as `\(right.shown)`")
      }
      if left.type != right.type {
        report(.changed, "`\(right.shown)` was a \(left.type) and is a \(right.type)")
      }
      if boxes.isMove(from: left.box, to: right.box) {
        let before = left.box.map { old.boxes[$0].title.text } ?? "no box"
        let after = right.box.map { new.boxes[$0].title.text } ?? "no box"
        report(.moved, "`\(right.shown)` was in `\(before)` and is in `\(after)`")
      }
    }
    for cast in oldCast where cast.isDeclared && !names.hasOld(cast.id) {
      // What stands in a box that is gone, or new, goes and comes with it.
      if isFolded, cast.box.map(boxes.removed.contains) == true { continue }
      changes.append(
        DiagramChange(
          .removed, .participant, cast.shown, old: cast.range,
          "the participant `\(cast.shown)` is gone"))
    }
    for cast in newCast where cast.isDeclared && !names.hasNew(cast.id) {
      if isFolded, cast.box.map(boxes.added.contains) == true { continue }
      changes.append(
        DiagramChange(
          .added, .participant, cast.shown, new: cast.range,
          "the participant `\(cast.shown)` is new"))
    }
  }
}
