import Diagnostics
import Markdown

/// Folders that a text calls so: "the `Scripts` directory".
///
/// The folder is missing if the history shows its removal, or if the repository has one whose name
/// only goes on: `Scripts-ci`.
extension UnknownFile {
  static func folderFindings(on page: CheckedPage, _ context: ProjectContext) -> [Diagnostic] {
    guard let repository = context.repository else { return [] }
    let folderName = /([A-Za-z][\w\-]{2,})\/?/
    let kind = /^ (?:is an? )?(?:sub)?(?:director(?:y|ies)|folders?)\b/
    var seen: Set<String> = []
    return page.writtenCodeSpans.compactMap { span in
      guard let name = span.text.wholeMatch(of: folderName).map({ String($0.1) }),
        page.text(after: span).contains(kind),
        !context.isIgnored(name), !Placeholder.isPlaceholder(name),
        !repository.hasFile(named: name), !repository.isUntracked(name),
        !page.subject.isHistorical(at: span), seen.insert(name).inserted,
        let problem = problem(named: name, at: span, on: page, context, repository)
      else { return nil }
      return Diagnostic(
        rule: id, severity: severity, confidence: problem.confidence,
        at: page.page.location(span.contentRange), problem.message, caretLabel: "documented",
        evidence: problem.evidence)
    }
  }

  private static func problem(
    named name: String, at span: CodeSpan, on page: CheckedPage, _ context: ProjectContext,
    _ repository: any RepositoryFacts
  ) -> Problem? {
    let folders = Set(context.index.files.flatMap { $0.split(separator: "/").dropLast() })
    guard !folders.contains(where: { $0.lowercased() == name.lowercased() }) else { return nil }
    let message = "no folder is called `\(name)`"
    let longer = folders.filter {
      $0.hasPrefix(name) && $0.dropFirst(name.count).first.map { "-_.".contains($0) } == true
    }
    let help = longer.min().map { [Evidence(.help, "did you mean `\($0)`?")] } ?? []
    if let file = FileName(name + "/"), let deletion = repository.deletion(ofFolder: name) {
      var problem = deleted(
        deletion, message: message, file: file, span: span, on: page, in: repository)
      if !help.isEmpty { problem.confidence = max(problem.confidence, .medium) }
      problem.evidence += help
      return problem
    }
    return help.isEmpty ? nil : Problem(message: message, confidence: .medium, evidence: help)
  }
}
