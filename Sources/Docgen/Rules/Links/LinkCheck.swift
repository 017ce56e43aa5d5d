import Diagnostics
import Markdown
import Models
import SwiftIndex

/// The problem with a link that leads nowhere, and its probable destination.
struct LinkProblem {
  var summary: String
  var confidence = Confidence.high
  /// The probable destination, in the form that the page needs.
  var help: String?
  /// Whether the destination can be replaced with `help` without asking the author.
  var isCertain = false
  /// The member that a type of the project lacks.
  var absentMember: AbsentMember?
  /// The commit that removed the destination.
  var removal: [Evidence] = []
  /// The reason why the destination may still be right.
  var notes: [Evidence] = []

  var evidence: [Evidence] {
    removal + notes + (help.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? [])
  }

  /// The same problem as an error if a commit removed the missing member after the line was written.
  func proven(
    by repository: (any RepositoryFacts)?, line: Int, of page: String
  ) -> LinkProblem {
    guard confidence < .high, let absentMember, let repository,
      let removal = repository.removal(of: absentMember.key), !removal.isExample,
      !absentMember.isElsewhere || absentMember.files.contains(removal.file),
      repository.isLine(line, of: page, olderThan: removal.commit) == true
    else { return self }
    var proven = self
    proven.confidence = .high
    proven.removal = [Evidence.removed(by: removal.commit, in: removal.file)]
    return proven
  }
}

extension LinkProblem {
  /// Makes the problem a hint without a replacement.
  fileprivate mutating func doubt(_ reason: String) {
    confidence = .low
    help = nil
    isCertain = false
    notes.append(Evidence(.note, reason))
  }
}

/// A member that a link names and its type lacks.
struct AbsentMember {
  var key: NameRemoval.Key
  /// Whether another type has it: then only a removal from the type's own files concerns this one.
  var isElsewhere: Bool
  /// The files that declare the type.
  var files: Set<String>
}

/// Resolves the links of one page that GitHub or a site generator shows.
///
/// A link is wrong for GitHub if its path leads to no file. Documents are often made for a site
/// generator, though, which has other rules: extensions are left out, folders are renamed, pages
/// are copied. Before a link is reported, each such explanation is tried, and an uncertain one
/// makes the problem a hint with a note. Cost: a few lookups in `RepositoryIndex` for each link.
struct LinkCheck {
  let page: CheckedPage
  let context: ProjectContext
  var index: RepositoryIndex { context.index }
  private var path: String { page.page.path }
  /// Whether links without an extension are addresses of a website: of three or more at most a tenth
  /// is a file or folder.
  private let hasRoutes: Bool

  init(_ page: CheckedPage, _ context: ProjectContext) {
    self.page = page
    self.context = context
    let routes = page.page.links.compactMap { LinkTarget($0.destination)?.path }.filter {
      !$0.isEmpty && !FileName.last(of: $0).contains(".")
    }
    let paths = Set(routes).compactMap { ProjectContext.path($0, from: page.page.path) }
    hasRoutes =
      paths.count > 2 && paths.count { context.kind($0) != nil } * 10 <= paths.count
  }

  /// `nil` if the link leads somewhere, or if docgen cannot know.
  func problem(with link: Link) -> LinkProblem? {
    if link.destination.isEmpty, !link.text.isEmpty {
      return LinkProblem(summary: "the link has no destination", confidence: .medium)
    }
    guard !Self.isTemplate(link.destination), let target = LinkTarget(link.destination) else {
      return nil
    }
    var problem =
      target.path.isEmpty
      ? self.problem(withAnchorOf: target, in: path)
      : self.problem(withPathOf: target)
    if Self.isPlaceholder(link.destination) { problem?.confidence = .low }
    if link.range.start.line > firstBrokenFence { problem?.isCertain = false }
    return problem
  }

  /// The line of the first Markdown example that a fence inside of it ends too early: the text
  /// after it may be part of the example.
  private var firstBrokenFence: Int {
    let broken = page.page.fences.first { fence in
      ["markdown", "md"].contains(fence.language.lowercased())
        && fence.literal.split(separator: "\n").contains { line in
          line.hasPrefix("```") && line.dropFirst(3).first?.isLetter == true
        }
    }
    return broken?.range.start.line ?? .max
  }

