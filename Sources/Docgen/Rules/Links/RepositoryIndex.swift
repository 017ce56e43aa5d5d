import Diagnostics
import Markdown
import Models
import SwiftIndex

/// The possible targets of links: files, anchors of pages, submodules, ignored files, sites.
///
/// Everything is computed when a link needs it, and kept for the complete check.
final class RepositoryIndex: Sendable {
  let repository: LinkedFiles
  /// The configured documents by their paths.
  let documents: [String: Page]

  private let otherPages = Memo<String, Page?>()
  private let pageAnchors = Memo<String, PageAnchors>()
  private let lists = Memo<String, [String]>()
  private let names = OnFirstUse<FileNameIndex>()
  private let madeFolders = OnFirstUse<RepositoryFolders>()
  private let ignoreFiles = Memo<String, IgnoreFile?>()
  private let sites = Memo<String, SiteGenerator?>()
  private let catalogLists = Memo<String, [DocCCatalog]>()
  private let words = Memo<String, [NameSet]>()
  private let modules = Memo<String, Set<String>>()
  private let templates = Memo<[String], Bool>()
  let makefiles = Memo<String, Makefile?>()
  private let nearNames = Memo<NamedThing, NearMissIndex>()

  init(_ repository: LinkedFiles, documents: [String: Page]) {
    self.repository = repository
    self.documents = documents
  }

  var files: [String] {
    lists.value("files") {
      let files = repository.files()
      return files.isEmpty ? documents.keys.sorted() : files
    }
  }

  /// Things with names that a link may have misspelled.
  enum NamedThing: Hashable {
    case article, file, folder, snippet, type
    /// Of `make`, in a Makefile.
    case target(of: String)
  }

  /// The name that a misspelled one probably means; the names are gathered once.
  func nearest(
    to name: String, among things: NamedThing, _ names: () -> some Sequence<String>
  ) -> String? {
    nearNames.value(things) { NearMissIndex(names()) }.best(for: name)
  }

  /// The text of a tracked file.
  func text(of path: String) -> SourceText? {
    DependencyRecorder.note(.file(path))
    return repository.read(path).map { SourceText(bytes: $0) }
  }

  // MARK: - Pages

  /// A Markdown file of the repository, whether it is a configured document or not.
  func page(_ path: String) -> Page? {
    DependencyRecorder.note(.file(path))
    if let page = documents[path] { return page }
    guard Self.isMarkdown(path) else { return nil }
    return otherPages.value(path) {
      repository.read(path).map { Page(path: path, bytes: $0) }
    }
  }

  /// The anchors of a Markdown file; `nil` if it cannot be read.
  func anchors(of path: String) -> PageAnchors? {
    guard let page = page(path), page.isReadable else { return nil }
    return pageAnchors.value(path) { PageAnchors(page) }
  }

