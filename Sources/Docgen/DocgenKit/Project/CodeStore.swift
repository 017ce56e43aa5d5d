import SwiftIndex

/// Where a project keeps what was read of its Swift files, so that the next run reads only what
/// changed.
struct CodeStore: Sendable {
  /// Nothing where there is no place for it.
  private let folder: String?

  /// A store that keeps nothing.
  init() {
    folder = nil
  }

  init(root: Root) {
    folder = CacheFolder.path(for: root.folder)
  }

  /// Reads files, those that did not change from what is kept. A cache that cannot be read or
  /// written is as good as none.
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