  // MARK: - Files

  private func problem(withPathOf target: LinkTarget) -> LinkProblem? {
    guard let wanted = ProjectContext.path(target.path, from: path) else { return nil }
    if wanted.isEmpty { return nil }
    if let kind = context.kind(wanted) {
      return problem(withAnchorOf: target, in: kind == .folder ? wanted + "/README.md" : wanted)
    }
    if isElsewhere(wanted, target) || isInOwnFolder(target) { return nil }
    if let found = pageOfSite(target) { return problem(withAnchorOf: target, in: found) }
    var problem = missing(wanted, target)
    let isMadeByJazzy = isMadeByJazzy(wanted)
    let isRoute = hasRoutes && !FileName.last(of: target.path).contains(".")
    if target.isFromRoot || isOnSite || isMadeByJazzy || isRoute {
      problem.confidence = isFromFolderOfRoot(wanted, target) ? .medium : .low
    }
    if isMadeByJazzy { problem.isCertain = false }
    if target.isFromRoot, let below = index.fileBelowFolder(wanted) {
      // The surrounding folder may be the root of the website.
      problem.doubt("`\(below)` exists")
    } else if let copy = copyWithTarget(target) {
      problem.doubt("the link resolves from `\(copy)`, which has copies of these pages")
    }
    return problem
  }

  /// Whether the link begins with a folder at the root and ends in a Markdown file, on a page of
  /// GitHub: a website has other names.
  private func isFromFolderOfRoot(_ wanted: String, _ target: LinkTarget) -> Bool {
    guard target.isFromRoot, !isOnSite, RepositoryIndex.isMarkdown(wanted),
      let folder = wanted.split(separator: "/").first, folder.count < wanted.count
    else { return false }
    return context.kind(String(folder)) == .folder
  }

  /// A copy of this page, or a folder with copies of the pages next to it, from which a link resolves:
  /// this page is a template, or a program makes the copies.
  ///
  ///     docs/src/a.md, docs/mac/a.md and docs/mac/index.md   [b](index.md)
  ///
  /// `nil` if the link resolves from no such place.
  private func copyWithTarget(_ target: LinkTarget) -> String? {
    let folder = RepositoryIndex.folder(of: path)
    guard !target.isFromRoot, !folder.isEmpty else { return nil }
    let (around, name) = (RepositoryIndex.folder(of: folder), FileName.last(of: path))
    for other in index.files(named: FileName.last(of: target.path)) {
      let sibling = RepositoryIndex.foldersUp(from: other).first {
        !$0.isEmpty && RepositoryIndex.folder(of: $0) == around
      }
      guard let sibling, sibling != folder,
        ProjectContext.path(target.path, from: sibling + "/" + name) == other
      else { continue }
      let copy = sibling + "/" + name
      if index.page(copy).map({ page.page.sharesMostLines(with: $0) }) == true { return copy }
      if index.isTemplate(folder, of: sibling) { return sibling }
    }
    return nil
  }

  /// Whether the path belongs to something that a checkout does not have.
  private func isElsewhere(_ wanted: String, _ target: LinkTarget) -> Bool {
    index.isInSubmodule(wanted) || isGitHubRoute(wanted, target) || index.isIgnored(wanted)
  }

  /// Whether the target is in the folder that has the name of the page: a generator shows `a/b.md` at
  /// `a/b/`, together with the files of that folder. Pages for generators have front matter.
  private func isInOwnFolder(_ target: LinkTarget) -> Bool {
    guard page.page.frontMatter != nil, !target.isFromRoot else { return false }
    let name = FileName.last(of: path).prefix { $0 != "." }
    let folder = RepositoryIndex.folder(of: path)
    let own = (folder.isEmpty ? "" : folder + "/") + name + "/page"
    return ProjectContext.path(target.path, from: own).map { context.kind($0) != nil } == true
  }

