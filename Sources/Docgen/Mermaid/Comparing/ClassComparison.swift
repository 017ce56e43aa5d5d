import Diagnostics

/// Compares two class diagrams: classes with their members, relations, notes and namespaces.
struct ClassComparison {
  let old: ClassModel
  let new: ClassModel
  let names: NameMatching
  let namespaces: GroupMatching
  let oldPlaces: [String: Int]
  let newPlaces: [String: Int]
  /// Whether a new namespace is one change with all that is new in it.
  let isFolded: Bool
  var changes: [DiagramChange] = []

  init(_ old: ClassModel, _ new: ClassModel, isFolded: Bool = true) {
    self.old = old
    self.new = new
    self.isFolded = isFolded
    let names = Self.names(old, new)
    self.names = names
    (oldPlaces, newPlaces) = (Self.places(old), Self.places(new))
    namespaces = GroupMatching(
      Self.groups(old, oldPlaces) { names.old($0) }, Self.groups(new, newPlaces) { names.new($0) })
  }

  private static func places(_ model: ClassModel) -> [String: Int] {
    Dictionary(
      model.namespaces.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func groups(
    _ model: ClassModel, _ places: [String: Int], _ key: (String) -> String
  ) -> [GroupMatching.Group] {
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
  static func parts(
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

  mutating func compareClasses() {
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
      if goes(with: entry.namespace) { continue }
      changes.append(
        DiagramChange(
          .removed, .classifier, entry.shown, old: entry.declaration ?? entry.range,
          "the class `\(entry.shown)` is gone"))
    }
    for entry in new.classes where !names.hasNew(entry.id) {
      if entry.isOnlyNamed, relatedNew.contains(entry.id) { continue }
      if comes(with: entry.namespace) { continue }
      changes.append(
        DiagramChange(
          .added, .classifier, entry.shown, new: entry.declaration ?? entry.range,
          "the class `\(entry.shown)` is new"))
    }
  }
}

extension ClassDiagram {
  func interactions(
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
  var isOnlyNamed: Bool { declaration == nil && members.isEmpty }
}
