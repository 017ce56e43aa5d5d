import CommandLineTool

extension CommandContext {
  /// Each folder with a configuration, the working folder and those below it: a context in it, and its
  /// path relative to the working folder.
  ///
  /// - Throws: `UsageError` if there are none.
  func configuredParts() throws -> [(context: CommandContext, path: String)] {
    try configuredFolders().map { path in
      let folder = path.isEmpty ? folder : folder + "/" + path
      return (CommandContext(console: console, folder: folder, arguments: arguments), path)
    }
  }

  private func configuredFolders() throws -> [String] {
    let name = Configuration.fileName
    let files = try FileFinder.files(matching: [name, "**/" + name], excluding: [], in: folder)
    if files.isEmpty { throw UsageError("found no \(name) here or in any folder below") }
    return files.map { String($0.dropLast(name.count).dropLast()) }
  }
}
