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
    for namespace in namespaces.removed.map({ old.namespaces[$0] })
    where !goes(with: namespace.parent) {
      let content = content(of: namespace.id, in: old) { !names.hasOld($0) }
      changes.append(
        DiagramChange(
          .removed, .namespace, namespace.shown, old: namespace.range,
          "the namespace `\(namespace.shown)` is gone\(content)"))
    }
    for namespace in namespaces.added.map({ new.namespaces[$0] })
    where !comes(with: namespace.parent) {
      let content = content(of: namespace.id, in: new) { !names.hasNew($0) }
      changes.append(
        DiagramChange(
          .added, .namespace, namespace.shown, new: namespace.range,
          "the namespace `\(namespace.shown)` is new\(content)"))
    }
  }

  /// `, with A and B`: the classes that are part of the same news.
  private func content(
    of id: String, in model: ClassModel, where isNews: (String) -> Bool
  ) -> String {
    let within = model.classes.filter { entry in
      entry.namespace.map { $0 == id || $0.hasPrefix(id + ".") } == true && isNews(entry.id)
    }
    return isFolded ? DiagramChange.content(within.map(\.shown)) : ""
  }
}

/// What is new or gone as a whole is told once: what stands in a new namespace comes with it.
extension ClassComparison {
  func comes(with namespace: String?) -> Bool {
    isFolded && newPlace(namespace).map(namespaces.added.contains) == true
  }

  func goes(with namespace: String?) -> Bool {
    isFolded && oldPlace(namespace).map(namespaces.removed.contains) == true
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
