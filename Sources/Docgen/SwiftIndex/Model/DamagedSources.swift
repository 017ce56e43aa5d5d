package import Diagnostics

/// The Swift files of a project that could not be read completely.
///
/// A declaration in the unreadable part of a file is missing from the `CodeModel`. Its name still
/// occurs in the file, so that only names which no damaged file mentions are known to be missing.
package struct DamagedSources: Sendable {
  private let files: [String: (words: NameSet, error: SourceLocation)]

  init(_ files: [FileDeclarations]) {
    var damaged: [String: (NameSet, SourceLocation)] = [:]
    for file in files {
      guard let error = file.diagnostics.first else { continue }
      damaged[file.path] = (file.words, error.location)
    }
    self.files = damaged
  }

  package var isEmpty: Bool { files.isEmpty }

  /// The first error of the damaged file with that path; `nil` if the file was read completely.
  package func error(in path: String) -> SourceLocation? { files[path]?.error }

  /// The first error of a damaged file that mentions a name and may declare it; `nil` without such
  /// a file.
  package func error(mentioning name: String) -> SourceLocation? {
    files.values.filter { $0.words.contains(name) }.map(\.error).min()
  }
}
