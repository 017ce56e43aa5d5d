import Diagnostics

/// Compares two class diagrams: classes with their members, relations, notes and namespaces.
struct ClassComparison {
  private let old: ClassModel
  private let new: ClassModel
  private let names: NameMatching
  private let namespaces: GroupMatching
  private var changes: [DiagramChange] = []

  init(_ old: ClassModel, _ new: ClassModel) {
    self.old = old
    self.new = new
    let names = Self.names(old, new)
    self.names = names
    namespaces = GroupMatching(
      Self.groups(old) { names.old($0) }, Self.groups(new) { names.new($0) })
  }

  private static func groups(
    _ model: ClassModel, _ key: (String) -> String
  ) -> [GroupMatching.Group] {
    let places = Dictionary(
      model.namespaces.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    // A class stands in the namespace that took it last.
    var members: [String: Set<String>] = [:]
    for entry in model.classes {
      if let namespace = entry.namespace { members[namespace, default: []].insert(key(entry.id)) }
    }
    return model.namespaces.map { namespace in
      GroupMatching.Group(
        name: namespace.id, members: members[namespace.id] ?? [],
        parent: namespace.parent.flatMap { places[$0] }, isWritten: namespace.isExplicit)
    }
  }

  /// Which classes of the two sides are the same.
  static func names(_ old: ClassModel, _ new: ClassModel) -> NameMatching {
    var result = NameMatching(
      old.classes.map { ($0.id, $0.shown) }, new.classes.map { ($0.id, $0.shown) })
    if result.hasStrangers {
      result.pairRenamed(parts(old) { result.old($0) }, parts(new) { result.new($0) })
    }
    return result
  }

  /// What is said about each class: its members, its relations, its notes.
  private static func parts(
    _ model: ClassModel, _ key: (String) -> String
  ) -> [NameMatching.Part] {
    var facts: [String: [String]] = [:]
    for relation in model.relations {
      let (from, to) = (relation.from.name.text, relation.to.name.text)
      for (own, other) in [(relation.from, relation.to), (relation.to, relation.from)] {
        let name = from == to ? "itself" : key(other.name.text)
        let look = [
          own.end?.rawValue, own.cardinality?.text, relation.line.rawValue, other.end?.rawValue,
          other.cardinality?.text, relation.label?.text,
        ]
        facts[own.name.text, default: []].append("\(name): \(look.map { $0 ?? "" })")
      }
    }
    for note in model.notes {
      if let target = note.target { facts[target, default: []].append("note \(note.text)") }
    }
    return model.classes.map { entry in
      let members = entry.members.map { MemberSpelling.body.spell($0) }
      return NameMatching.Part(
        id: entry.id, isDeclared: entry.declaration != nil,
        facts: ((facts[entry.id] ?? []) + members).sorted())
    }
  }

  mutating func run() -> [DiagramChange] {
    if old.direction != new.direction {
      changes.append(
        DiagramChange(
          .changed, .direction, new.direction.rawValue,
          "the direction was `\(old.direction.rawValue)` and is `\(new.direction.rawValue)`"))
    }
    compareNamespaces()
    compareClasses()
    compareRelations()
    compareNotes()
    return MetadataComparison.changes(old.metadata, new.metadata) + changes
  }

  /// What has changed about links and callbacks.
  func links(_ old: ClassDiagram, _ new: ClassDiagram) -> [DiagramChange] {
    MetadataComparison.changes(
      old.interactions { names.old($0) }, new.interactions { names.new($0) })
  }

  private mutating func compareClasses() {
    let olds = Dictionary(old.classes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let news = Dictionary(new.classes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for pair in names.pairs {
      guard let left = olds[pair.old], let right = news[pair.new] else { continue }
      compare(left, right)
      compareMembers(left, right)
    }
    let relatedOld = Set(old.relations.flatMap { [$0.from.name.text, $0.to.name.text] })
    let relatedNew = Set(new.relations.flatMap { [$0.from.name.text, $0.to.name.text] })
    for entry in old.classes where !names.hasOld(entry.id) {
      // A class that only a relation names goes with the relation.
      if entry.isOnlyNamed, relatedOld.contains(entry.id) { continue }
      changes.append(
        DiagramChange(
          .removed, .classifier, entry.shown, old: entry.declaration ?? entry.range,
          "the class `\(entry.shown)` is gone"))
    }
    for entry in new.classes where !names.hasNew(entry.id) {
      if entry.isOnlyNamed, relatedNew.contains(entry.id) { continue }
      changes.append(
        DiagramChange(
          .added, .classifier, entry.shown, new: entry.declaration ?? entry.range,
          "the class `\(entry.shown)` is new"))
    }
  }
}

// MARK: - Namespaces

extension ClassComparison {
  private mutating func compareNamespaces() {
    for pair in namespaces.pairs {
      let (left, right) = (old.namespaces[pair.old], new.namespaces[pair.new])
      if left.shown != right.shown {
        changes.append(
          DiagramChange(
            .relabelled, .namespace, right.shown, old: left.range, new: right.range,
            "the namespace `\(left.shown)` is now `\(right.shown)`"))
      }
      if namespaces.isMove(from: place(left.parent, old), to: place(right.parent, new)) {
        let (before, after) = (left.parent ?? "no namespace", right.parent ?? "no namespace")
        changes.append(
          DiagramChange(
            .moved, .namespace, right.shown, old: left.range, new: right.range,
            "the namespace `\(right.shown)` was in `\(before)` and is in `\(after)`"))
      }
    }
    for namespace in namespaces.removed.map({ old.namespaces[$0] }) {
      changes.append(
        DiagramChange(
          .removed, .namespace, namespace.shown, old: namespace.range,
          "the namespace `\(namespace.shown)` is gone"))
    }
    for namespace in namespaces.added.map({ new.namespaces[$0] }) {
      changes.append(
        DiagramChange(
          .added, .namespace, namespace.shown, new: namespace.range,
          "the namespace `\(namespace.shown)` is new"))
    }
  }
}

extension ClassComparison {
  private func place(_ namespace: String?, _ model: ClassModel) -> Int? {
    namespace.flatMap { id in model.namespaces.firstIndex { $0.id == id } }
  }
}

extension ClassModel.Namespace {
  /// The label, or the last part of the name.
  fileprivate var shown: String {
    label?.text ?? id.split(separator: ".").last.map(String.init) ?? id
  }
}

extension ClassDiagram {
  fileprivate func interactions(
    _ key: (String) -> String
  ) -> [MetadataComparison.Interaction] {
    allStatements.compactMap { statement in
      guard case .interaction(let interaction) = statement else { return nil }
      let (kind, content): (String, [String?]) =
        switch interaction.action {
        case .link(let url, let target): ("link", [url.text, target])
        case .callback(let function, let arguments): ("callback", [function.text, arguments?.text])
        }
      return MetadataComparison.Interaction(
        owner: [key(interaction.target.text), kind], shown: interaction.target.text,
        content: (content + [interaction.tooltip?.text]).compactMap(\.self),
        range: interaction.range)
    }
  }
}

extension ClassModel.Class {
  fileprivate var isOnlyNamed: Bool { declaration == nil && members.isEmpty }
}

// MARK: - Classes

extension ClassComparison {
  private mutating func compare(_ left: ClassModel.Class, _ right: ClassModel.Class) {
    func report(
      _ kind: DiagramChange.Kind, _ sentence: String, _ old: SourceRange? = nil,
      _ new: SourceRange? = nil
    ) {
      changes.append(
        DiagramChange(
          kind, .classifier, right.shown, old: old ?? left.declaration ?? left.range,
          new: new ?? right.declaration ?? right.range, sentence))
    }
    if left.shown != right.shown {
      report(
        .relabelled, "the class `\(left.shown)` is now shown as `\(right.shown)`",
        left.label?.range, right.label?.range)
    }
    if left.generic?.text != right.generic?.text {
      let (before, after) = (left.generic?.text ?? "nothing", right.generic?.text ?? "nothing")
      report(
        .changed, "the generic parameters of `\(right.shown)` were `\(before)` and are `\(after)`")
    }
    if namespaces.isMove(from: place(left.namespace, old), to: place(right.namespace, new)) {
      let (before, after) = (left.namespace ?? "no namespace", right.namespace ?? "no namespace")
      report(.moved, "`\(right.shown)` was in `\(before)` and is in `\(after)`")
    }
    var annotations = Pairing(left.annotations, right.annotations)
    _ = annotations.take(old: { $0.text }, new: { $0.text })
    for annotation in annotations.removed {
      changes.append(
        DiagramChange(
          .removed, .annotation, right.shown, old: annotation.range,
          "`\(right.shown)` is no longer `<<\(annotation)>>`"))
    }
    for annotation in annotations.added {
      changes.append(
        DiagramChange(
          .added, .annotation, right.shown, new: annotation.range,
          "`\(right.shown)` is now `<<\(annotation)>>`"))
    }
  }

  private mutating func compareMembers(_ left: ClassModel.Class, _ right: ClassModel.Class) {
    var pairing = Pairing(left.members, right.members)
    _ = pairing.take(old: { $0.normalized }, new: { $0.normalized })
    let similar =
      pairing.take(
        old: { [$0.name, "\($0.isMethod)", $0.parameters ?? ""] },
        new: { [$0.name, "\($0.isMethod)", $0.parameters ?? ""] })
      + pairing.take(old: { [$0.key, "\($0.isMethod)"] }, new: { [$0.key, "\($0.isMethod)"] })
      + pairing.take(old: \.firstWord, new: \.firstWord)
    for (before, after) in similar {
      changes.append(
        DiagramChange(
          .changed, .member, "\(right.shown).\(after.key)", old: before.range, new: after.range,
          "`\(before.text)` of `\(right.shown)` is now `\(after.text)`"))
    }
    for member in pairing.removed {
      changes.append(
        DiagramChange(
          .removed, .member, "\(right.shown).\(member.key)", old: member.range,
          "`\(right.shown)` has lost `\(member.text)`"))
    }
    for member in pairing.added {
      changes.append(
        DiagramChange(
          .added, .member, "\(right.shown).\(member.key)", new: member.range,
          "`\(right.shown)` has gained `\(member.text)`"))
    }
  }
}

extension ClassMember {
  /// What a person would call it: the name before a type or a colon.
  fileprivate var key: String {
    guard !isMethod else { return name }
    if let colon = name.firstIndex(of: ":") { return ModelText.trimmed(String(name[..<colon])) }
    return name.split(separator: " ").last.map(String.init) ?? name
  }

  /// The name of a property whose type stands behind it: `x` of `x Int`. A member's own text where
  /// there is no second word, so that it pairs with nothing else.
  fileprivate var firstWord: [String] {
    let words = isMethod ? [] : name.split(separator: " ")
    return words.count < 2 ? [text, "\(isMethod)"] : [String(words[0])]
  }

  fileprivate var text: String { MemberSpelling.body.spell(self) }

  /// `foo(): Int` and `foo() Int` say the same.
  fileprivate var normalized: ClassMember {
    var result = self
    if result.returnType.hasPrefix(":") {
      result.returnType = ModelText.trimmed(String(result.returnType.dropFirst()))
    }
    return result
  }
}

// MARK: - Relations and notes

extension ClassComparison {
  /// A relation without its direction of writing: `A <|-- B` is `B --|> A`.
  fileprivate struct RelationKey: Hashable {
    var names: [String]
    var ends: [String]
    var line: ClassRelation.Line
    var label: String
    var cardinalities: [String]
  }

  private func key(_ relation: ClassModel.Relation, isOld: Bool) -> RelationKey {
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

  private mutating func compareRelations() {
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
          "`\(left.subject)` is now `\(right.subject)`"))
    }
    for (left, right) in redirected(&pairing) {
      changes.append(
        DiagramChange(
          .redirected, .relation, right.subject, old: left.range, new: right.range,
          "`\(left.subject)` is now `\(right.subject)`"))
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

  /// Relations of one look that keep one of their two classes.
  private func redirected(
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

  private mutating func compareNotes() {
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
    for note in pairing.removed {
      changes.append(
        DiagramChange(
          .removed, .note, note.text.text, old: note.range, "the note `\(note.text)` is gone"))
    }
    for note in pairing.added {
      changes.append(
        DiagramChange(
          .added, .note, note.text.text, new: note.range, "the note `\(note.text)` is new"))
    }
  }
}

extension ClassComparison.RelationKey {
  fileprivate var withoutLabel: ClassComparison.RelationKey {
    var result = self
    result.label = ""
    return result
  }
}

extension ClassModel.Relation {
  fileprivate var subject: String {
    "\(from.name) \(ClassRelation(from: from, to: to, line: line).arrow) \(to.name)"
  }
}
