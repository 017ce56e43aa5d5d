import Diagnostics
import Markdown

/// Trees of folders and files in code blocks.
extension UnknownFile {
  /// The entries of trees that do not exist at their drawn places.
  static func treeFindings(on page: CheckedPage, _ context: ProjectContext) -> [Diagnostic] {
    trees(on: page).flatMap { fence, place -> [Diagnostic] in
      let isHistorical = page.subject.isHistorical(fence)
      return omissions(of: place, in: fence, isHistorical: isHistorical, page)
        + commentFindings(of: place, in: fence, page, context)
        + place.missing.compactMap { entry, path in
          let start = fence.position(
            in: page.page.source, line: entry.line, column: entry.column)
          let range = SourceRange(
            line: start.line, column: start.column, length: entry.path.last?.utf8.count ?? 0)
          let span = CodeSpan(text: path, range: range, contentRange: range, block: fence.block)
          guard !context.isIgnored(path),
            let problem = missing(
              path, isFolder: entry.isFolder, span: span, on: page, in: context)
          else { return nil }
          return Diagnostic(
            rule: id, severity: severity, confidence: isHistorical ? .low : problem.confidence,
            at: page.page.location(range), problem.message, caretLabel: "documented",
            evidence: problem.evidence)
        }
    }
  }

  /// Files that the comment of a drawn folder lists, and that are only in another folder.
  ///
  ///     └── Resources/   # Assets, Info.plist      `Info.plist` is in `Sources/App`
  private static func commentFindings(
    of place: TreePlace, in fence: Fence, _ page: CheckedPage, _ context: ProjectContext
  ) -> [Diagnostic] {
    place.folders.flatMap { parent, entries in
      entries.filter(\.isFolder).flatMap { entry -> [Diagnostic] in
        let folder = (parent.isEmpty ? "" : parent + "/") + (entry.path.last ?? "")
        let parts = entry.comment.drop { "# /-–—".contains($0) }.split(separator: ",")
          .map(\.trimmedText)
        guard parts.count > 1, parts.allSatisfy({ !$0.contains(" ") }) else { return [] }
        return parts.filter(FileName.isFileName).compactMap { name in
          let files = context.index.files(named: name)
          guard files.count == 1, !files[0].hasPrefix(folder + "/") else { return nil }
          let start = fence.position(in: page.page.source, line: entry.line, column: entry.column)
          return Diagnostic(
            rule: id, severity: severity,
            confidence: page.subject.isHistorical(fence) ? .low : .medium,
            at: page.page.location(
              SourceRange(
                line: start.line, column: start.column, length: entry.path.last?.utf8.count ?? 0)),
            "`\(folder)` has no file `\(name)`", caretLabel: "documented",
            evidence: [Evidence(.help, "the file of that name is `\(files[0])`")])
        }
      }
    }
  }

  /// The trees that the author wrote and that are about the project.
  static func trees(on page: CheckedPage) -> [(Fence, TreePlace)] {
    guard let context = page.context else { return [] }
    return page.fences.compactMap { fence in
      guard page.isWritten(fence.range), let tree = FileTree(fence) else { return nil }
      return TreePlace(of: tree, on: page.page.path, context).map { (fence, $0) }
    }
  }

  /// Files that are newer than the tree, in folders for which it draws at least half of the other
  /// files.
  ///
  /// Only newer files count, since a tree may be a selection.
  private static func omissions(
    of place: TreePlace, in fence: Fence, isHistorical: Bool, _ page: CheckedPage
  ) -> [Diagnostic] {
    guard let context = page.context, let repository = context.repository,
      !isHistorical, !fence.literal.contains("..."), !fence.literal.contains("…")
    else { return [] }
    return place.folders.compactMap { folder, entries in
      let drawn = entries.filter { $0.path.last?.hasSuffix(".swift") == true }
      let names = Set(drawn.compactMap { $0.path.last?.lowercased() })
      let missing = context.names(folder).filter {
        $0.hasSuffix(".swift") && !names.contains($0.lowercased())
      }.sorted()
      let lines = drawn.map { fence.range.start.line + $0.line }
      guard drawn.count >= 3, !missing.isEmpty, missing.count * 2 <= drawn.count,
        missing.allSatisfy({
          repository.isWord(String($0.dropLast(6)), newerThan: lines, of: page.page.path)
        })
      else { return nil }
      let start = fence.position(
        in: page.page.source, line: drawn[0].line, column: drawn[0].column)
      let shown = missing.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
      return Diagnostic(
        rule: IncompleteList.id, severity: IncompleteList.severity, confidence: .medium,
        at: page.page.location(
          SourceRange(
            line: start.line, column: start.column, length: drawn[0].path.last?.utf8.count ?? 0)),
        "the tree leaves out \(missing.count.counted("newer file")) of `\(folder)`: \(shown)",
        caretLabel: "documented")
    }.sorted { $0.location < $1.location }
  }

