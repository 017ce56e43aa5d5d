import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex

/// The parts of a project that differ from an earlier state: the index from changed facts to pages.
/// The earlier state is a revision, or that of an earlier check.
///
/// A page is touched if it changed itself, or if its evaluation depends on a changed part
/// (`DependencyRecorder`). An untouched page has the findings that it had in the earlier state.
struct ProjectChanges: Sendable {
  /// Whether something changed that any page may depend on, such as the configuration.
  private var isEverything = false
  private var dependencies: Set<Dependency> = []
  /// The names whose declarations differ, without the types around them.
  private var names: Set<String> = []
  private var words: [NameSet] = []
  /// Whether a file other than a document changed.
  private var isChanged = false
  /// Whether `words` has those in the comments of changed files.
  private var hasComments = true

  /// Whether a page must be checked whose evaluation has these dependencies.
  func touch(_ page: String, _ found: Set<Dependency>) -> Bool {
    if isEverything || dependencies.contains(.file(page)) { return true }
    return found.contains { dependency in
      switch dependency {
      case .declarations(let name): names.contains(name.name)
      case .name(let name): names.contains(name)
      case .word(let word): words.contains { $0.contains(word) }
      case .comment(let word): hasComments ? words.contains { $0.contains(word) } : isChanged
      case .everything: isChanged || dependencies.contains(.fileList)
      default: dependencies.contains(dependency)
      }
    }
  }

  /// Compares a project with a revision of its repository.
  ///
  /// - Throws: `FileError` if an old file cannot be read.
  init(_ project: Project, since base: Revision, changed: [ChangedFile]) throws(FileError) {
    let shared = SharedFiles(project.root)
    if changed.contains(where: { shared.contains($0.path) }) {
      isEverything = true
      return
    }
    let modules = ModuleMap(project.inputs?.manifests ?? [])
    let documents = Set(project.pages.map(\.path))
    var code = CodeChanges(project.model.code)
    for file in changed where !file.path.hasPrefix("../") {
      add(file)
      let old = file.isAdded ? nil : try base.read(file.path)
      let new = file.isRemoved ? nil : try? project.root.files.read(file.path)
      let isSwift = file.path.hasSuffix(".swift")
      if !documents.contains(file.path) {
        words += [old, new].compactMap { $0.map { NameSet(scanningText: $0) } }
        // A literal has words that its text has not: `"\\nEnd"`.
        if isSwift { words += [old, new].compactMap { $0.map { NameSet(scanning: $0) } } }
        isChanged = true
      }
      guard isSwift, file.isRemoved || project.model.isSource(file.path) else { continue }
      code.add(
        [old, new].map { bytes in
          bytes.map {
            FileDeclarations(
              reading: SourceInput(
                path: file.path, module: modules.module(ofFile: file.path), bytes: $0))
          }
        })
    }
    isEverything = code.isEverything
    add(code)
  }

  /// Compares two states of a project with the same documents and sources, whose contents may differ.
  ///
  /// `states` returns the declarations of a source in both states. Returns `nil` if the changes may
  /// concern every page.
  init?(
    from old: ProjectState, to new: ProjectState, _ model: CodeModel,
    _ states: (_ source: Int) -> (FileDeclarations, FileDeclarations)?
  ) {
    let (before, now) = (old.history.uncommitted, new.history.uncommitted)
    guard old.history.references == new.history.references, before.files == now.files,
      old.sources.count == new.sources.count, old.documents.count == new.documents.count
    else { return nil }
    for (earlier, document) in zip(old.documents, new.documents) {
      guard earlier.path == document.path else { return nil }
      if earlier.content.digest != document.content.digest {
        dependencies.insert(.file(document.path))
      }
    }
    var code = CodeChanges(model)
    for (position, (earlier, source)) in zip(old.sources, new.sources).enumerated() {
      guard earlier.path == source.path, earlier.module == source.module else { return nil }
      if earlier.key == source.key { continue }
      guard let (earlier, file) = states(position) else { return nil }
      dependencies.insert(.file(source.path))
      words += [earlier.words, file.words]
      code.add([earlier, file])
      (isChanged, hasComments) = (true, false)
    }
    if code.isEverything { return nil }
    if before.digest != now.digest { isChanged = true }
    let removed = before.names.symmetricDifference(now.names)
    words.append(NameSet(names: removed.map { $0.name.prefix { $0 != "(" } }))
    add(code)
  }

