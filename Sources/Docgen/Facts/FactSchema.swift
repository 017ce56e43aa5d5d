/// The roles that count in a comparison of statements of a kind, and the possible changes between
/// two unequal ones.
///
///     transition  idle --> busy: start   and   idle --> busy: begin   agree in source and target: relabelled
///     transition  idle --> busy: start   and   idle --> done: start   agree in source and text: redirected
///
/// The order of changes is a preference: a transition with the same ends is rather relabelled than
/// redirected. A kind without a schema is not compared as a statement.
struct FactSchema {
  /// Two statements that agree in these roles are versions of one statement.
  struct Change {
    var kind: Difference.Kind
    var keeping: [Fact.Role]
  }

  /// The roles in which two equal statements agree.
  var roles: [Fact.Role]
  /// In the order in which they are tried.
  var changes: [Change] = []
  /// Whether the statement reads the same from its other end: `A <|-- B` is `B --|> A`.
  var isMirrored = false

  static let mirrored: [Fact.Role: Fact.Role] = [
    .source: .target, .target: .source, .sourceEnd: .targetEnd, .targetEnd: .sourceEnd,
    .sourceMultiplicity: .targetMultiplicity, .targetMultiplicity: .sourceMultiplicity,
  ]

  /// The attributes of elements and containers, and the kind of change of each.
  static let attributes: [(role: Fact.Role, kind: Difference.Kind)] = [
    (.label, .relabelled), (.description, .relabelled), (.form, .changed), (.generic, .changed),
    (.scope, .moved), (.direction, .changed),
  ]

  static let all: [Fact.Kind: FactSchema] = [
    .title: FactSchema(roles: [.name, .text], changes: [Change(kind: .changed, keeping: [.name])]),
    .direction: FactSchema(roles: [.text], changes: [Change(kind: .changed, keeping: [])]),
    .annotation: FactSchema(roles: [.owner, .text]),
    .member: FactSchema(
      roles: [.owner, .form, .text, .parameters, .access, .result, .modifier],
      changes: [
        Change(kind: .changed, keeping: [.owner, .form, .name, .parameters]),
        Change(kind: .changed, keeping: [.owner, .form, .name]),
        Change(kind: .changed, keeping: [.owner, .form, .firstWord]),
      ]),
    .transition: FactSchema(
      roles: [.source, .target, .text, .scope],
      changes: [
        Change(kind: .moved, keeping: [.source, .target, .text]),
        Change(kind: .relabelled, keeping: [.source, .target, .scope]),
        Change(kind: .redirected, keeping: [.source, .text, .scope]),
        Change(kind: .redirected, keeping: [.target, .text, .scope]),
      ]),
    .relation: FactSchema(
      roles: [
        .source, .target, .sourceEnd, .targetEnd, .sourceMultiplicity, .targetMultiplicity, .form,
        .text,
      ],
      changes: [
        Change(
          kind: .relabelled,
          keeping: [
            .source, .target, .sourceEnd, .targetEnd, .sourceMultiplicity, .targetMultiplicity,
            .form,
          ]),
        Change(kind: .changed, keeping: [.source, .target]),
        Change(kind: .redirected, keeping: [.source, .sourceEnd, .targetEnd, .form, .text]),
      ], isMirrored: true),
    .dependency: FactSchema(
      roles: [.source, .target, .form, .text],
      changes: [
        Change(kind: .relabelled, keeping: [.source, .target, .form]),
        Change(kind: .changed, keeping: [.source, .target]),
        Change(kind: .redirected, keeping: [.source, .form, .text]),
        Change(kind: .redirected, keeping: [.target, .form, .text]),
      ]),
    .message: FactSchema(roles: [.source, .target, .form, .text]),
    .note: FactSchema(
      roles: [.source, .target, .position, .text],
      changes: [
        Change(kind: .moved, keeping: [.source, .target, .text]),
        Change(kind: .redirected, keeping: [.text]),
        Change(kind: .relabelled, keeping: [.source, .target]),
      ]),
    .link: FactSchema(
      roles: [.owner, .form, .text, .description],
      changes: [Change(kind: .changed, keeping: [.owner, .form])]),
  ]
}
