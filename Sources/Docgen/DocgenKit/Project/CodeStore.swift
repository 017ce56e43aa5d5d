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
    let (cache, main) = Self.cache(in: folder, stamp: stamp)
    let bodies = bodies()
    let reading = await FileDeclarations.reading(
      inputs, options: options, cache: cache, bodies: bodies)
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
    keepNames(of: reading.files, reading.keys, in: folder, stamp: stamp)
    return CodeReading(files: reading.files, keys: reading.keys, cache: cache, bodies: bodies)
  }

  /// The stored declarations, and the number of those that are not recent.
  private static func cache(in folder: String, stamp: UInt64) -> (CodeCache, main: Int) {
    var cache = CodeCache()
    func add(_ name: String) {
      guard let (size, read) = CacheFile.reader(folder + "/" + name) else { return }
      cache.add(size: size, stamp: stamp, read)
    }
    add("code")
    let main = cache.count
    add("code-recent")
    return (cache, main)
  }

  // MARK: - Bodies

  /// The stored bodies, which are opened when they are first needed.
  func bodies() -> BodyCache {
    guard let folder, let stamp = CacheFolder.stamp else { return BodyCache() }
    return BodyCache {
      var cache = CodeCache()
      if let (size, read) = CacheFile.reader(folder + "/bodies") {
        cache.add(size: size, stamp: stamp, read)
      }
      return cache
    }
  }

  /// Stores the bodies that were read for files with these keys.
  func keep(_ bodies: BodyCache, of keys: [ContentDigest]) {
    guard let folder, let stamp = CacheFolder.stamp, let kept = bodies.kept(of: Set(keys)) else {
      return
    }
    CacheFile.keep(CodeCache.bytes(of: kept, stamp: stamp), at: folder + "/bodies")
  }

  // MARK: - Single files

  /// The maximum number of files that may differ from the state of the names.
  private static let mostChanges = 64

  /// Stores the names of all files, unless they are stored.
  private func keepNames(
    of files: [FileDeclarations], _ keys: [ContentDigest], in folder: String, stamp: UInt64
  ) {
    if let known = names(), let changes = Self.changes(of: keys, from: known),
      changes.count * 2 < Self.mostChanges
    {
      return
    }
    CacheFile.keep(NameTable.bytes(of: files, keys: keys, stamp: stamp), at: folder + "/names")
  }

  /// The stored names of all files.
  func names() -> NameTable? {
    guard let folder, let stamp = CacheFolder.stamp else { return nil }
    return CacheFile.read(folder + "/names").flatMap { NameTable($0, stamp: stamp) }
  }

  /// The positions of the files whose identities differ from those in a table; `nil` if these are many.
  static func changes(of keys: [ContentDigest], from table: NameTable) -> Set<Int>? {
    guard table.count == keys.count else { return nil }
    let changed = Set(keys.indices.filter { table.key(at: $0) != keys[$0] })
    return changed.count <= mostChanges ? changed : nil
  }

  /// The stored declarations.
  func cache() -> CodeCache {
    guard let folder, let stamp = CacheFolder.stamp else { return CodeCache() }
    return Self.cache(in: folder, stamp: stamp).0
  }

  /// Stores the declarations of changed files with all others of these identities.
  func keep(_ new: [CodeCache.Packed], besides cache: CodeCache, of keys: [ContentDigest]) {
    guard let folder, let stamp = CacheFolder.stamp, !new.isEmpty else { return }
    let recent = cache.recent(among: Set(keys)) + new
    CacheFile.keep(CodeCache.bytes(of: recent, stamp: stamp), at: folder + "/code-recent")
  }
}

/// The declarations of files, and what the cache has about earlier states of them.
struct CodeReading: Sendable {
  var files: [FileDeclarations]
  /// The identities of the files in the cache; an empty array if there is none.
  var keys: [ContentDigest] = []
  var cache = CodeCache()
  var bodies = BodyCache()
}