  static func isMarkdown(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".md", ".markdown", ".mdx", ".mdown"].contains { name.hasSuffix($0) }
  }

  // MARK: - Files

  /// The files with this name, ignoring case.
  func files(named name: String) -> [String] {
    names.value { FileNameIndex(files) }.paths(endingIn: name)
  }

  var folders: RepositoryFolders { madeFolders.value { RepositoryFolders(files) } }

  /// Whether most Markdown files of a folder have a copy in another one.
  func isTemplate(_ folder: String, of other: String) -> Bool {
    templates.value([folder, other]) {
      let own = files.filter { Self.isMarkdown($0) && Self.folder(of: $0) == folder }
      let copied = own.count { path in
        guard let page = self.page(path),
          let copy = self.page(other + "/" + FileName.last(of: path))
        else {
          return false
        }
        return page.sharesMostLines(with: copy)
      }
      return copied * 2 > own.count
    }
  }

  /// The names of folders that are the root of a website.
  private static let webRoots: Set = [
    "public", "static", "docs", "doc", "www", "web", "webroot", "wwwroot", "htdocs", "site",
    "website", "content", "html", "assets",
  ]

  /// The only file with this path below the root of a website: `images/a.png` -> `Public/images/a.png`.
  func fileBelowFolder(_ path: String) -> String? {
    let found = files(named: FileName.last(of: path)).filter { $0.hasSuffix("/" + path) }
    guard found.count == 1 else { return nil }
    let root = FileName.last(of: String(found[0].dropLast(path.count + 1)))
    return Self.webRoots.contains(root.lowercased()) ? found[0] : nil
  }

  /// The folders with a `Package.swift`, the nearest first, then the root.
  func packageFolders(around path: String) -> [String] {
    let packages = Set(files(named: "Package.swift").map(Self.folder))
    return Self.foldersUp(from: path).filter { $0.isEmpty || packages.contains($0) }
  }

  /// Whether a path is in a Git submodule, whose files need not be checked out.
  func isInSubmodule(_ path: String) -> Bool {
    let folders = lists.value("submodules") {
      let lines = repository.text(".gitmodules")?.split(whereSeparator: \.isNewline) ?? []
      return lines.compactMap { line in
        let parts = line.split(separator: "=", maxSplits: 1).map(\.trimmedText)
        return parts.count == 2 && parts[0] == "path" ? parts[1] : nil
      }
    }
    return folders.contains { path == $0 || path.hasPrefix($0 + "/") }
  }

  /// Whether Git ignores a path: such a file comes from a build.
  func isIgnored(_ path: String) -> Bool {
    Self.foldersUp(from: path).contains { folder in
      let file = folder.isEmpty ? ".gitignore" : folder + "/.gitignore"
      let rules = ignoreFiles.value(file) { repository.text(file).map(IgnoreFile.init) }
      let rest = folder.isEmpty ? path : String(path.dropFirst(folder.utf8.count + 1))
      return rules?.ignores(rest) == true
    }
  }

  /// The site generator whose pages a path belongs to; `nil` if GitHub alone shows it.
  func site(of path: String) -> SiteGenerator? {
    for folder in Self.foldersUp(from: path) {
      let found = sites.value(folder) { SiteGenerator(folder: folder, repository) }
      if let found, found.covers(path) { return found }
    }
    return nil
  }

  /// `docs/a/b.md` -> `docs/a`, `docs`, and the empty path of the root.
  static func foldersUp(from path: String) -> [String] {
    var parts = path.split(separator: "/").dropLast()
    var folders: [String] = []
    while !parts.isEmpty {
      folders.append(parts.joined(separator: "/"))
      parts.removeLast()
    }
    return folders + [""]
  }

  static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  // MARK: - DocC and other languages

  /// The DocC catalogs of the repository.
  var catalogs: [DocCCatalog] {
    catalogLists.value("catalogs") { DocCCatalog.all(in: files) }
  }

  /// Whether the catalog of a page has its own symbol graph, which declares more than the sources.
  func hasSymbolGraph(besides page: String) -> Bool {
    guard let catalog = DocCCatalog.folder(of: page) else { return false }
    let graphs = lists.value("symbol graphs") {
      files.filter { $0.hasSuffix(".symbols.json") && $0.contains(".docc/") }
    }
    return graphs.contains { $0.hasPrefix(catalog + "/") }
  }

  /// Whether an identifier occurs in a C header of the repository.
  func isHeaderWord(_ name: String) -> Bool {
    DependencyRecorder.note(.word(name))
    return words.value("headers") {
      DependencyRecorder.ignoring { words(of: files.filter { $0.hasSuffix(".h") }) }
    }.contains { $0.contains(name) }
  }

  /// Whether an identifier occurs in a C header, or in a Swift file that is not among the sources.
  func mentionsOutsideSources(_ name: String, _ code: CodeModel) -> Bool {
    if isHeaderWord(name) { return true }
    let swift = words.value("swift") {
      DependencyRecorder.ignoring {
        let sources = Set(code.files)
        return words(
          of: files.filter {
            $0.hasSuffix(".swift") && !sources.contains($0) && DocCCatalog.folder(of: $0) == nil
          })
      }
    }
    return swift.contains { $0.contains(name) }
  }

  private func words(of paths: [String]) -> [NameSet] {
    paths.compactMap { repository.read($0).map { NameSet(scanning: $0) } }
  }

  /// The names of the folders around the sources.
  func sourceFolders(_ code: CodeModel) -> Set<String> {
    modules.value("folders") {
      code.files.reduce(into: []) { names, file in
        names.formUnion(file.split(separator: "/").map(String.init))
      }
    }
  }

  /// The modules that the sources import.
  func imported(_ code: CodeModel) -> Set<String> {
    modules.value("imports") {
      let names = code.imports.values.joined().map { $0.name.prefix { $0 != "." } }
      return Set(names.map(String.init)).union([
        "Swift", "Foundation", "SwiftUI", "UIKit", "AppKit", "Combine", "ObjectiveC", "Dispatch",
        "Darwin", "Glibc", "_Concurrency", "Observation", "os",
        // Modules that other modules reexport: DocC lists extensions below the declaring module.
        "SwiftUICore", "FoundationEssentials", "FoundationNetworking", "FoundationXML",
        "CoreFoundation", "DeveloperToolsSupport", "_StringProcessing", "Synchronization",
        "Distributed",
      ])
    }
  }

  /// Whether a module of the project reexports the symbols of another one.
  func reexports(_ code: CodeModel) -> Bool {
    !modules.value("reexports") { code.reexports ? ["@_exported"] : [] }.isEmpty
  }

  /// Whether the project declares a platform's API again: at least thirty of its public types, and a
  /// fifth, have names of a platform. Its comments describe API that it does not have yet.
  func redeclaresPlatform(_ code: CodeModel) -> Bool {
    !modules.value("redeclared") {
      let types = code.types.filter { $0.access == .public && !$0.qualifiedName.contains(".") }
      let names = Set(types.map(\.name))
      let redeclared = names.filter(PlatformNames.hasType)
      return redeclared.count >= 30 && redeclared.count * 5 >= names.count ? redeclared : []
    }.isEmpty
  }

  /// The modules of the project: folders below `Sources`, targets of the manifests, catalogs and the
  /// folders around them.
  func ownModules(_ code: CodeModel) -> Set<String> {
    modules.value("modules") {
      var names = Set(code.moduleNames)
      for catalog in catalogs {
        names.insert(catalog.name)
        if let target = catalog.target { names.insert(target) }
        if let title = landingTitle(of: catalog) { names.insert(title) }
      }
      for file in code.files {
        if let slash = file.firstIndex(of: "/") { names.insert(String(file[..<slash])) }
      }
      for manifest in files(named: "Package.swift") {
        let text = repository.text(manifest) ?? ""
        for match in text.matches(of: #/name:\s*"([A-Za-z0-9_-]+)"/#) {
          names.insert(String(match.output.1))
        }
      }
      for name in names { names.insert(name.replacing("-", with: "_")) }
      return names
    }
  }

  /// The module that a catalog outside of all targets documents, such as a copy of another project:
  /// the title of its landing page. Within a target, the manifest names the module.
  ///
  ///     # ``House``  ->  House
  private func landingTitle(of catalog: DocCCatalog) -> String? {
    guard !isInTarget(catalog), let page = catalog.pages[catalog.name].flatMap({ page($0) }),
      let heading = page.headings.first, heading.level == 1,
      page.codeSpans.contains(where: { $0.block == heading.block && $0.isSymbolLink })
    else { return nil }
    return heading.text
  }

  /// Whether the nearest manifest has a target around a catalog: it names one of the folders between,
  /// or they are where targets are by default.
  private func isInTarget(_ catalog: DocCCatalog) -> Bool {
    let packages = Set(files(named: "Package.swift").map(Self.folder))
    let around = Self.foldersUp(from: catalog.folder)
    guard let package = around.first(where: packages.contains) else { return false }
    let manifest = repository.text(package.isEmpty ? "Package.swift" : package + "/Package.swift")
    let folders = catalog.folder.dropFirst(package.utf8.count).split(separator: "/").dropLast()
    return folders.isEmpty || ["Sources", "Source", "src"].contains(folders[0])
      || folders.contains { manifest?.contains($0) == true }
  }
}

extension StringProtocol {
  /// Without spaces and tabs at both ends.
  var trimmedText: String {
    let start = drop { $0 == " " || $0 == "\t" }
    let end = start.reversed().drop { $0 == " " || $0 == "\t" }
    return String(String(end.reversed()))
  }
}

extension Page {
  /// Whether most of the lines with text are lines of another page too.
  func sharesMostLines(with other: Page) -> Bool {
    func lines(_ page: Page) -> [ArraySlice<UInt8>] {
      page.source.bytes.split(separator: UInt8(ascii: "\n"))
    }
    let known = Set(lines(other))
    let own = lines(self)
    return own.count(where: known.contains) * 2 > own.count
  }
}
