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
    DependencyRecorder.note(.everything)
    return part
  }

  /// Whether the files declare nothing outside of extensions.
  package var isEmpty: Bool { allTypes.isEmpty && allGlobals.isEmpty }

  /// Extensions of a type that the files do not declare, by its name as written.
  package func foreignExtensions(of name: String) -> [ExtensionDeclaration] {
    DependencyRecorder.note(declarationsOf: name)
    let places = foreignPlaces.value {
      Dictionary(grouping: allForeignExtensions.indices) { allForeignExtensions[$0].name }
    }
    return (places[name] ?? []).map { allForeignExtensions[$0] }
  }

  // MARK: - Files

  /// The paths of the files, in no order.
  package var files: some Collection<String> {
    DependencyRecorder.note(.fileList)
    return lineCounts.keys
  }

  /// The names of the files, without their folders.
  package var fileNames: some Collection<String> {
    DependencyRecorder.note(.fileList)
    return filesByName.keys
  }

  /// The sorted paths of the files with a name: `Store.swift`.
  package func files(named name: String) -> [String] {
    DependencyRecorder.note(.fileName(name))
    return filesByName[name] ?? []
  }

  private var filesByName: [String: [String]] {
    namedFiles.value {
      // Not characters: `/` and a combining scalar after it are one character.
      Dictionary(grouping: lineCounts.keys.sorted()) {
        $0.unicodeScalars.split(separator: "/").last.map { String($0) } ?? $0
      }
    }
  }

  /// The number of lines of a file; `nil` for other files.
  package func lineCount(of path: String) -> Int? {
    DependencyRecorder.note(.file(path))
    return lineCounts[path]
  }

  /// The number of lines of each file.
  package var lineCountsByFile: [String: Int] { noting(lineCounts) }

  /// The imports of each file.
  package var imports: [String: [Import]] {
    DependencyRecorder.note(.imports)
    DependencyRecorder.note(.fileList)
    return importsByFile
  }

  /// Names of the modules in the inputs.
  package var moduleNames: [String] {
    DependencyRecorder.note(.fileList)
    return modules.sorted()
  }

  /// The module of the file in the inputs; `nil` for other files.
  package func module(ofFile path: String) -> String? {
    DependencyRecorder.note(.file(path))
    return moduleByFile[path]
  }
}
