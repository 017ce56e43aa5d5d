package import Diagnostics

extension FileDeclarations {
  /// Reads many files at once, on as many cores as the runtime offers.
  ///
  /// The result has the order of the input. A file that occurs in several inputs is read once for
  /// each.
  package static func reading(
    _ inputs: [SourceInput], options: ReadingOptions = ReadingOptions(), workers: Int = 8
  ) async -> [FileDeclarations] {
    await Parallel.map(inputs, workers: workers) {
      FileDeclarations(reading: $0, options: options).compacted($0)
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
    fileprivate var isSame: Bool

    /// The cache to keep for the next run; `nil` if it would be the same.
    package var kept: [CodeCache.Packed]? { isSame ? nil : all }
  }

  /// Reads many files, unchanged ones from a cache.
  package static func reading(
    _ inputs: [SourceInput], options: ReadingOptions = ReadingOptions(), cache: CodeCache,
    workers: Int = 8
  ) async -> Reading {
    let results = await Parallel.map(inputs, workers: workers) {
      input
        -> (file: FileDeclarations, key: ContentDigest, packed: CodeCache.Packed?, isNew: Bool) in
      let key = ContentDigest(input, options)
      if let known = cache.file(input, key) { return (known.file, key, known.packed, false) }
      let file = FileDeclarations(reading: input, options: options)
      let bytes = file.packed
      let packed = CodeCache.Packed(file, bytes, key: key)
      return (file.unpacked(from: bytes, input), key, packed, packed != nil)
    }
    let all = results.compactMap(\.packed)
    let new = results.filter(\.isNew).compactMap(\.packed)
    return Reading(
      files: results.map(\.file), keys: results.map(\.key), all: all, new: new,
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
