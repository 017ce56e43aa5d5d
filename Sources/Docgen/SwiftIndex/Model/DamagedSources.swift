package import Diagnostics

/// The Swift files of a project that could not be read completely.
///
/// A declaration in the unreadable part of a file is missing from the `CodeModel`, and a step in a
/// damaged body from its machines and flows. Its name still occurs in the file, so that only names
/// which no damaged file mentions are known to be missing.
struct DamagedSources: Sendable {
  private let files: [String: (words: NameSet, error: SourceLocation)]
  /// The bodies of the other files, which may be damaged.
  private let bodies: [String: (words: NameSet, bodies: UnreadBodies)]

  init(_ files: [FileDeclarations]) {
    var damaged: [String: (NameSet, SourceLocation)] = [:]
    var unread: [String: (NameSet, UnreadBodies)] = [:]
    for file in files {
      if let error = file.diagnostics.first {
        damaged[file.path] = (file.words, error.location)
      } else if let bodies = file.bodies {
        unread[file.path] = (file.words, bodies)
      }
    }
    self.files = damaged
    bodies = unread
  }

  func error(in path: String) -> SourceLocation? {
    files[path]?.error ?? bodies[path]?.bodies.error
  }

  func error(mentioning name: String) -> SourceLocation? {
    let damaged = files.values.filter { $0.words.contains(name) }.map(\.error)
    let inBodies = bodies.values.filter { $0.words.contains(name) }.compactMap(\.bodies.error)
    return (damaged + inBodies).min()
  }
}

/// Bodies that were not read yet are read for these.
extension CodeModel {
  /// The first error of the damaged file with that path; `nil` if the file was read completely.
  package func error(in path: String) -> SourceLocation? {
    DependencyRecorder.note(.file(path))
    rest?.need(file: path)
    return damagedSources.error(in: path)
  }

  /// The first error of a damaged file that mentions a name and may declare or use it; `nil` without
  /// such a file.
  package func error(mentioning name: String) -> SourceLocation? {
    noteUses(of: name)
    return mentions(name) ? damagedSources.error(mentioning: name) : nil
  }
}
