import Diagnostics
import Markdown
import SwiftIndex

extension CommandCheck {
  // MARK: - Workflows

  /// A workflow that the repository does not have: `gh workflow run release.yml`.
  var workflowProblem: Problem? {
    let files = context.index.folders.files(in: ".github/workflows").map(FileName.last)
    guard !files.isEmpty, !command.words.contains(where: { ["-R", "--repo"].contains($0.text) })
    else { return nil }
    for word in command.words.dropFirst() where !Self.isOpen(word.text) {
      guard let name = Self.workflow(in: word.text, ofPackage: page.manifest?.name) else {
        continue
      }
      if files.contains(name) { continue }
      let near = NearMiss.best(for: name, among: files)
      return Problem(
        word: word, message: "`.github/workflows` has no file `\(name)`",
        evidence: near.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? [])
    }
    return nil
  }

  /// `release.yml` of `--workflow=release.yml` and of
  /// `repos/harbor/Pier/actions/workflows/release.yml/dispatches`, for a package called `Pier`.
  private static func workflow(in word: String, ofPackage package: String?) -> String? {
    let option = /(?:--workflow=)?([\w-][\w.-]*\.ya?ml)/
    if let match = word.wholeMatch(of: option) { return String(match.1) }
    let address = /\/?repos\/[\w.-]+\/([\w.-]+)\/actions\/workflows\/([\w.-]+\.ya?ml)(?:\/\w+)?/
    let match = word.wholeMatch(of: address)
    return match.flatMap { $0.1 == package.map { $0[...] } ? String($0.2) : nil }
  }
}
