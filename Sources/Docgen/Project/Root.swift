package import Diagnostics

/// The folder of a project and its configuration.
package struct Root: Sendable {
  /// Absolute, without a slash at the end.
  package var folder: String
  /// The file of the configuration.
  package var file: String
  package var configuration: Configuration

  /// Reads the named configuration, or the nearest one from `folder` upwards.
  package static func find(
    from folder: String, named file: String? = nil
  ) -> (root: Root?, problems: [Diagnostic]) {
    if let file { return read(file) }
    var current = FileSystem.absolute(folder)
    while true {
      let candidate = (current == "/" ? "" : current) + "/" + Configuration.fileName
      if FileSystem.kind(of: candidate) != nil { return read(candidate) }
      guard let slash = current.lastIndex(of: "/"), current != "/" else { break }
      current = slash == current.startIndex ? "/" : String(current[..<slash])
    }
    return (nil, [missing(from: folder)])
  }

  /// Keeps other runs from writing the project's documents for as long as the lock is there.
  ///
  /// - Throws: `FileError` where another run is writing them.
  func lock() throws(FileError) -> WriteLock { try WriteLock(on: file) }

  private static func read(_ file: String) -> (root: Root?, problems: [Diagnostic]) {
    do throws(FileError) {
      let bytes = try FileSystem.read(file)
      let absolute = FileSystem.absolute(file)
      let parts = absolute.split(separator: "/", omittingEmptySubsequences: false)
      let name = String(parts.last ?? "")
      let (configuration, problems) = Configuration.read(bytes, file: name)
      guard let configuration else { return (nil, problems) }
      let folder = parts.dropLast().joined(separator: "/")
      let root = Root(
        folder: folder.isEmpty ? "/" : folder, file: absolute, configuration: configuration)
      return (root, problems)
    } catch {
      let diagnostic = Diagnostic(
        rule: "configuration", category: .usage, at: SourceLocation(file: file),
        "the configuration cannot be read: \(error.reason)")
      return (nil, [diagnostic])
    }
  }

  private static func missing(from folder: String) -> Diagnostic {
    Diagnostic(
      rule: "configuration", category: .usage, at: SourceLocation(file: Configuration.fileName),
      "there is no \(Configuration.fileName) here or in any folder above",
      evidence: [
        Evidence(.note, "looked from \(FileSystem.absolute(folder)) upwards"),
        Evidence(
          .help,
          #"write one at the project's root: { "documents": ["docs/**/*.md"], "sources": ["Sources/**/*.swift"] }"#
        ),
      ])
  }
}