  /// Whether the link probably means a page that Jazzy generates from the documents.
  private func isMadeByJazzy(_ wanted: String) -> Bool {
    wanted.hasSuffix(".html")
      && [".jazzy.yaml", ".jazzy.yml", ".jazzy.json"].contains { context.kind($0) != nil }
  }

  private static let routes: Set = [
    "actions", "blame", "blob", "commit", "commits", "compare", "deployments", "discussions",
    "graphs", "issues", "milestones", "packages", "projects", "pull", "pulls", "releases",
    "security", "settings", "stargazers", "tags", "tree", "wiki",
  ]

  /// `../../issues`, which leaves the files for another page of the repository on GitHub.
  private func isGitHubRoute(_ wanted: String, _ target: LinkTarget) -> Bool {
    guard target.path.hasPrefix("../"), let first = wanted.split(separator: "/").first else {
      return false
    }
    return Self.routes.contains(String(first))
  }

  private var isOnSite: Bool {
    index.site(of: path) != nil || SiteGenerator.isMeant(by: page.page)
  }

  /// The page of a generated site that a link means.
  private func pageOfSite(_ target: LinkTarget) -> String? {
    guard isOnSite || target.isFromRoot else { return nil }
    var roots = index.site(of: path).map { [$0.folder] } ?? []
    roots += RepositoryIndex.foldersUp(from: path)
    return SiteGenerator.candidates(target.path, from: path, roots: roots)
      .first { context.kind($0) == .file }
  }

  /// A missing file: it may have moved, or its name may be misspelled.
  func missing(_ wanted: String, _ target: LinkTarget) -> LinkProblem {
    if let problem = Self.problem(withAddress: target.path) { return problem }
    var problem = LinkProblem(summary: "`\(wanted)` does not exist")
    if let rooted = fromPackage(target) {
      problem.help = target.leading(to: rooted, from: path)
      problem.isCertain =
        !Self.isCommonName(FileName.last(of: wanted)) && isAnchorKnown(target, in: rooted)
      problem.confidence = .medium
      return problem
    }
    if let site = Self.siteWithoutScheme(target.path) {
      problem.help = site
      return problem
    }
    let name = FileName.last(of: wanted)
    let sources = page.project.code.files(named: name)
    let named = Set(index.files(named: name) + sources)
    let moved = named.filter { $0.lowercased() == wanted.lowercased() }
    if let only = moved.count == 1 ? moved.first : named.count == 1 ? named.first : nil {
      problem.help = target.leading(to: only, from: path)
      problem.isCertain =
        (moved.count == 1
          || !Self.isCommonName(name) && Self.isPlausible(only, for: wanted)
            && (Self.shareFolder(only, wanted) || isMoved(wanted, to: only)))
        && isAnchorKnown(target, in: only)
      return problem
    }
    let folder = RepositoryIndex.folder(of: wanted)
    let near = context.nearest(to: name, in: folder)
    problem.help = near.map {
      target.leading(to: folder.isEmpty ? $0 : folder + "/" + $0, from: path)
    }
    return problem
  }

  /// Whether the only file of a name is probably the right one: not an archived one, nor one in a
  /// folder with another number.
  private static func isPlausible(_ new: String, for old: String) -> Bool {
    func isArchived(_ path: String) -> Bool {
      path.split(separator: "/").contains { $0.lowercased().hasPrefix("archive") }
    }
    let (plainOld, plainNew) = (old.filter { !$0.isNumber }, new.filter { !$0.isNumber })
    return isArchived(old) == isArchived(new) && plainOld != plainNew
  }

  /// Whether two files have a folder of the same name around them; in a folder below the root, any file
  /// may be the other.
  private static func shareFolder(_ new: String, _ old: String) -> Bool {
    let folders = old.split(separator: "/").dropLast()
    return folders.count < 2 || !Set(folders).isDisjoint(with: new.split(separator: "/").dropLast())
  }

  /// Whether a commit moved a file.
  private func isMoved(_ old: String, to new: String) -> Bool {
    context.repository?.deletion(ofFile: old)?.newPath == new
  }

