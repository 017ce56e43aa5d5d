import Diagnostics
import Markdown
import Models

/// Finds for each finding the commit that changed the code since its document was last touched.
///
/// The first result counts, in this order: the commit that changed the lines that the finding names
/// in the code; the commit that removed a word of the document from the code, or added one that the
/// document lacks; the commit that changed the declarations on those lines; the commit that changed
/// their files.
///
/// The order goes from precise to vague. The search covers only commits after the last change of
/// the document: until then, the author has presumably seen the code. The cost is one `git log -p`
/// for each different last commit of the pages with findings, plus one `git blame` for each file
/// that a finding names.
///
/// A limit: a commit that moved code counts as its change, since Git's detection of moved lines is
/// not used.
struct Blame: Sendable {
  private let project: Project
  private let git: Git

  init(_ project: Project) {
    self.project = project
    git = Git(folder: project.root.folder, reportsErrors: false)
  }

  /// The reason why there is no history, or only a part of it.
  ///
  /// `nil` if the history is complete. Findings are still reported without their commits if there
  /// is an obstacle.
  var obstacle: String? {
    switch git.lines(["rev-parse", "--is-shallow-repository"])?.first {
    case nil: "no history to blame: this is not a Git checkout, or git is not installed"
    case "true":
      "the clone is shallow: `git fetch --unshallow` fetches the missing history"
    default: nil
    }
  }

  /// The same findings, each with its commit if one is found.
  func explained(_ findings: [Diagnostic]) -> [Diagnostic] {
    let configuration = project.root.configuration
    let (sources, excluded) = (
      configuration.sources.map(Glob.init), configuration.excluded.map(Glob.init)
    )
    let isSource = { (path: String) in
      sources.contains { $0.matches(path) } && !excluded.contains { $0.matches(path) }
    }
    let questions = findings.map { BlameQuestion($0, project: project) }
    let touched = lastCommits(of: Set(questions.compactMap { $0?.page }).sorted())
    var result = findings
    for (base, indices) in Dictionary(
      grouping: findings.indices,
      by: { index in
        questions[index].flatMap { touched[$0.page] }
      })
    {
      guard let base else { continue }
      let asked = indices.compactMap { index in questions[index].map { (index, $0) } }
      let words = Set(asked.flatMap { $0.1.removed + $0.1.new })
      let history = ChangeHistory(git, since: base, words: words, isSource: isSource)
      var lines = LineHistory(git, since: base, history: history)
      for (index, question) in asked {
        guard let evidence = question.answer(history, &lines) else { continue }
        result[index].evidence.append(evidence)
      }
    }
    return result
  }

  /// The last commit that touched each page: one process for all of them.
  private func lastCommits(of pages: [String]) -> [String: String] {
    guard !pages.isEmpty else { return [:] }
    // In a shallow clone, the changes of its first commit are unknown.
    let ends = Set(git.lines(["rev-list", "--max-parents=0", "HEAD"]) ?? [])
    let isShallow = git.lines(["rev-parse", "--is-shallow-repository"])?.first == "true"
    let words = ["-c", "core.quotePath=false", "log", "--format=%x01%H", "--name-only"]
    var result: [String: String] = [:]
    var commit = ""
    for line in git.lines(words + ["--relative", "--"] + pages) ?? [] where !line.isEmpty {
      if line.hasPrefix("\u{1}") {
        commit = String(line.dropFirst())
      } else if result[line] == nil {
        result[line] = commit
      }
    }
    return isShallow ? result.filter { !ends.contains($0.value) } : result
  }
}
