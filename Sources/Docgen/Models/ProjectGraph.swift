package import Diagnostics
import SwiftIndex

/// The modules, types, files and folders of a project, and their dependencies.
///
/// Modules depend by imports and by `Package.swift`. Types depend by the relations of the class
/// model and by any mention of a name in their source. Files and folders depend by their
/// declarations.
///
/// A graph depends on the list of files and on the imports. An evaluation depends otherwise only on the
/// sources whose text or declarations it asks for, which the accessors note.
package struct ProjectGraph: Sendable {
  package enum Element: Hashable, Sendable {
    /// A target, a module of the sources, or a module that they import.
    case module(String)
    /// By its qualified name.
    case type(String)
    /// A Swift file, or a folder of Swift files, relative to the root.
    case file(String)
    case folder(String)

    package var isType: Bool { if case .type = self { true } else { false } }
  }

  private let code: CodeModel
  private let sources: SourceTexts
  private let targets: [String: (target: PackageManifest.Target, manifest: PackageManifest)]
  private let products: Set<String>
  /// The files of each module.
  private let filesByModule = OnFirstUse<[String: [String]]>()
  /// All folders that have Swift files in them or below.
  private let allFolders = OnFirstUse<Set<String>>()

  init(_ project: ProjectModel, _ sources: SourceTexts) {
    code = project.code
    self.sources = sources
    let declared = project.manifests.flatMap { manifest in
      manifest.targets.map { (target: $0, manifest: manifest) }
    }
    targets = Dictionary(declared.map { ($0.target.name, $0) }) { first, _ in first }
    products = project.manifests.reduce(into: []) { $0.formUnion($1.products) }
    DependencyRecorder.note(.fileList)
    DependencyRecorder.note(.imports)
  }

  private var moduleFiles: [String: [String]] {
    filesByModule.value {
      DependencyRecorder.ignoring {
        let files = code.files.sorted().map { (file: $0, module: code.module(ofFile: $0) ?? "") }
        return Dictionary(grouping: files, by: \.module).mapValues { $0.map(\.file) }
      }
    }
  }

  private var folders: Set<String> {
    allFolders.value {
      DependencyRecorder.ignoring {
        code.files.reduce(into: []) { folders, file in
          var folder = file[...]
          while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if !folders.insert(String(folder)).inserted { break }
          }
        }
      }
    }
  }
}

// MARK: - Names

extension ProjectGraph {
  /// The elements with exactly this name: `Core`, `Store.Row`, `Store.swift`, `Sources/Core`.
  ///
  /// A text with `/` or `.swift` is a path, anything else a module or type; a folder is tried last.
  /// Several results mean that the name is ambiguous.
  package func elements(named name: String) -> [Element] {
    if name.contains("/") || name.hasSuffix(".swift") {
      let path = name.hasPrefix("./") ? String(name.dropFirst(2)) : name
      let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
      if code.lineCount(of: path) != nil { return [.file(path)] }
      if folders.contains(folder) { return [.folder(folder)] }
      let files = code.files(named: path)
      if !files.isEmpty { return files.map { .file($0) } }
      return folders.filter { $0.hasSuffix("/" + folder) }.sorted().map { .folder($0) }
    }
    var found: [Element] = []
    if targets[name] != nil || code.hasModule(name) || code.isImported(name) {
      found.append(.module(name))
    }
    found += Set(code.types(named: name).map(\.qualifiedName)).sorted().map { .type($0) }
    if found.isEmpty, folders.contains(name) { found.append(.folder(name)) }
    return found
  }

  /// Whether the project uses a name that it does not declare: a product, or a name of the sources.
  package func isForeign(_ name: String) -> Bool {
    products.contains(name) || code.mentions(String(name.prefix { $0 != "." }))
  }

  /// The name of a module, type or file that a misspelled name probably means.
  package func nearest(to name: String) -> String? {
    if name.hasSuffix(".swift") {
      let last = name.split(separator: "/").last.map(String.init) ?? name
      return NearMiss.best(for: last, among: code.fileNames.sorted())
    }
    let modules = Set(targets.keys).union(code.moduleNames)
    return NearMiss.best(for: name, among: modules.union(code.types.map(\.name)).sorted())
  }
}

// MARK: - Dependencies

