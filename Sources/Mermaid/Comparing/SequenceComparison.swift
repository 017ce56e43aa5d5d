import Diagnostics

/// Compares two sequence diagrams: participants, then the steps in their order, block by block.
struct SequenceComparison {
  private let old: SequenceDiagram
  private let new: SequenceDiagram
  private let oldCast: [Cast]
  private let newCast: [Cast]
  private let names: NameMatching
  private let boxes: GroupMatching
  private var changes: [DiagramChange] = []
  private var removed: [SequenceItem] = []
  private var added: [SequenceItem] = []

  /// A participant as the diagram shows it.
  private struct Cast {
    var id: String
    var shown: String
    var type = "participant"
    /// The index of its box.
    var box: Int?
    /// Its declaration, or where it is named first.
    var range: SourceRange?
    var isDeclared = false
  }

  init(_ old: SequenceDiagram, _ new: SequenceDiagram) {
    self.old = old
    self.new = new
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

  private static func names(
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
  private static func parts(
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

  private static func cast(_ diagram: SequenceDiagram) -> [Cast] {
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

  private mutating func compareBoxes() {
    for pair in boxes.pairs {
      let (left, right) = (old.boxes[pair.old], new.boxes[pair.new])
      guard left.title != right.title else { continue }
      changes.append(
        DiagramChange(
          .relabelled, .box, right.title.text, old: left.title.range ?? left.range,
          new: right.title.range ?? right.range, "the box `\(left.title)` is now `\(right.title)`"))
    }
    for box in boxes.removed.map({ old.boxes[$0] }) {
      changes.append(
        DiagramChange(
          .removed, .box, box.title.text, old: box.range, "the box `\(box.title)` is gone"))
    }
    for box in boxes.added.map({ new.boxes[$0] }) {
      changes.append(
        DiagramChange(
          .added, .box, box.title.text, new: box.range, "the box `\(box.title)` is new"))
    }
  }

  private mutating func compareLinks() {
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

  private mutating func compareCast() {
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
      changes.append(
        DiagramChange(
          .removed, .participant, cast.shown, old: cast.range,
          "the participant `\(cast.shown)` is gone"))
    }
    for cast in newCast where cast.isDeclared && !names.hasNew(cast.id) {
      changes.append(
        DiagramChange(
          .added, .participant, cast.shown, new: cast.range,
          "the participant `\(cast.shown)` is new"))
    }
  }
}

// MARK: - Steps

extension SequenceComparison {
  private mutating func compare(_ left: [SequenceItem], _ right: [SequenceItem]) {
    var (nextLeft, nextRight) = (0, 0)
    let pairs = Alignment.pairs(left.map(\.number), right.map(\.number))
    for pair in pairs + [(left.count, right.count)] {
      compareGap(Array(left[nextLeft..<pair.old]), Array(right[nextRight..<pair.new]))
      (nextLeft, nextRight) = (pair.old + 1, pair.new + 1)
    }
  }

  /// Steps between two that agree: the most similar ones belong together, in their order.
  private mutating func compareGap(_ left: [SequenceItem], _ right: [SequenceItem]) {
    guard !left.isEmpty, !right.isEmpty else {
      removed += left
      added += right
      return
    }
    var (left, right) = (left, right)
    takeWrapped(&left, &right, isNew: true)
    takeWrapped(&right, &left, isNew: false)
    var (nextLeft, nextRight) = (0, 0)
    for pair in SequenceSimilarity.pairs(left, right) + [(left.count, right.count)] {
      removed += left[nextLeft..<pair.old]
      added += right[nextRight..<pair.new]
      if pair.old < left.count { compare(left[pair.old], right[pair.new]) }
      (nextLeft, nextRight) = (pair.old + 1, pair.new + 1)
    }
  }

  /// Blocks on one side whose steps all stand on the other side without the block.
  private mutating func takeWrapped(
    _ plain: inout [SequenceItem], _ blocks: inout [SequenceItem], isNew: Bool
  ) {
    for item in blocks {
      guard case .block(let block, let branches) = item.step else { continue }
      let inner = branches.flatMap { $0.map(\.number) }
      guard !inner.isEmpty, let start = plain.firstRun(of: inner) else { continue }
      let run = plain[start..<start + inner.count]
      plain.removeSubrange(start..<start + inner.count)
      blocks.removeAll { $0.range == item.range && $0.number == item.number }
      let around = run.count == 1 ? "one step" : "\(run.count) steps"
      changes.append(
        DiagramChange(
          isNew ? .added : .removed, .block, block.subject,
          old: isNew ? run.first?.range : item.range, new: isNew ? item.range : run.first?.range,
          isNew
            ? "`\(block.subject)` now stands around \(around)"
            : "`\(block.subject)` no longer stands around \(around)"))
    }
  }

  private mutating func compare(_ left: SequenceItem, _ right: SequenceItem) {
    switch (left.step, right.step) {
    case (.message(let before), .message(let after)):
      compare(before, after, left.keys, right.keys)
    case (.note(let before), .note(let after)):
      let kind: DiagramChange.Kind = before.text != after.text ? .relabelled : .redirected
      changes.append(
        DiagramChange(
          kind, .note, after.text.text, old: before.text.range ?? left.range,
          new: after.text.range ?? right.range,
          kind == .relabelled
            ? "the note said `\(before.text)` and says `\(after.text)`"
            : "the note `\(after.text)` stands elsewhere now"))
    case (.autonumber, .autonumber):
      changes.append(
        DiagramChange(
          .changed, .numbering, "autonumber", old: left.range, new: right.range,
          "the numbering of messages has changed"))
    case (.block(let before, let leftBranches), .block(let after, let rightBranches)):
      compare(before, leftBranches, after, rightBranches)
    default: break
    }
  }

  private mutating func compare(
    _ before: Message, _ after: Message, _ left: [String], _ right: [String]
  ) {
    func report(
      _ kind: DiagramChange.Kind, _ old: SourceRange?, _ new: SourceRange?, _ sentence: String
    ) {
      changes.append(
        DiagramChange(
          kind, .message, after.subject, old: old ?? before.range, new: new ?? after.range,
          sentence))
    }
    if left != right {
      report(
        .redirected, before.range, after.range, "`\(before.subject)` is now `\(after.subject)`")
    }
    if before.text != after.text {
      report(
        .relabelled, before.text.range, after.text.range,
        "`\(before.line)` said `\(before.text)` and says `\(after.text)`")
    }
    if before.arrow != after.arrow || before.central != after.central {
      report(
        .changed, before.range, after.range,
        "the arrow of `\(after.subject)` was `\(before.arrow.rawValue)` and is "
          + "`\(after.arrow.rawValue)`")
    }
  }
}

// MARK: - Blocks

extension SequenceComparison {
  private mutating func compare(
    _ before: SequenceBlock, _ left: [[SequenceItem]], _ after: SequenceBlock,
    _ right: [[SequenceItem]]
  ) {
    if before.kind != after.kind {
      changes.append(
        DiagramChange(
          .changed, .block, after.subject, old: before.branches.first?.range ?? before.range,
          new: after.branches.first?.range ?? after.range,
          "the `\(before.kind.rawValue)` is now a `\(after.kind.rawValue)`"))
    }
    var (nextLeft, nextRight) = (0, 0)
    for pair in branchPairs(before, left, after, right) + [(left.count, right.count)] {
      for index in nextLeft..<pair.0 {
        report(.removed, before, index, "is gone")
      }
      for index in nextRight..<pair.1 {
        report(.added, after, index, "is new")
      }
      if pair.0 < left.count {
        compareLabels(before, pair.0, after, pair.1)
        compare(left[pair.0], right[pair.1])
      }
      (nextLeft, nextRight) = (pair.0 + 1, pair.1 + 1)
    }
  }

  /// The first branches belong together; the others by their texts, or else in order.
  private func branchPairs(
    _ before: SequenceBlock, _ left: [[SequenceItem]], _ after: SequenceBlock,
    _ right: [[SequenceItem]]
  ) -> [(Int, Int)] {
    if left.count == right.count { return Array(zip(left.indices, right.indices)) }
    var numbers: [[String]: Int] = [:]
    func number(_ block: SequenceBlock, _ items: [[SequenceItem]], _ index: Int) -> Int {
      let key = [block.branches[index].label.text]
      let found = numbers[key] ?? numbers.count
      numbers[key] = found
      return found
    }
    let olds = left.indices.map { number(before, left, $0) }
    let news = right.indices.map { number(after, right, $0) }
    return Alignment.pairs(olds, news).map { ($0.old, $0.new) }
  }

  private mutating func report(
    _ kind: DiagramChange.Kind, _ block: SequenceBlock, _ index: Int, _ words: String
  ) {
    let branch = block.branches[index]
    let word = index == 0 ? block.kind.rawValue : block.kind.separator ?? ""
    changes.append(
      DiagramChange(
        kind, .branch, "\(word) \(branch.label)", old: kind == .removed ? branch.range : nil,
        new: kind == .added ? branch.range : nil, "the branch `\(word) \(branch.label)` \(words)"))
  }

  private mutating func compareLabels(
    _ before: SequenceBlock, _ left: Int, _ after: SequenceBlock, _ right: Int
  ) {
    let (old, new) = (before.branches[left], after.branches[right])
    guard old.label != new.label else { return }
    let word = right == 0 ? after.kind.rawValue : after.kind.separator ?? ""
    changes.append(
      DiagramChange(
        .relabelled, right == 0 ? .block : .branch, "\(word) \(new.label)",
        old: old.label.range ?? old.range, new: new.label.range ?? new.range,
        "the `\(word)` said `\(old.label)` and says `\(new.label)`"))
  }
}

// MARK: - What is left

extension SequenceComparison {
  /// Steps that are gone here and new there have moved.
  private mutating func reportMoves() {
    var pairing = Pairing(removed, added)
    for (left, right) in pairing.take(old: { $0.number }, new: { $0.number }) {
      changes.append(
        DiagramChange(
          .moved, right.element, right.subject, old: left.range, new: right.range,
          "`\(right.subject)` stands elsewhere now"))
    }
    for item in pairing.removed {
      changes.append(
        DiagramChange(
          .removed, item.element, item.subject, old: item.range, "`\(item.subject)` is gone"))
    }
    for item in pairing.added {
      changes.append(
        DiagramChange(
          .added, item.element, item.subject, new: item.range, "`\(item.subject)` is new"))
    }
  }
}

extension [SequenceItem] {
  /// Where the numbers stand next to each other.
  fileprivate func firstRun(of numbers: [Int]) -> Int? {
    guard let first = numbers.first, numbers.count <= count else { return nil }
    return (0...(count - numbers.count)).first { start in
      self[start].number == first
        && zip(self[start...], numbers).allSatisfy { $0.number == $1 }
    }
  }
}