  private static func missing(
    _ path: String, isFolder: Bool, span: CodeSpan, on page: CheckedPage,
    in context: ProjectContext
  ) -> Problem? {
    let name = FileName.last(of: path)
    guard isFolder || FileName.isFileName(name), !Placeholder.isPlaceholder(name),
      context.repository?.isUntracked(path) != true,
      !context.index.isIgnored(path)
    else { return nil }
    let message = "`\(path)` does not exist"
    if !isFolder, let repository = context.repository, let file = FileName(path),
      let deletion = repository.deletion(ofFile: path)
    {
      let problem = deleted(
        deletion, message: message, file: file, span: span, on: page, in: repository)
      // The tree claims more than a sentence: its other entries exist.
      return problem.confidence == .low
        ? Problem(message: message, confidence: .medium, evidence: problem.evidence) : problem
    }
    var evidence: [Evidence] = []
    let namesakes = isFolder ? [] : context.index.files(named: name)
    if namesakes.count == 1 {
      evidence.append(Evidence(.help, "the file of that name is `\(namesakes[0])`"))
    }
    return Problem(message: message, confidence: .medium, evidence: evidence)
  }
}

/// The place of a tree in the project: the folder in which most of its entries exist.
///
/// The author need not draw the path to the tree, so several folders are tried: those above the
/// page, and those that the drawn files suggest. Each is tried with and without the tree's root.
/// The place where most entries exist wins, if at least three entries and three fifths of all exist
/// there; otherwise the tree is not about the project.
///
///     App/                 root, may be the name of the checkout
///       Store.swift        exists in Sources/App: the tree is there
///       Cache.swift        missing, reported at its line
struct TreePlace {
  /// Entries that do not exist while the folder around them does.
  private(set) var missing: [(FileTree.Entry, path: String)] = []
  /// The entries that exist, by the folder that they are in.
  private(set) var folders: [String: [FileTree.Entry]] = [:]
  private var known = 0

  init?(of tree: FileTree, on page: String, _ context: ProjectContext) {
    var best: TreePlace?
    for folder in Self.folders(of: tree, on: page, context) {
      for dropped in 0...1 {
        let place = TreePlace(tree, below: folder, dropping: dropped, context)
        if place.known > best?.known ?? 0 { best = place }
      }
    }
    guard let best, best.known >= 3, best.known * 5 >= tree.entries.count * 3 else { return nil }
    self = best
  }

  /// The folders that the tree may begin in.
  private static func folders(
    of tree: FileTree, on page: String, _ context: ProjectContext
  ) -> [String] {
    var folders = RepositoryIndex.foldersUp(from: page)
    for entry in tree.entries where !entry.isFolder {
      guard folders.count < 12 else { break }
      for dropped in 0..<min(2, entry.path.count - 1) {
        let end = entry.path.dropFirst(dropped).joined(separator: "/")
        let found = context.repository?.files(endingIn: end) ?? []
        if found.count == 1, found[0] != end {
          folders.append(String(found[0].dropLast(end.count + 1)))
        }
      }
    }
    var seen: Set<String> = []
    return folders.filter { seen.insert($0).inserted }
  }

  private init(
    _ tree: FileTree, below folder: String, dropping dropped: Int, _ context: ProjectContext
  ) {
    let base = folder.split(separator: "/").map(String.init)
    var lost: Set<[String]> = []
    // If some of the announced entries exist, the announced work is done.
    let isDone = tree.entries.contains { entry in
      Self.isOutlook(entry.comment) && Self.exists(base + entry.path.dropFirst(dropped), context)
    }
    for entry in tree.entries {
      let path = base + entry.path.dropFirst(dropped)
      guard path.count > base.count else { continue }
      if Self.exists(path, context) {
        known += 1
        folders[path.dropLast().joined(separator: "/"), default: []].append(entry)
      } else if !lost.contains(Array(path.dropLast())),
        isDone || !Self.isOutlook(entry.comment) || Self.isLost(path, context),
        // The root of a tree may have the name that its author gave the checkout.
        entry.path != tree.entries[0].path || !entry.isFolder,
        path.count == base.count + 1 || Self.exists(path.dropLast(), context)
      {
        missing.append((entry, path.joined(separator: "/")))
      }
      if !Self.exists(path, context) { lost.insert(path) }
    }
  }

  /// Whether a path exists, ignoring case; a type may stand for its file.
  private static func exists(_ path: some Sequence<String>, _ context: ProjectContext) -> Bool {
    let path = Array(path)
    guard let last = path.last?.lowercased() else { return true }
    return context.names(path.dropLast().joined(separator: "/")).contains {
      let name = $0.lowercased()
      return name == last || name == last + ".swift"
    }
  }

  /// Whether a commit deleted the file: one that was new when its line was written.
  private static func isLost(_ path: [String], _ context: ProjectContext) -> Bool {
    FileName.isFileName(path[path.count - 1])
      && context.repository?.deletion(ofFile: path.joined(separator: "/")) != nil
  }

  /// Whether a comment states that a tool makes the entry, or that it will exist later.
  private static func isOutlook(_ comment: Substring) -> Bool {
    let text = comment.lowercased()
    return [
      "generated", "ignored", "planned", "future", "todo", "new", "optional", "created", "your ",
    ]
    .contains { text.contains($0) }
  }
}