extension ProjectGraph {
  /// The place where the code of one element names another; `nil` if it does not.
  ///
  /// For modules, the manifest is asked before the imports. For types, files and folders, the code
  /// of `element` is searched for the names of the types of `other` as words: cheap and independent
  /// of the compiler, but words in comments and local names count too. Cost: the size of the
  /// element's code.
  package func dependency(of element: Element, on other: Element) -> SourceLocation? {
    if case .module(let name) = element, case .module(let target) = other,
      let declared = targets[name], declared.target.dependencies.contains(target)
    {
      return SourceLocation(file: declared.manifest.file, line: declared.target.line)
    }
    for piece in pieces(of: element) {
      if case .module(let name) = other {
        let found = code.imports(of: piece.file).first { $0.name.prefix { $0 != "." } == name }
        if let found { return found.nameLocation }
        continue
      }
      let names = self.names(of: other)
      guard !names.isEmpty, let text = text(of: piece) else { continue }
      if Self.mentions(text, names) {
        return SourceLocation(
          file: piece.file, range: piece.range.map { SourceRange(start: $0.start, end: $0.start) })
      }
    }
    return nil
  }

  /// Whether one type names a type that the other inherits from, or either is not a type.
  package func areRelated(_ element: Element, _ other: Element) -> Bool {
    guard case .type = element, case .type(let name) = other else { return true }
    let bases = code.types(named: name).flatMap(\.inheritance).map(\.name)
    return !bases.isEmpty
      && pieces(of: element).contains { text(of: $0).map { Self.mentions($0, Set(bases)) } ?? true }
  }

  /// Whether one contains the other, or both are the same: an arrow between them has no meaning.
  package func isNested(_ element: Element, _ other: Element) -> Bool {
    element == other || contains(element, other) || contains(other, element)
  }

  /// Whether the code of an element is known: that of imported modules is not.
  package func hasCode(_ element: Element) -> Bool {
    if case .module(let name) = element, targets[name] != nil { return true }
    return !pieces(of: element).isEmpty
  }

  private func contains(_ outer: Element, _ inner: Element) -> Bool {
    switch (outer, inner) {
    case (.type(let outer), .type(let inner)): return inner.hasPrefix(outer + ".")
    // A file belongs to one module.
    case (.type, _), (.module, .module): return false
    default:
      let outerFiles = Set(files(of: outer))
      let innerFiles = files(of: inner)
      return !innerFiles.isEmpty && innerFiles.allSatisfy(outerFiles.contains)
    }
  }

  private func files(of element: Element) -> [String] {
    switch element {
    case .module(let name): moduleFiles[name] ?? []
    case .type: Array(Set(pieces(of: element).map(\.file)))
    case .file(let path): [path]
    case .folder(let path): code.files.filter { $0.hasPrefix(path + "/") }.sorted()
    }
  }

  /// The source ranges of an element: a type has one for each declaration and extension member.
  private func pieces(of element: Element) -> [SourceLocation] {
    guard case .type(let name) = element else {
      return files(of: element).map { SourceLocation(file: $0) }
    }
    return code.types(named: name).filter { $0.qualifiedName == name }.flatMap { type in
      let conformances = type.inheritance.map(\.location)
      let own = type.location
      let extended = type.members.map(\.location).filter { member in
        guard member.file == own.file, let range = member.range, let whole = own.range else {
          return true
        }
        return range.start < whole.start || whole.end < range.end
      }
      return [own] + conformances + extended
    }
  }

  private func text(of piece: SourceLocation) -> String? {
    guard let source = sources.text(of: piece.file) else { return nil }
    guard let range = piece.range else { return String(decoding: source.bytes, as: UTF8.self) }
    return source.text(in: range)
  }

  private func names(of element: Element) -> Set<String> {
    switch element {
    case .module: []
    case .type(let name): [name.split(separator: ".").last.map(String.init) ?? name]
    case .file, .folder:
      Set(files(of: element).flatMap(code.types(in:)).map(\.name))
    }
  }

  /// Whether a text has one of the names as a word.
  private static func mentions(_ text: String, _ names: Set<String>) -> Bool {
    var word: [UInt8] = []
    func isName() -> Bool { names.contains(String(decoding: word, as: UTF8.self)) }
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: word.append(byte)
      default:
        if !word.isEmpty, isName() { return true }
        word.removeAll(keepingCapacity: true)
      }
    }
    return isName()
  }
}
