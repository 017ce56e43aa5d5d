package import Diagnostics
package import Markdown

/// The pages that the operands of a command name.
extension Project {
  /// All pages without operands; for a folder, those below it. `-` is the page from standard input,
  /// if it was read. Pages outside of the project's scope are left out.
  package func pages(named names: [String]) -> (pages: [Page], problems: [Diagnostic]) {
    var (chosen, problems) = names.isEmpty ? (pages, []) : found(named: names)
    if let scope {
      chosen.removeAll { !scope.pages.contains($0.path) }
      if !scope.includesProject { problems = [] }
    }
    return (chosen, problems)
  }

  private func found(named names: [String]) -> (pages: [Page], problems: [Diagnostic]) {
    var chosen: [Page] = []
    var problems: [Diagnostic] = []
    for name in names {
      let wanted = name == "-" ? ByteStream.standardInputName : relative(name)
      let found = pages.filter { $0.path == wanted || $0.path.isBelow(wanted) }
      chosen += found.filter { page in !chosen.contains { $0.path == page.path } }
      if found.isEmpty { problems.append(problem(name, wanted)) }
    }
    return (chosen, problems)
  }

  private func problem(_ name: String, _ path: String) -> Diagnostic {
    let near = NearMiss.best(for: path, among: pages.map(\.path))
    let summary =
      switch FileSystem.kind(of: root.folder + "/" + path) {
      case _ where name == "-": "a page from standard input can only be checked"
      case .folder: "`\(name)` has no Markdown files"
      case .file, .other: "`\(name)` does not match `documents` in .docgen.json"
      case nil: "`\(name)` does not exist"
      }
    return Diagnostic(
      rule: .configuration, category: .usage, at: SourceLocation(file: name), summary,
      evidence: near.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? [])
  }

  /// The same project with the Markdown files among the operands that the configuration does not
  /// name, and with those below folders that have no configured document.
  func adding(unconfigured names: [String]) -> Project {
    let patterns = names.filter { $0 != "-" }.flatMap { name -> [String] in
      let path = relative(name)
      if pages.contains(where: { $0.path == path || $0.path.isBelow(path) }) { return [] }
      let isFolder = FileSystem.kind(of: root.folder + "/" + path) == .folder
      return isFolder ? [path + "/**/*.md", path + "/**/*.markdown"] : [path]
    }
    if patterns.isEmpty { return self }
    var reader = ProjectReader(root: root)
    return replacing(reader.files(patterns).map { Page(path: $0.path, bytes: $0.bytes) })
  }

  /// A path in the form of the project's documents: relative to the root.
  private func relative(_ path: String) -> String {
    let absolute = FileSystem.absolute(path)
    let prefix = root.folder + "/"
    if absolute.hasPrefix(prefix) { return String(absolute.dropFirst(prefix.count)) }
    return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }
}

extension String {
  /// Whether this path is below a folder, which is `.` or empty for the root.
  fileprivate func isBelow(_ folder: String) -> Bool {
    folder.isEmpty || folder == "." || hasPrefix(folder + "/")
  }
}
