package import Diagnostics

extension FileDeclarations {
  /// Reads many files at once, on as many cores as the runtime offers.
  ///
  /// The result has the order of the input. A file that occurs in several inputs is read once for
  /// each.
  package static func reading(
    _ inputs: [SourceInput], options: ReadingOptions = ReadingOptions(), workers: Int = 8
  ) async -> [FileDeclarations] {
    await Parallel.map(inputs, workers: workers) { input in
      let bodies = UnreadBodies {
        FileDeclarations(readingAll: input, options: options).compacted(input, nil)
      }
      return FileDeclarations(reading: input, options: options, bodies: bodies)
        .compacted(input, bodies)
    }
  }

  /// The result of reading files with a cache.
  package struct Reading: Sendable {
    package var files: [FileDeclarations]
    /// The identities of the files in the cache: path, module and content.
    package var keys: [ContentDigest]
    /// The entries of the files without diagnostics.
    package var all: [CodeCache.Packed]
    /// Those that the cache did not have.
    package var new: [CodeCache.Packed]
    package var bodies: BodyCache
    fileprivate var isSame: Bool

    /// The cache to keep for the next run; `nil` if it would be the same.
    package var kept: [CodeCache.Packed]? { isSame ? nil : all }
  }

  /// Reads many files, unchanged ones from a cache; bodies when they are used.
  package static func reading(
    _ inputs: [SourceInput], options: ReadingOptions = ReadingOptions(), cache: CodeCache,
    bodies: BodyCache = BodyCache(), workers: Int = 8
  ) async -> Reading {
    let results = await Parallel.map(inputs, workers: workers) {
      input
        -> (file: FileDeclarations, key: ContentDigest, packed: CodeCache.Packed?, isNew: Bool) in
      let key = ContentDigest(input, options)
      let unread = UnreadBodies {
        bodies.file(input, key, options: options) { input.bytes }
          ?? FileDeclarations(readingAll: input, options: options)
      }
      if let known = cache.file(input, key, bodies: unread) {
        return (known.file, key, known.packed, false)
      }
      let file = FileDeclarations(reading: input, options: options, bodies: unread)
      let bytes = file.packed
      let packed = CodeCache.Packed(file, bytes, key: key)
      return (file.unpacked(from: bytes, input, unread), key, packed, packed != nil)
    }
    let all = results.compactMap(\.packed)
    let new = results.filter(\.isNew).compactMap(\.packed)
    return Reading(
      files: results.map(\.file), keys: results.map(\.key), all: all, new: new, bodies: bodies,
      isSame: new.isEmpty && all.count == cache.count)
  }
}

extension CodeModel {
  /// Reads and merges files, many at once.
  package static func reading(
    _ inputs: [SourceInput], options: ReadingOptions = ReadingOptions(),
    symbolGraphs: [SymbolGraph] = []
  ) async -> CodeModel {
    CodeModel(
      await FileDeclarations.reading(inputs, options: options), symbolGraphs: symbolGraphs)
  }

  /// Reads and merges files one after the other.
  package init(reading inputs: [SourceInput], options: ReadingOptions = ReadingOptions()) {
    self.init(inputs.map { FileDeclarations(reading: $0, options: options) })
  }
}