  private mutating func add(_ code: CodeChanges) {
    names = code.names
    if code.hasOtherImports { dependencies.insert(.imports) }
  }

  /// Notes a changed file; a new or removed one changes the folders around it as well.
  private mutating func add(_ file: ChangedFile) {
    dependencies.insert(.file(file.path))
    guard file.isAdded || file.isRemoved else { return }
    dependencies.insert(.fileList)
    let parts = file.path.split(separator: "/").map(String.init)
    for (index, part) in parts.enumerated() {
      dependencies.insert(.fileName(part))
      if let dot = part.firstIndex(of: ".") { dependencies.insert(.fileName(String(part[..<dot]))) }
      if let dot = part.lastIndex(of: ".") { dependencies.insert(.fileName(String(part[..<dot]))) }
      dependencies.insert(.file(parts[..<index].joined(separator: "/")))
    }
  }
}

/// The files whose change concerns every page.
private struct SharedFiles {
  private let root: Root
  private let patterns: [Glob]
  private let configurations: Set<String>

  init(_ root: Root) {
    self.root = root
    let configuration = root.configuration
    patterns = (configuration.traces + configuration.symbolGraphs).map { Glob($0) }
    configurations = Set(Root.find(from: root.folder, named: root.file).files)
  }

  func contains(_ path: String) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return configurations.contains(path) || name == Baseline.fileName
      || path.hasPrefix(root.configuration.templates + "/")
      || name.hasPrefix("Package") && name.hasSuffix(".swift")
      || name.lowercased().hasPrefix("makefile") || name == "GNUmakefile" || name.hasSuffix(".mk")
      || [".gitignore", ".gitmodules", ".gitattributes"].contains(name)
      || patterns.contains { $0.matches(path) }
  }
}

/// The declarations that differ between two states of Swift files.
private struct CodeChanges {
  private let code: CodeModel
  private(set) var isEverything = false
  /// Without the types around them.
  private(set) var names: Set<String> = []
  private(set) var hasOtherImports = false

  init(_ code: CodeModel) {
    self.code = code
  }

  /// Adds the old and the new state of a file; `nil` for one that does not exist.
  mutating func add(_ states: [FileDeclarations?]) {
    let files = states.compactMap(\.self)
    // Damaged sources make findings elsewhere less certain.
    if files.contains(where: { !$0.diagnostics.isEmpty }) { isEverything = true }
    func differing<Part: Hashable>(_ parts: (FileDeclarations) -> [Part]) -> Set<Part> {
      let parts = states.map { Set($0.map(parts) ?? []) }
      return parts[0].symmetricDifference(parts[1])
    }
    // Unchanged files may extend the type that an alias means.
    func aliases(_ file: FileDeclarations) -> [[String?]] {
      file.types.filter { $0.kind == .typealias }.map { [$0.qualifiedName, $0.aliased?.text] }
    }
    if !differing(aliases).isEmpty { isEverything = true }
    if !differing(\.imports).isEmpty { hasOtherImports = true }
    for type in differing(\.types) { add(type.qualifiedName) }
    for declaration in differing(\.extensions) { add(declaration.name, extendedIn: files) }
    add(differing { $0.types.flatMap(\.members) + $0.extensions.flatMap(\.members) + $0.globals })
    for name in differing(\.operators).map(\.name) + differing(\.precedenceGroups).map(\.name) {
      add(name)
    }
    for name in differing({ $0.types.map(\.name) }) { addExtensions(of: name) }
  }

  /// An extension of an alias changes the type that it means.
  private mutating func add(_ name: String, extendedIn files: [FileDeclarations]) {
    add(name)
    let last = name.split(separator: ".").last.map(String.init) ?? ""
    let types = code.types(named: last) + files.flatMap(\.types).filter { $0.name == last }
    if types.contains(where: { $0.kind == .typealias }) { isEverything = true }
  }

  private mutating func add(_ members: some Sequence<Member>) {
    for member in members { names.insert(member.name) }
  }

  private mutating func add(_ name: String) {
    for part in name.split(separator: ".") { names.insert(String(part)) }
  }

  /// A new or removed type changes the owner of the members in its extensions, and the meaning of
  /// `Module.Type` if it has the name of a module.
  private mutating func addExtensions(of name: String) {
    if code.hasModule(name) { isEverything = true }
    for type in code.types(named: name) { add(type.members) }
    for declaration in code.foreignExtensions(of: name) { add(declaration.members) }
  }
}
