import CommandLineTool

extension CommandContext {
  /// The folders with a configuration: the working folder and those below it, relative to it.
  ///
  /// - Throws: `UsageError` if there are none.
  func configuredFolders() throws -> [String] {
    let name = Configuration.fileName
    let files = try FileFinder.files(matching: [name, "**/" + name], excluding: [], in: folder)
    if files.isEmpty { throw UsageError("found no \(name) here or in any folder below") }
    return files.map { String($0.dropLast(name.count).dropLast()) }
  }
}
