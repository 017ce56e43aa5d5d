internal import Diagnostics

/// The parts of the code that are handed out as a whole. An evaluation that uses one depends on much:
/// lookups by name are better.
extension CodeModel {
  package var types: [TypeDeclaration] { noting(allTypes) }

  /// Extensions of types that the files do not declare.
  package var foreignExtensions: [ExtensionDeclaration] { noting(allForeignExtensions) }

  /// Functions, variables and macros outside any type.
  package var globals: [Member] { noting(allGlobals) }

  package var operators: [OperatorDeclaration] { noting(allOperators) }
  package var precedenceGroups: [PrecedenceGroup] { noting(allPrecedenceGroups) }

  private func noting<Part>(_ part: Part) -> Part {
    noteEverything()
    return part
  }

  /// Whether the files declare nothing outside of extensions.
  package var isEmpty: Bool { rest == nil && allTypes.isEmpty && allGlobals.isEmpty }

  /// Extensions of a type that the files do not declare, by its name as written.
  package func foreignExtensions(of name: String) -> [ExtensionDeclaration] {
    note(.extensions(name.lastPart))
    let places = foreignPlaces.value {
      Dictionary(grouping: allForeignExtensions.indices) { allForeignExtensions[$0].name }
    }
    return (places[name] ?? []).map { allForeignExtensions[$0] }
  }

  // MARK: - Files

  /// The paths of the files, in no order.
  package var files: [String] {
    DependencyRecorder.note(.fileList)
    return paths
  }

  private var paths: [String] { rest?.sources.map(\.path) ?? Array(lineCounts.keys) }

  /// The names of the files, without their folders.
  package var fileNames: some Collection<String> {
    DependencyRecorder.note(.fileList)
    return Set(paths.map(\.fileName))
  }

  /// The sorted paths of the files with a name: `Store.swift`.
  package func files(named name: String) -> [String] {
    DependencyRecorder.note(.fileName(name))
    return namedFiles.value { FileNameIndex(paths) }.paths(endingIn: name)
      .filter { $0.fileName == name }.sorted()
  }

  /// The number of lines of a file; `nil` for other files.
  package func lineCount(of path: String) -> Int? {
    DependencyRecorder.note(.file(path))
    return lineCounts[path] ?? rest?.lineCount(of: path)
  }

  /// The paths of the files that have some words, by the word; the caller notes that.
  func files(using wanted: Set<String>) -> [String: [String]] {
    let numbers = Dictionary(
      wanted.map { (NameSet.number(of: $0.utf8), $0) }, uniquingKeysWith: { first, _ in first })
    let filter = NumberFilter(numbers.keys)
    var found: [String: [String]] = [:]
    for (file, names) in words {
      for number in names.numbers where filter.mayContain(number) {
        if let word = numbers[number] { found[word, default: []].append(file) }
      }
    }
    return found
  }

  /// The number of lines of each file.
  package var lineCountsByFile: [String: Int] { noting(lineCounts) }

  /// The imports of each file.
  package var imports: [String: [Import]] {
    DependencyRecorder.note(.imports)
    DependencyRecorder.note(.fileList)
    rest?.needEverything()
    return importsByFile
  }

  /// The imports of a file.
  package func imports(of file: String) -> [Import] {
    DependencyRecorder.note(.file(file))
    rest?.need(file: file)
    return importsByFile[file] ?? []
  }

  /// Whether a file imports a module or a part of it.
  package func isImported(_ module: String) -> Bool {
    DependencyRecorder.note(.imports)
    if rest?.has(.imports(module)) == true { return true }
    return importedModules.value {
      Set(importsByFile.values.joined().map { String($0.name.prefix { $0 != "." }) })
    }.contains(module)
  }

  /// Whether a file hands on the declarations of a module that it imports.
  package var reexports: Bool {
    DependencyRecorder.note(.imports)
    return rest?.has(.reexports) == true
      || importsByFile.values.joined().contains { $0.hasAttribute("_exported") }
  }

  /// The types that a file declares.
  package func types(in file: String) -> [TypeDeclaration] {
    DependencyRecorder.note(.file(file))
    rest?.need(file: file)
    let places = typePlaces.value {
      Dictionary(grouping: allTypes.indices) { allTypes[$0].location.file }
    }
    return (places[file] ?? []).map { allTypes[$0] }
  }

  /// Names of the modules in the inputs.
  package var moduleNames: [String] {
    DependencyRecorder.note(.fileList)
    return modules.sorted()
  }

  /// Whether some of the inputs belong to a module of that name.
  package func hasModule(_ name: String) -> Bool {
    DependencyRecorder.note(.fileList)
    return modules.contains(name)
  }

  /// The module of the file in the inputs; `nil` for other files.
  package func module(ofFile path: String) -> String? {
    DependencyRecorder.note(.file(path))
    return moduleByFile[path] ?? rest?.module(of: path)
  }
}

extension String {
  /// The last part of a path: `Sources/A.swift` -> `A.swift`
  package var fileName: String {
    // Not characters: `/` and a combining scalar after it are one character.
    let name = utf8.reversed().drop { $0 == UInt8(ascii: "/") }.prefix { $0 != UInt8(ascii: "/") }
    return name.isEmpty ? self : String(self[name.endIndex.base..<name.startIndex.base])
  }
}
