import Diagnostics

extension ClassComparison {
  mutating func compare(_ left: ClassModel.Class, _ right: ClassModel.Class) {
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
    if namespaces.isMove(from: oldPlace(left.namespace), to: newPlace(right.namespace)) {
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

  mutating func compareMembers(_ left: ClassModel.Class, _ right: ClassModel.Class) {
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
  var key: String {
    guard !isMethod else { return name }
    if let colon = name.firstIndex(of: ":") { return ModelText.trimmed(String(name[..<colon])) }
    return name.split(separator: " ").last.map(String.init) ?? name
  }

  /// The name of a property whose type stands behind it: `x` of `x Int`. A member's own text where
  /// there is no second word, so that it pairs with nothing else.
  var firstWord: [String] {
    let words = isMethod ? [] : name.split(separator: " ")
    return words.count < 2 ? [text, "\(isMethod)"] : [String(words[0])]
  }

  var text: String { MemberSpelling.body.spell(self) }

  /// `foo(): Int` and `foo() Int` say the same.
  var normalized: ClassMember {
    var result = self
    if result.returnType.hasPrefix(":") {
      result.returnType = ModelText.trimmed(String(result.returnType.dropFirst()))
    }
    return result
  }
}
