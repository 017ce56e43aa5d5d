import Basics
package import Diagnostics

/// The bodies that were read in earlier runs and in this one, by the keys of their files in
/// `CodeCache`.
package final class BodyCache: Sendable {
  private let open: @Sendable () -> CodeCache
  private let opened = Locked<CodeCache?>(nil)
  private let new = Locked<[CodeCache.Packed]>([])

  /// `open` opens the bodies of earlier runs when they are first needed.
  package init(_ open: @escaping @Sendable () -> CodeCache = { CodeCache() }) {
    self.open = open
  }

  private var stored: CodeCache {
    opened.withLock { opened in
      let cache = opened ?? open()
      opened = cache
      return cache
    }
  }

  /// The declarations of a file with their bodies. `text` reads the file unless they are stored.
  ///
  /// Returns `nil` if they are not and the text is not there.
  package func file(
    _ input: SourceInput, _ key: ContentDigest, options: ReadingOptions = ReadingOptions(),
    text: () -> [UInt8]?
  ) -> FileDeclarations? {
    if let known = stored.file(input, key) { return known.file }
    guard let bytes = text() else { return nil }
    let input = SourceInput(path: input.path, module: input.module, bytes: bytes)
    var file = FileDeclarations(readingAll: input, options: options)
    file.words = NameSet()
    let packed = file.packed
    if let entry = CodeCache.Packed(file, packed, key: key) { new.withLock { $0.append(entry) } }
    return file.unpacked(from: packed, input)
  }

  /// The entries to keep for the next run, of the files with these keys; `nil` if all are stored.
  package func kept(of keys: Set<ContentDigest>) -> [CodeCache.Packed]? {
    let new = new.withLock(\.self)
    return new.isEmpty ? nil : stored.entries(among: keys.subtracting(new.map(\.key))) + new
  }
}
