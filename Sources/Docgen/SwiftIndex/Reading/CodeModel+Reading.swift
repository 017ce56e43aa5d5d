import Diagnostics

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

  /// Reads many files, unchanged ones from a cache.
  ///
  /// - Returns: Also the cache to keep for the next run; `nil` if it would be the same.
  package static func reading(
    _ inputs: [SourceInput], options: ReadingOptions = ReadingOptions(), cache: CodeCache,
    workers: Int = 8
  ) async -> (files: [FileDeclarations], kept: [CodeCache.Packed]?) {
    let results = await Parallel.map(inputs, workers: workers) {
      input -> (file: FileDeclarations, packed: CodeCache.Packed?, isNew: Bool) in
      let key = ContentDigest(input, options)
      if let known = cache.file(input, key) { return (known.file, known.packed, false) }
      let file = FileDeclarations(reading: input, options: options)
      let bytes = file.packed
      let packed = CodeCache.Packed(file, bytes, key: key)
      return (file.unpacked(from: bytes, input), packed, packed != nil)
    }
    let packed = results.compactMap(\.packed)
    let isSame = !results.contains(where: \.isNew) && packed.count == cache.count
    return (results.map(\.file), isSame ? nil : packed)
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
