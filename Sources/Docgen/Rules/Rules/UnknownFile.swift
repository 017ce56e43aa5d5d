package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A file in inline code that does not exist, or a line that it does not have; also a file in plain
/// text that a commit deleted.
///
/// A path is looked up from the root, from the page's folder and from every folder above it, and as
/// the end of any tracked path. A missing file is an error if the history shows the commit that
/// deleted it after the line was written, and a hint otherwise.
package enum UnknownFile: Rule {
  package static let id = RuleID("unknown-file")
  package static let severity = Diagnostic.Severity.error
  package static let isAboutCode = false
  package static let summary = "Inline code names a file that does not exist, or lacks the line."
  package static let explanation = Explanation.document(
    "A path in inline code must lead to a file of the project, and to an existing line. So "
      + "must each entry of a tree of folders in a code block, if most of the tree exists, and a "
      + "name that the text calls a folder, if the repository once had it, and the folder of a "
      + "package, if the manifest takes it from an address. A missing file with the name of a type is a "
      + "warning that names the type's file.",
    "See `Sources/App/Dor.swift`.", remedy: "Write the current path.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard let context = page.context else { return [] }
    var seen: Set<String> = []
    let listed = linesOfListedFiles(on: page)
    let links = Dictionary(grouping: page.page.links, by: \.range.start.line)
    func finding(_ span: CodeSpan, isPlain: Bool) -> Diagnostic? {
      guard let file = FileName(span.text), !context.isIgnored(span.text),
        !isDestination(file, span, links),
        var problem = problem(with: file, span, page, in: context),
        problem.fixIt != nil || seen.insert(span.text).inserted
      else { return nil }
      if isPlain {
        guard problem.confidence == .high else { return nil }
        problem.confidence = .medium
        problem.fixIt = nil
      } else if listed.contains(span.range.start.line) {
        problem.confidence = max(problem.confidence, .medium)
      }
      let isHistorical = page.subject.isHistorical(at: span)
      return Diagnostic(
        rule: id, severity: severity, confidence: isHistorical ? .low : problem.confidence,
        at: page.page.location(span.contentRange), problem.message, caretLabel: "documented",
        evidence: problem.evidence, fixIts: isHistorical ? [] : [problem.fixIt].compactMap(\.self))
    }
    return page.writtenCodeSpans.compactMap { finding($0, isPlain: false) }
      + (plainNames(on: page) + drawnPaths(on: page, context)).compactMap {
        finding($0, isPlain: true)
      }
      + missingNotices(on: page, context) + otherSpellings(on: page, context)
      + treeFindings(on: page, context)
      + folderFindings(on: page, context) + dependencyFindings(on: page, context)
  }

  /// Whether the span is the text of a link to the same file, which `broken-link` checks.
  private static func isDestination(
    _ file: FileName, _ span: CodeSpan, _ links: [Int: [Link]]
  ) -> Bool {
    let lines = span.range.start.line - 2...span.range.start.line
    return lines.lazy.flatMap { links[$0] ?? [] }.contains { link in
      link.range.start <= span.range.start && span.range.end <= link.range.end
        && FileName(link.destination)?.name == file.name
    }
  }

  // MARK: - Plain text

  /// Names of files in paragraphs, outside code and links.
  private static func plainNames(on page: CheckedPage) -> [CodeSpan] {
    // `SQLite.swift` is also the name of a library.
    let linked = Set(page.page.links.flatMap { [$0.text, FileName.last(of: $0.destination)] })
    return page.plainWords { words, index in
      let parts = words[index].text.split(separator: ".")
      return parts.count == 2 && parts[0].first?.isUppercase == true
        && FileName.isFileName(String(words[index].text)) ? () : nil
    }.map(\.span).filter { !linked.contains($0.text) }
  }

  private static let notices: Set<Substring> = ["LICENSE", "CONTRIBUTING"]

  /// "See the LICENSE file" in a README without such a file; other pages may quote a license.
  private static func missingNotices(
    on page: CheckedPage, _ context: ProjectContext
  ) -> [Diagnostic] {
    guard FileName.last(of: page.page.path).uppercased().hasPrefix("README") else { return [] }
    let found = page.plainWords { words, index in
      notices.contains(words[index].text) && index > 0 && index + 1 < words.count
        && words[index - 1].text.lowercased() == "the" && words[index + 1].text == "file" ? () : nil
    }
    if found.isEmpty || context.index.files.isEmpty { return [] }
    let existing = notices.filter { notice in
      let start = notice.lowercased().prefix(6)
      return context.index.files.contains { FileName.last(of: $0).lowercased().hasPrefix(start) }
    }
    return found.filter { !existing.contains($0.span.text[...]) }.map { span, _ in
      Diagnostic(
        rule: id, severity: severity, confidence: .medium, at: page.page.location(span.range),
        "no file is called `\(span.text)`", caretLabel: "documented")
    }
  }

  struct Problem {
    var message: String
    var confidence: Confidence
    var evidence: [Evidence] = []
    var fixIt: FixIt?
  }

  private static func problem(
    with file: FileName, _ span: CodeSpan, _ page: CheckedPage, in context: ProjectContext
  ) -> Problem? {
    let first = file.path.split(separator: "/").first ?? ""
    guard !file.path.hasPrefix("/"), !first.hasPrefix("."), !file.path.contains("..") else {
      return nil
    }
    let known = paths(of: file, page, context)
    if known.isEmpty { return missing(file, span: span, on: page, in: context) }
    guard known.count == 1,
      let line = file.lastLine ?? file.line ?? page.lineRemark(after: span)?.lines.upperBound,
      let count = page.project.code.lineCount(of: known[0]), line > count || line < 1
    else { return nil }
    return Problem(message: "`\(known[0])` has \(count.counted("line"))", confidence: .high)
  }

  /// The files or folders that the text may mean.
  private static func paths(
    of file: FileName, _ page: CheckedPage, _ context: ProjectContext
  ) -> [String] {
    let sources = file.files(in: page.project.code)
    if !sources.isEmpty { return sources }
    if file.path.contains("/") {
      var folder = page.page.path.split(separator: "/").dropLast()
      while true {
        let path = (folder + [Substring(file.path)]).joined(separator: "/")
        if context.kind(path) != nil { return [path] }
        if folder.popLast() == nil { break }
      }
    } else if context.hasFile(file.path) {
      return [file.path]
    }
    return context.repository?.files(endingIn: file.path) ?? []
  }

  /// Paths are ambiguous in prose: `read/write` looks like one. A text without a folder needs
  /// `.swift` or `.md`, or a file of that name in the history; one with a folder needs an existing
  /// first folder, or the history.
  private static func missing(
    _ file: FileName, span: CodeSpan, on page: CheckedPage, in context: ProjectContext
  ) -> Problem? {
    let isPath = file.path.contains("/")
    // A name of another kind without folders may be anything, such as a build product, unless Git
    // had it.
    guard
      isPath || file.path.hasSuffix(".swift") || file.path.hasSuffix(".md")
        || context.repository?.deletion(ofFile: file.path) != nil,
      isPath || file.path != "Package.swift", !Placeholder.isPlaceholder(file.name),
      !isIllustration(file, page)
    else { return nil }
    let message = isPath ? "`\(file.path)` does not exist" : "no file is called `\(file.path)`"
    let isBelowFolder = file.path.split(separator: "/").first.map {
      isPath && context.kind(String($0)) != nil
    }
    let help = near(file, page, in: context)
    guard let repository = context.repository else {
      guard isBelowFolder == true || !isPath else { return nil }
      return Problem(message: message, confidence: .high, evidence: help)
    }
    if repository.isUntracked(file.path) || repository.hasFile(named: file.path) { return nil }
    if let deletion = repository.deletion(ofFile: file.path) {
      if repository.isUntracked(deletion.path) { return nil }
      return deleted(deletion, message: message, file: file, span: span, on: page, in: repository)
    }
    if isPath, !FileName.isFileName(file.path), !context.hasFolder(endingIn: file.path),
      let deletion = repository.deletion(ofFolder: file.path)
    {
      return deleted(deletion, message: message, file: file, span: span, on: page, in: repository)
    }
    if isPath, let new = renamedFolder(in: file.path, context.index) {
      return Problem(
        message: message, confidence: .medium,
        evidence: [Evidence(.help, "did you mean `\(new)`?")])
    }
    if let other = context.index.pathInOtherCase(file.path) {
      // In prose, the name of a file that is not a source may have any case.
      guard isPath || file.path.hasSuffix(".swift") else { return nil }
      return Problem(
        message: message, confidence: .medium,
        evidence: [Evidence(.help, "did you mean `\(other)`?")])
    }
    if let type = page.project.code.only(typeOfFile: file.name),
      isPath || !page.isCaption(span)
    {
      let place = type.location.file
      return Problem(
        message: message, confidence: .medium,
        evidence: [Evidence(.help, "`\(type.name)` is declared in `\(place)`")])
    }
    // Any two words with a slash between them look like a path.
    guard !isPath || isBelowFolder == true && FileName.isFileName(file.path) else { return nil }
    return Problem(
      message: message, confidence: repository.hasHistory ? .low : .medium, evidence: help)
  }

  /// `isSafe` only for a path from the root whose file kept its name.
  static func deleted(
    _ deletion: FileDeletion, message: String, file: FileName, span: CodeSpan,
    on page: CheckedPage, in repository: any RepositoryFacts
  ) -> Problem {
    let line = span.range.start.line
    var evidence = [Evidence.removed(by: deletion.commit, in: deletion.path)]
    guard repository.isLine(line, of: page.page.path, olderThan: deletion.commit) == true,
      !page.commitsOfMadeUpNames.contains(deletion.commit)
    else {
      return Problem(message: message, confidence: .low, evidence: evidence)
    }
    guard let new = deletion.newPath else {
      return Problem(message: message, confidence: .high, evidence: evidence)
    }
    evidence.append(Evidence(.help, "the file of that name is `\(new)`"))
    // Git may report another file with similar text as the new one.
    let isSameName = FileName.last(of: new) == FileName.last(of: deletion.path)
    // A path from the root is replaced by a path from the root; the author must choose a shorter
    // one.
    let isFromRoot =
      isSameName && deletion.path == file.path && file.line == nil && span.text == file.path
    return Problem(
      message: message, confidence: .high, evidence: evidence,
      fixIt: isFromRoot
        ? FixIt(
          range: span.contentRange, replacement: new, title: "replace with `\(new)`", isSafe: true)
        : nil)
  }

  /// A file that a code block of the page creates or shows.
  private static func isIllustration(_ file: FileName, _ page: CheckedPage) -> Bool {
    // The last folder of a path may be any word.
    let name = file.path.hasSuffix("/") ? String(file.path.dropLast()) : file.name
    return page.fences.contains { !$0.isDrawing && $0.literal.contains(name) }
  }

  /// A file of the same name elsewhere, or the nearest name in the same folder.
  private static func near(
    _ file: FileName, _ page: CheckedPage, in context: ProjectContext
  ) -> [Evidence] {
    let code = page.project.code
    let named = code.files(named: file.name)
    if let moved = named.filter({ $0.contains("/") }).min() {
      return [Evidence(.help, "did you mean `\(moved)`?")]
    }
    let folder = file.path.split(separator: "/").dropLast().joined(separator: "/")
    let near =
      folder.isEmpty
      ? context.nearestSource(to: file.name, of: code)
      : context.nearest(to: file.name, in: folder)
    guard let near else { return [] }
    return [Evidence(.help, "did you mean `\(folder.isEmpty ? near : folder + "/" + near)`?")]
  }
}

