import Diagnostics

/// Compares titles, accessibility texts and links, which all three kinds have.
enum MetadataComparison {
  static func changes(_ old: ModelMetadata, _ new: ModelMetadata) -> [DiagramChange] {
    [
      ("title", old.title, new.title),
      ("accessibility title", old.accessibleTitle, new.accessibleTitle),
      ("accessibility description", old.accessibleDescription, new.accessibleDescription),
    ].compactMap { name, before, after in
      let (before, after) = (stated(before), stated(after))
      guard before.map({ ModelText.trimmed($0.text) }) != after.map({ ModelText.trimmed($0.text) })
      else { return nil }
      let sentence =
        switch (before, after) {
        case (let before?, let after?): "the \(name) was `\(before)` and is `\(after)`"
        case (let before?, nil): "the \(name) `\(before)` is gone"
        default: "the \(name) `\(after?.text ?? "")` is new"
        }
      return DiagramChange(
        kind(before, after), .title, name, old: before?.range, new: after?.range, sentence)
    }
  }

  /// A text of white space says nothing.
  private static func stated(_ label: Label?) -> Label? {
    label.flatMap { ModelText.trimmed($0.text).isEmpty ? nil : $0 }
  }

  private static func kind<T>(_ before: T?, _ after: T?) -> DiagramChange.Kind {
    before == nil ? .added : after == nil ? .removed : .changed
  }

  /// A link or another interaction of an element.
  struct Interaction {
    /// The key of its element, and what kind of interaction it is.
    var owner: [String]
    /// The element as it is shown.
    var shown: String
    /// All that it says.
    var content: [String]
    var range: SourceRange?
  }

  static func changes(_ old: [Interaction], _ new: [Interaction]) -> [DiagramChange] {
    var pairing = Pairing(old, new)
    _ = pairing.take(old: { $0.owner + $0.content }, new: { $0.owner + $0.content })
    var result = pairing.take(old: \.owner, new: \.owner).map { before, after in
      let (was, now) = (before.content.joined(separator: " "), after.content.joined(separator: " "))
      return DiagramChange(
        .changed, .link, after.shown, old: before.range, new: after.range,
        "the link of `\(after.shown)` was `\(was)` and is `\(now)`")
    }
    result += pairing.removed.map { link in
      DiagramChange(
        .removed, .link, link.shown, old: link.range,
        "the link of `\(link.shown)` to `\(link.content.first ?? "")` is gone")
    }
    return result
      + pairing.added.map { link in
        DiagramChange(
          .added, .link, link.shown, new: link.range,
          "the link of `\(link.shown)` to `\(link.content.first ?? "")` is new")
      }
  }
}
