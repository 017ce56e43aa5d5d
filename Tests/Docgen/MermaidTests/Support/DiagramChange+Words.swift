import Mermaid

extension DiagramChange {
  /// Whether the sentence tells the same before and after: `A --> B` is now `A --> B`.
  var saysNothing: Bool {
    let parts = sentence.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 4, let end = parts.indices.dropLast().last else { return false }
    let verbs = ["is now", "and is", "and says", "and is labelled", "is now shown as", "now says"]
    return parts[end] == parts[end - 2]
      && verbs.contains(parts[end - 1].split(separator: " ").joined(separator: " "))
  }
}
