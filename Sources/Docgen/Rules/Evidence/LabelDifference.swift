import SwiftIndex

/// Describes the labels that a function takes, for a message.
enum LabelDifference {
  /// If the nearest list has more labels than this, a message names only the difference.
  private static let limit = 6

  /// `` `move` takes `(to:)` or `(by:)` ``; of long lists ``in `init`, `limit:` is missing``.
  static func message(_ name: String, written: [String], forms: [InitializerForm]) -> String {
    let nearest = forms.max { common($0.labels, written) < common($1.labels, written) }
    if let nearest, nearest.labels.count > limit, let difference = difference(written, nearest) {
      return "`\(name)` \(difference)"
    }
    let lists = Set(forms.map { "`(" + $0.labels.map { $0 + ":" }.joined() + ")`" }).sorted()
    let more = lists.count > 4 ? " and others" : ""
    return "`\(name)` takes " + lists.prefix(4).joined(separator: " or ") + more
  }

  /// `has no label `b:` and needs `c:``; `nil` if the numbers of unlabeled values differ.
  private static func difference(_ written: [String], _ form: InitializerForm) -> String? {
    let unknown = written.filter { !form.labels.contains($0) }
    let missing = form.requiredLabels.filter { !written.contains($0) }
    guard !unknown.contains("_"), !missing.contains("_") else { return nil }
    let parts = [
      unknown.isEmpty ? nil : "has no label \(list(unknown))",
      missing.isEmpty ? nil : "needs \(list(missing))",
    ].compactMap(\.self)
    if !parts.isEmpty { return parts.joined(separator: " and ") }
    for (first, second) in zip(written, written.dropFirst()) {
      guard let place = form.labels.firstIndex(of: first),
        let next = form.labels.firstIndex(of: second), next < place
      else { continue }
      return "takes `\(second):` before `\(first):`"
    }
    return nil
  }

  private static func list(_ labels: [String]) -> String {
    let shown = labels.prefix(4).map { "`\($0):`" }.joined(separator: ", ")
    return labels.count > 4 ? "\(shown) and \(labels.count - 4) more" : shown
  }

  private static func common(_ labels: [String], _ written: [String]) -> Int {
    written.count(where: labels.contains)
  }
}
