import Diagnostics
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
  /// The order of the result is that of `inputs`.
  func reading(_ inputs: [SourceInput], options: ReadingOptions) async -> CodeReading {
    guard let folder, let stamp = CacheFolder.stamp else {
      return CodeReading(files: await FileDeclarations.reading(inputs, options: options))
    }
    var cache = CodeCache(CacheFile.read(folder + "/code") ?? [], stamp: stamp)
    let main = cache.count
    cache.add(CacheFile.read(folder + "/code-recent") ?? [], stamp: stamp)
    let reading = await FileDeclarations.reading(inputs, options: options, cache: cache)
    // Few new entries are stored in a file of their own, since the other one may be large. The old
    // state of a changed file stays in the cache until both are joined, so that changes can be found.
    let limit = reading.all.count / 16 + 64
    let recent = cache.recent + reading.new
    func write(_ entries: [CodeCache.Packed], to name: String) {
      try? FileSystem.makeFolder(folder)
      CacheFile.keep(CodeCache.bytes(of: entries, stamp: stamp), at: folder + "/" + name)
    }
    if main * 2 < reading.all.count || main > reading.all.count * 2 + limit || recent.count > limit
    {
      write(reading.all, to: "code")
      CacheFile.remove(folder + "/code-recent")
    } else if !reading.new.isEmpty {
      write(recent, to: "code-recent")
    }
    return CodeReading(files: reading.files, keys: reading.keys, cache: cache)
  }
}

/// The declarations of files, and what the cache has about earlier states of them.
struct CodeReading: Sendable {
  var files: [FileDeclarations]
  /// The identities of the files in the cache; an empty array if there is none.
  var keys: [ContentDigest] = []
  var cache = CodeCache()
}
