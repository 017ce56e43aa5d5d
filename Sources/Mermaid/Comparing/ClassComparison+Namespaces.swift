extension ClassComparison {
  mutating func compareNamespaces() {
    for pair in namespaces.pairs {
      let (left, right) = (old.namespaces[pair.old], new.namespaces[pair.new])
      if left.shown != right.shown {
        changes.append(
          DiagramChange(
            .relabelled, .namespace, right.shown, old: left.range, new: right.range,
            "the namespace `\(left.shown)` is now `\(right.shown)`"))
      }
      if namespaces.isMove(from: oldPlace(left.parent), to: newPlace(right.parent)) {
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
  /// The index of a namespace on each side.
  func oldPlace(_ namespace: String?) -> Int? { namespace.flatMap { oldPlaces[$0] } }
  func newPlace(_ namespace: String?) -> Int? { namespace.flatMap { newPlaces[$0] } }
}

extension ClassModel.Namespace {
  /// The label, or the last part of the name.
  var shown: String {
    label?.text ?? id.split(separator: ".").last.map(String.init) ?? id
  }
}