extension RepositoryIndex {
  /// The only file whose path ends like this one, but for the case of letters.
  fileprivate func pathInOtherCase(_ path: String) -> String? {
    let end = "/" + path.lowercased()
    let found = files(named: FileName.last(of: path)).filter {
      ("/" + $0).lowercased().hasSuffix(end)
    }
    return found.count == 1 ? found.first.map { String($0.suffix(path.count)) } : nil
  }
}

extension ProjectContext {
  /// Whether the path of a tracked file has these folders one after another.
  fileprivate func hasFolder(endingIn path: String) -> Bool {
    let folder = "/" + path.split(separator: "/").joined(separator: "/")
    return index.folders.paths(named: FileName.last(of: folder))
      .contains { ("/" + $0).hasSuffix(folder) }
  }
}

extension CheckedPage {
  /// Whether inline code is alone on the line before a code block: the reader's file.
  fileprivate func isCaption(_ span: CodeSpan) -> Bool {
    let line = span.range.start.line
    let text = page.source.line(line).filter { !"`*_: ".contains($0) }
    return text == span.text.filter { !"*_: ".contains($0) }
      && page.fences.contains { (line + 1...line + 2).contains($0.range.start.line) }
  }
}

extension CodeModel {
  /// The only type of the project that a file is named after: `Door` of `Door.swift`.
  fileprivate func only(typeOfFile name: String) -> TypeDeclaration? {
    guard name.hasSuffix(".swift") else { return nil }
    let types = types(named: String(name.dropLast(6))).filter { $0.outerName == nil }
    return types.count == 1 && isOwn(types[0].name) ? types[0] : nil
  }
}