  /// A path that was written from the folder of the package, or from the root of the repository.
  private func fromPackage(_ target: LinkTarget) -> String? {
    guard !target.isFromRoot else { return nil }
    let rest = target.path.hasPrefix("./") ? String(target.path.dropFirst(2)) : target.path
    let candidates = index.packageFolders(around: path).compactMap {
      ProjectContext.path(rest, from: $0.isEmpty ? "page" : $0 + "/page")
    }
    return candidates.first { $0 != path && context.kind($0) != nil }
  }

  /// An address that is written as a path: `(https://a.org)` or `name@a.org`; `nil` for others.
  private static func problem(withAddress path: String) -> LinkProblem? {
    if let match = path.wholeMatch(of: /\((https?:\/\/[^()]*)\)?/) {
      let address = String(match.output.1)
      return LinkProblem(summary: "the address `\(address)` is in parentheses", help: address)
    }
    guard path.contains(/^[A-Za-z0-9._+\-]+@[A-Za-z0-9\-]+(\.[A-Za-z0-9\-]+)+$/),
      !FileName.isFileName(path)
    else { return nil }
    return LinkProblem(
      summary: "the address `\(path)` lacks `mailto:`", help: "mailto:" + path)
  }

  /// `github.com/owner/name` -> `https://github.com/owner/name`
  private static func siteWithoutScheme(_ path: String) -> String? {
    let parts = path.split(separator: "/")
    guard parts.count > 1, let host = parts.first, !host.hasPrefix("."),
      let ending = host.split(separator: ".").last, host.contains("."),
      ["com", "org", "io", "dev", "net", "app", "md", "me"].contains(String(ending))
    else { return nil }
    return "https://" + path
  }

  /// A name that many folders have: one file of that name need not be the one that moved.
  private static func isCommonName(_ name: String) -> Bool {
    let base = name.lowercased().prefix { $0 != "." }
    return [
      "readme", "index", "package", "main", "info", "config", "overview", "license", "makefile",
      "podfile", "changelog", "contributing", "install", "installation", "usage", "introduction",
    ].contains(String(base))
  }

  // MARK: - Anchors

  private func isAnchorKnown(_ target: LinkTarget, in file: String) -> Bool {
    target.anchor == nil || problem(withAnchorOf: target, in: file) == nil
  }

  private func problem(withAnchorOf target: LinkTarget, in file: String) -> LinkProblem? {
    guard let anchor = target.anchor, !anchor.isEmpty, anchor != "top",
      !anchor.hasPrefix(":~:")
    else { return nil }
    if let lines = target.lines {
      guard let count = page.project.code.lineCount(of: file),
        lines.lowerBound < 1 || lines.upperBound > count
      else { return nil }
      return LinkProblem(summary: "`\(file)` has \(count.counted("line"))")
    }
    guard let anchors = index.anchors(of: file), !anchors.contains(anchor) else { return nil }
    var problem = LinkProblem(summary: "`\(file)` has no heading `#\(anchor)`")
    let isElsewhere = isOnSite || DocCCatalog.folder(of: file) != nil
    if isElsewhere, anchors.containsSpelling(anchor) { return nil }
    if isElsewhere { problem.confidence = .low }
    let same = anchors.only(spelledLike: anchor)
    problem.isCertain = same != nil
    if let near = same ?? anchors.nearest(to: anchor) {
      problem.help = target.spelled(withAnchor: near)
    }
    return problem
  }

  // MARK: - Destinations that are not real

  /// A destination with parts that a program fills in: `{{ site.url }}/a`, `$(URL)`, `<path>`.
  static func isTemplate(_ destination: String) -> Bool {
    destination.contains { "{}<>$".contains($0) } || destination.contains("%7B%7B")
      || destination.contains("...") && !destination.contains("../")
  }

  /// A destination that the author of a template left to fill in.
  static func isPlaceholder(_ destination: String) -> Bool {
    let text = destination.lowercased()
    if ["url", "link", "path", "todo", "tbd", "#", "file", "image", "here"].contains(text) {
      return true
    }
    return [
      "link-to", "path/to", "path-to", "your-", "your_", "placeholder", "example-", "filename.",
    ]
    .contains { text.contains($0) }
  }
}
