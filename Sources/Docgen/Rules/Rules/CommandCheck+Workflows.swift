import Diagnostics
import Markdown

extension CommandCheck {
  // MARK: - Workflows

  /// A workflow that the repository does not have: `gh workflow run release.yml`.
  var workflowProblem: Problem? {
    let folder = ".github/workflows/"
    let files = context.index.files.filter { $0.hasPrefix(folder) }
      .map { String($0.dropFirst(folder.count)) }
    guard !files.isEmpty, !command.words.contains(where: { ["-R", "--repo"].contains($0.text) })
    else { return nil }
    for word in command.words.dropFirst() where !Self.isOpen(word.text) {
      guard let match = word.text.wholeMatch(of: /(?:--workflow=)?([\w-][\w.-]*\.ya?ml)/) else {
        continue
      }
      let name = String(match.1)
      if files.contains(name) { continue }
      let near = NearMiss.best(for: name, among: files)
      return Problem(
        word: word, message: "`.github/workflows` has no file `\(name)`",
        evidence: near.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? [])
    }
    return nil
  }
}
