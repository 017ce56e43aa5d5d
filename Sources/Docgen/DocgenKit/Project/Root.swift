package import Diagnostics

/// The folder of a project and its configuration.
package struct Root: Sendable {
  /// Absolute, without a slash at the end.
  package var folder: String
  /// The file of the configuration.
  package var file: String
  package var configuration: Configuration
  /// The files that the project may name.
  package let files: Confinement

  package init(folder: String, file: String, configuration: Configuration) {
    (self.folder, self.file, self.configuration) = (folder, file, configuration)
    files = Confinement(folder)
  }

  /// The name of the file in findings.
  var name: String { file.split(separator: "/").last.map(String.init) ?? file }

  /// The result of the search for a project: its root, or the problems.
  package struct Search: Sendable {
    package var root: Root?
    package var problems: [Diagnostic] = []
    /// The names of the configurations that were read, relative to the folder of the first.
    var files: [String] = []
    /// The texts of the configurations with problems.
    package var sources: [String: SourceText] = [:]
  }

  /// Reads the named configuration, or the nearest one from `folder` upwards.
  ///
  /// `named` is the value of `--config`. Without it, the nearest `.docgen.json` counts, as with
  /// other tools, so that commands work in any folder of a project. The result has either a root or
  /// at least one problem; a root may come with warnings.
  package static func find(from folder: String, named file: String? = nil) -> Search {
    if let file { return read(file) }
    if let file = configuration(above: folder) { return read(file) }
    return Search(problems: [missing(from: folder)])
  }

  /// The nearest configuration from a folder upwards.
  static func configuration(above folder: String) -> String? {
    FileSystem.nearest(Configuration.fileName, from: folder)
  }

  /// Keeps other runs from writing the project's documents while the lock exists.
  ///
  /// - Throws: `FileError` if another run is writing them.
  func lock() throws(FileError) -> WriteLock { try WriteLock(on: file) }

  private static func read(_ file: String) -> Search {
    guard FileSystem.kind(of: file) != nil else {
      return Search(
        problems: [
          .configuration(at: SourceLocation(file: file), "this configuration does not exist")
        ])
    }
    var reader = ConfigurationReader()
    let absolute = FileSystem.absolute(file)
    let folder = absolute.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let root = reader.read(absolute).map {
      Root(folder: folder.isEmpty ? "/" : folder, file: absolute, configuration: $0)
    }
    return Search(
      root: root, problems: reader.problems, files: Array(reader.sources.keys),
      sources: reader.sources)
  }

  private static func missing(from folder: String) -> Diagnostic {
    .configuration(
      at: SourceLocation(file: Configuration.fileName),
      "found no \(Configuration.fileName) here or in any folder above",
      evidence: [
        Evidence(.note, "searched from \(FileSystem.absolute(folder)) upwards"),
        Evidence(.fix, "docgen init"),
      ])
  }
}
