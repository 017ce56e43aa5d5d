import SwiftIndex

/// Caches the declarations of a project's Swift files, so that the next run reads only changed
/// files.
struct CodeStore: Sendable {
  /// `nil` if there is no cache folder.
  private let folder: String?

  /// A store that caches nothing.
  init() {
    folder = nil
  }

  init(root: Root) {
    folder = CacheFolder.path(for: root.folder)
  }

  /// Reads files, unchanged ones from the cache. A cache that cannot be read or written is ignored.
  ///
  /// The cache is rewritten only if a file changed: `kept` is `nil` otherwise. The order of the
  /// result is that of `inputs`.
  func reading(_ inputs: [SourceInput], options: ReadingOptions) async -> [FileDeclarations] {
    guard let folder, let stamp = CacheFolder.stamp else {
      return await FileDeclarations.reading(inputs, options: options)
    }
    let bytes = CacheFile.read(folder + "/code") ?? []
    let (files, kept) = await FileDeclarations.reading(
      inputs, options: options, cache: CodeCache(bytes, stamp: stamp))
    if let kept {
      try? FileSystem.makeFolder(folder)
      CacheFile.keep(CodeCache.bytes(of: kept, stamp: stamp), at: folder + "/code")
    }
    return files
  }
}
