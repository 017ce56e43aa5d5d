import Diagnostics
import Markdown

/// Folders that a text calls so: "the `Scripts` directory".
///
/// The folder is missing if the history shows its removal, or if the repository has one whose name
/// only goes on: `Scripts-ci`.
extension UnknownFile {
  nonisolated(unsafe) private static let folderName = /([A-Za-z][\w\-]{2,})\/?/
  nonisolated(unsafe) private static let kind =
    /^ (?:is an? )?(?:sub)?(?:director(?:y|ies)|folders?)\b/

  static func folderFindings(on page: CheckedPage, _ context: ProjectContext) -> [Diagnostic] {
    let spans = page.writtenCodeSpans
    guard let repository = context.repository, !spans.isEmpty else { return [] }
    var seen: Set<String> = []
    return spans.compactMap { span in
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
    let folders = context.index.folders
    guard folders.paths(named: name).isEmpty else { return nil }
    let message = "no folder is called `\(name)`"
    let longer = folders.names(beginningWith: name).first {
      $0.dropFirst(name.count).first.map { "-_.".contains($0) } == true
    }
    let help = longer.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? []
    if let file = FileName(name + "/"), let deletion = repository.deletion(ofFolder: name) {
      var problem = deleted(
        deletion, message: message, file: file, span: span, on: page, in: repository)
      if !help.isEmpty { problem.confidence = max(problem.confidence, .medium) }
      problem.evidence += help
      return problem
    }
    return help.isEmpty ? nil : Problem(message: message, confidence: .medium, evidence: help)
  }

  /// The only path of the repository that differs in one folder, whose name begins like the written
  /// one.
  ///
  ///     Tests/AppTests/Door/DoorTests.swift  ->  Tests/AppKitTests/Door/DoorTests.swift
  static func renamedFolder(in path: String, _ index: RepositoryIndex) -> String? {
    let parts = path.split(separator: "/")
    guard parts.count > 2 else { return nil }
    let isFolder = path.hasSuffix("/")
    let name = String(parts[parts.count - 1])
    let namesakes = isFolder ? index.folders.paths(named: name) : index.files(named: name)
    let found = namesakes.filter { namesake in
      let own = namesake.split(separator: "/")
      guard own.count == parts.count, own.first == parts.first, own.last == parts.last else {
        return false
      }
      let other = parts.indices.filter { own[$0] != parts[$0] }
      return other.count == 1 && areAlike(own[other[0]], parts[other[0]])
    }
    return found.count == 1 ? found[0] + (isFolder ? "/" : "") : nil
  }

  /// Whether two names share their beginning, at least half of the shorter one.
  private static func areAlike(_ first: Substring, _ second: Substring) -> Bool {
    let common = zip(first, second).prefix { $0 == $1 }.count
    return common >= 4 && common * 2 >= min(first.count, second.count)
  }
}

extension UnknownFile {
  private static let spellings = [
    (".xcproject", ".xcodeproj"), (".xcodeproject", ".xcodeproj"), (".xworkspace", ".xcworkspace"),
    (".swiftformat", ".swift-format"), (".swift-format", ".swiftformat"),
    (".swift-lint.yml", ".swiftlint.yml"),
  ]

  /// Projects with an ending of Xcode that does not exist, and configurations under another tool's
  /// name.
  static func otherSpellings(on page: CheckedPage, _ context: ProjectContext) -> [Diagnostic] {
    func exists(_ name: String) -> Bool {
      if name.hasPrefix(".") { return context.kind(name) != nil }
      let index = context.index
      return (index.folders.paths(named: name) + index.files(named: name))
        .contains { FileName.last(of: $0) == name }
    }
    func meant(_ text: String) -> String? {
      spellings.first { text.hasSuffix($0.0) }.map { text.dropLast($0.0.count) + $0.1 }
    }
    let plain = page.plainWords { words, index in
      words[index].text.hasPrefix(".") && meant(String(words[index].text)) != nil ? () : nil
    }
    return (page.writtenCodeSpans + plain.map(\.span)).compactMap { span in
      // A configuration has no name before its ending.
      guard let meant = meant(span.text), !span.text.contains(where: { "/* ".contains($0) }),
        meant.hasPrefix(".") || meant.contains(".xc"),
        !exists(span.text), exists(meant)
      else { return nil }
      return Diagnostic(
        rule: id, severity: severity,
        confidence: page.subject.isHistorical(at: span) ? .low : .medium,
        at: page.page.location(span.contentRange), "no file is called `\(span.text)`",
        caretLabel: "documented", evidence: [Evidence(.help, "did you mean `\(meant)`?")])
    }
  }
}
