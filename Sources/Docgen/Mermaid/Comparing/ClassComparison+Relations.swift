extension ClassComparison {
  /// A relation without its direction of writing: `A <|-- B` is `B --|> A`.
  struct RelationKey: Hashable {
    var names: [String]
    var ends: [String]
    var line: ClassRelation.Line
    var label: String
    var cardinalities: [String]
  }

  func key(_ relation: ClassModel.Relation, isOld: Bool) -> RelationKey {
    func name(_ name: Name, isInterface: Bool) -> String {
      if isInterface { return "()" + name.text }
      return isOld ? names.old(name.text) : names.new(name.text)
    }
    let sides = [
      (
        name(relation.from.name, isInterface: relation.fromIsInterface),
        relation.from.end?.rawValue ?? "", relation.from.cardinality?.text ?? ""
      ),
      (
        name(relation.to.name, isInterface: relation.toIsInterface),
        relation.to.end?.rawValue ?? "", relation.to.cardinality?.text ?? ""
      ),
    ].sorted { $0 < $1 }
    return RelationKey(
      names: sides.map(\.0), ends: sides.map(\.1), line: relation.line,
      label: relation.label?.text ?? "", cardinalities: sides.map(\.2))
  }

  mutating func compareRelations() {
    var pairing = Pairing(old.relations, new.relations)
    _ = pairing.take(old: { key($0, isOld: true) }, new: { key($0, isOld: false) })
    for (left, right) in pairing.take(
      old: { key($0, isOld: true).withoutLabel }, new: { key($0, isOld: false).withoutLabel })
    {
      changes.append(
        DiagramChange(
          .relabelled, .relation, right.subject, old: left.label?.range ?? left.range,
          new: right.label?.range ?? right.range,
          "`\(right.subject)` was labelled `\(left.label?.text ?? "")` and is labelled "
            + "`\(right.label?.text ?? "")`"))
    }
    for (left, right) in pairing.take(
      old: { key($0, isOld: true).names }, new: { key($0, isOld: false).names })
    {
      changes.append(
        DiagramChange(
          .changed, .relation, right.subject, old: left.range, new: right.range,
          sentence(left, right)))
    }
    for (left, right) in redirected(&pairing) {
      changes.append(
        DiagramChange(
          .redirected, .relation, right.subject, old: left.range, new: right.range,
          sentence(left, right)))
    }
    for relation in pairing.removed {
      changes.append(
        DiagramChange(
          .removed, .relation, relation.subject, old: relation.range,
          "`\(relation.subject)` is gone"))
    }
    for relation in pairing.added {
      changes.append(
        DiagramChange(
          .added, .relation, relation.subject, new: relation.range,
          "`\(relation.subject)` is new"))
    }
  }

  /// Names and arrows, and whatever else of the lines is different.
  private func sentence(_ old: ClassModel.Relation, _ new: ClassModel.Relation) -> String {
    let isSame = old.cardinalities == new.cardinalities && old.label?.text == new.label?.text
    return isSame
      ? "`\(old.subject)` is now `\(new.subject)`" : "`\(old.written)` is now `\(new.written)`"
  }

  /// Relations of one look that keep one of their two classes.
  func redirected(
    _ pairing: inout Pairing<ClassModel.Relation>
  ) -> [(old: ClassModel.Relation, new: ClassModel.Relation)] {
    func look(_ key: RelationKey, keeping side: Int) -> [String] {
      [key.names[side], key.ends.sorted().joined(separator: " "), key.line.rawValue, key.label]
    }
    var result: [(old: ClassModel.Relation, new: ClassModel.Relation)] = []
    for (left, right) in [(0, 0), (1, 1), (0, 1), (1, 0)] {
      result += pairing.take(
        old: { look(key($0, isOld: true), keeping: left) },
        new: { look(key($0, isOld: false), keeping: right) })
    }
    return result
  }

  mutating func compareNotes() {
    func oldTarget(_ note: ClassModel.Note) -> String { note.target.map(names.old) ?? "" }
    func newTarget(_ note: ClassModel.Note) -> String { note.target.map(names.new) ?? "" }
    var pairing = Pairing(old.notes, new.notes)
    _ = pairing.take(
      old: { [oldTarget($0), $0.text.text] }, new: { [newTarget($0), $0.text.text] })
    for (left, right) in pairing.take(old: { $0.text.text }, new: { $0.text.text }) {
      changes.append(
        DiagramChange(
          .redirected, .note, right.text.text, old: left.range, new: right.range,
          "the note `\(right.text)` was for `\(left.target ?? "no class")` and is for "
            + "`\(right.target ?? "no class")`"))
    }
    for (left, right) in pairing.take(old: { oldTarget($0) }, new: { newTarget($0) }) {
      changes.append(
        DiagramChange(
          .relabelled, .note, right.text.text, old: left.text.range, new: right.text.range,
          "the note `\(left.text)` now says `\(right.text)`"))
    }
    for note in pairing.removed where !goes(with: note.namespace) {
      changes.append(
        DiagramChange(
          .removed, .note, note.text.text, old: note.range, "the note `\(note.text)` is gone"))
    }
    for note in pairing.added where !comes(with: note.namespace) {
      changes.append(
        DiagramChange(
          .added, .note, note.text.text, new: note.range, "the note `\(note.text)` is new"))
    }
  }
}

extension ClassComparison.RelationKey {
  var withoutLabel: ClassComparison.RelationKey {
    var result = self
    result.label = ""
    return result
  }
}

extension ClassModel.Relation {
  var subject: String { "\(from.name) \(arrow) \(to.name)" }

  /// `Engine *-- "1..*" Queue : holds`
  fileprivate var written: String {
    let ends = cardinalities.map { $0.isEmpty ? "" : "\"\($0)\" " }
    let words = label.map { $0.isEmpty ? "" : " : \($0.text)" } ?? ""
    return "\(from.name) \(ends[0])\(arrow) \(ends[1])\(to.name)\(words)"
  }

  fileprivate var cardinalities: [String] {
    [from.cardinality?.text ?? "", to.cardinality?.text ?? ""]
  }

  private var arrow: String { ClassRelation(from: from, to: to, line: line).arrow }
}
