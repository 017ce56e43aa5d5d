extension StateComparison {
  mutating func compareTransitions() {
    var pairing = Pairing(old.transitions, new.transitions)
    _ = pairing.take(
      old: { [oldKey($0.from), oldKey($0.to), $0.text, regions.old($0.scope)] },
      new: { [newKey($0.from), newKey($0.to), $0.text, regions.new($0.scope)] })
    for (left, right) in pairing.take(
      old: { [oldKey($0.from), oldKey($0.to), $0.text] },
      new: { [newKey($0.from), newKey($0.to), $0.text] })
    {
      // It moved with its states unless these stayed.
      guard !followsStates(left, right) else { continue }
      report(
        .moved, left, right,
        "`\(right.subject)` was \(words(left.scope)) and is \(words(right.scope))")
    }
    for (left, right) in pairing.take(
      old: { [oldKey($0.from), oldKey($0.to), regions.old($0.scope)] },
      new: { [newKey($0.from), newKey($0.to), regions.new($0.scope)] })
    {
      report(.relabelled, left, right, relabelled(left, right))
    }
    for (left, right) in pairing.take(
      old: { [oldKey($0.from), $0.text, regions.old($0.scope)] },
      new: { [newKey($0.from), $0.text, regions.new($0.scope)] })
    {
      report(
        .redirected, left, right,
        "`\(left.subject)` now leads to `\(shown(right.to, new))`")
    }
    for (left, right) in pairing.take(
      old: { [oldKey($0.to), $0.text, regions.old($0.scope)] },
      new: { [newKey($0.to), $0.text, regions.new($0.scope)] })
    {
      report(
        .redirected, left, right,
        "`\(left.subject)` now comes from `\(shown(right.from, new))`")
    }
    for transition in pairing.removed where !goes(with: transition.scope.parent) {
      changes.append(
        DiagramChange(
          .removed, .transition, transition.subject, old: transition.range,
          "`\(transition.subject)`\(transition.suffix) is gone"))
    }
    for transition in pairing.added where !comes(with: transition.scope.parent) {
      changes.append(
        DiagramChange(
          .added, .transition, transition.subject, new: transition.range,
          "`\(transition.subject)`\(transition.suffix) is new"))
    }
  }

  /// Whether one of the transition's states has moved the same way.
  func followsStates(
    _ left: StateModel.Transition, _ right: StateModel.Transition
  ) -> Bool {
    changes.contains { change in
      change.kind == .moved && change.element == .state
        && (change.subject == shown(right.from, new) || change.subject == shown(right.to, new))
    }
  }

  func relabelled(
    _ left: StateModel.Transition, _ right: StateModel.Transition
  ) -> String {
    switch (left.label, right.label) {
    case (let before?, let after?):
      "`\(right.subject)` was labelled `\(before)` and is labelled `\(after)`"
    case (let before?, nil): "`\(right.subject)` has lost its label `\(before)`"
    case (nil, let after?): "`\(right.subject)` now has the label `\(after)`"
    case (nil, nil): "`\(right.subject)` has changed"
    }
  }

  mutating func report(
    _ kind: DiagramChange.Kind, _ left: StateModel.Transition, _ right: StateModel.Transition,
    _ sentence: String
  ) {
    let isLabel = kind == .relabelled
    changes.append(
      DiagramChange(
        kind, .transition, right.subject,
        old: isLabel ? left.label?.range ?? left.range : left.range,
        new: isLabel ? right.label?.range ?? right.range : right.range, sentence))
  }

  func shown(_ id: String, _ model: StateModel) -> String {
    model.states.first { $0.id == id }?.shown ?? id
  }

  /// The composite that each state stands in.
  private func parents(_ model: StateModel) -> [String: String?] {
    Dictionary(
      model.states.map { ($0.id, $0.scope.parent) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func compareNotes() {
    var pairing = Pairing(old.notes, new.notes)
    _ = pairing.take(
      old: { [oldKey($0.state), $0.position.rawValue, $0.text.text] },
      new: { [newKey($0.state), $0.position.rawValue, $0.text.text] })
    for (left, right) in pairing.take(
      old: { [oldKey($0.state), $0.text.text] }, new: { [newKey($0.state), $0.text.text] })
    {
      changes.append(
        DiagramChange(
          .moved, .note, right.state, old: left.range, new: right.range,
          "the note at `\(right.state)` stands \(right.position.rawValue) it now"))
    }
    for (left, right) in pairing.take(old: { oldKey($0.state) }, new: { newKey($0.state) }) {
      changes.append(
        DiagramChange(
          .relabelled, .note, right.state, old: left.text.range, new: right.text.range,
          "the note at `\(right.state)` said `\(left.text)` and says `\(right.text)`"))
    }
    for (left, right) in pairing.take(
      old: { $0.text.text }, new: { $0.text.text })
    {
      changes.append(
        DiagramChange(
          .redirected, .note, right.state, old: left.range, new: right.range,
          "the note `\(right.text)` was at `\(left.state)` and is at `\(right.state)`"))
    }
    let oldParents = parents(old)
    for note in pairing.removed where !goes(with: oldParents[note.state] ?? nil) {
      changes.append(
        DiagramChange(
          .removed, .note, note.state, old: note.range, "the note at `\(note.state)` is gone"))
    }
    let newParents = parents(new)
    for note in pairing.added where !comes(with: newParents[note.state] ?? nil) {
      changes.append(
        DiagramChange(
          .added, .note, note.state, new: note.range, "the note at `\(note.state)` is new"))
    }
  }
}

extension StateModel.Transition {
  var text: String { label?.text ?? "" }
  var subject: String { "\(from) --> \(to)" }
  var suffix: String { label.map { " on `\($0)`" } ?? "" }
}
