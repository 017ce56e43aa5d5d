/// Texts that replace the contents of files: unsaved texts of an editor.
package struct Overlay: Sendable {
  /// By the files' absolute paths.
  package var texts: [String: [UInt8]] = [:]

  package init() {}

  /// The files that match patterns, by paths relative to the root, sorted.
  func files(
    matching patterns: [String], excluding excluded: [String], below root: String
  ) -> [String] {
    if texts.isEmpty { return [] }
    let (wanted, unwanted) = (patterns.map(Glob.init), excluded.map(Glob.init))
    return texts.keys.compactMap { path -> String? in
      guard path.hasPrefix(root + "/") else { return nil }
      return String(path.dropFirst(root.count + 1))
    }.filter { path in
      wanted.contains { $0.matches(path) } && !unwanted.contains { $0.matches(path) }
    }.sorted()
  }
}
