package import Diagnostics

/// The declarations of files from earlier runs, by the contents of the files: an unchanged file is
/// not read again.
///
/// One stretch of bytes for all files of a project:
///
///     "docgen-code" version stamp count (key place length checksum)… entries…
///
/// Bytes of another version or program, and damaged entries, are ignored: the file is then read as
/// if there were no cache.
///
/// The key is the digest of path, module and content, so a renamed file is read again, and two
/// versions of a file never share an entry. Entries are decoded only when their file is asked for.
/// Files with diagnostics are not stored, since their messages quote the text.
package struct CodeCache: Sendable {
  private struct Entry {
    /// The position of its part in `parts`.
    var part: Int
    var range: Range<Int>
    var checksum: UInt64
  }

  /// Returns the bytes at a place; `nil` if they cannot be read.
  package typealias Reader = @Sendable (Range<Int>) -> [UInt8]?

  private static let magic = Array("docgen-code\u{1}".utf8)
  private var parts: [Reader] = []
  private var entries: [ContentDigest: Entry] = [:]

  /// An empty cache.
  package init() {}

  /// The cache in these bytes; an empty one if a program with another stamp wrote them.
  package init(_ bytes: [UInt8], stamp: UInt64) {
    add(bytes, stamp: stamp)
  }

  /// Adds the entries of bytes that a program with the same stamp wrote. They take the place of
  /// earlier ones, which may be damaged.
  ///
  /// Only the table is read here: opening a cache costs as much as its number of entries, and not
  /// as its size.
  package mutating func add(_ bytes: [UInt8], stamp: UInt64) {
    add(size: bytes.count, stamp: stamp) { Array(bytes[$0]) }
  }

  /// The same for bytes of that size that are read when they are needed.
  package mutating func add(size: Int, stamp: UInt64, _ read: @escaping Reader) {
    let start = Self.magic.count + 16
    guard size >= start, let head = read(0..<start), head.starts(with: Self.magic) else { return }
    var reader = FixedReader(head)
    reader.skip(Self.magic.count)
    guard reader.next() == stamp, let count = reader.next(),
      count <= UInt64(size - start) / 40, let table = read(start..<(start + Int(count) * 40))
    else { return }
    reader = FixedReader(table)
    var found: [ContentDigest: Entry] = [:]
    var end = 0
    for _ in 0..<count {
      guard let first = reader.next(), let second = reader.next(), let place = reader.next(),
        let length = reader.next(), let checksum = reader.next(),
        place <= UInt64(size), length <= UInt64(size) - place
      else { break }
      let range = Int(place)..<Int(place + length)
      found[ContentDigest(first: first, second: second)] = Entry(
        part: parts.count, range: range, checksum: checksum)
      end = max(end, range.upperBound)
    }
    // Bytes that belong to no file: the cache is damaged.
    if end != size, count > 0 { return }
    parts.append(read)
    entries.merge(found) { $1 }
  }

  package var count: Int { entries.count }

  /// The cached declarations of a file; `nil` if it must be read.
  func file(
    _ input: SourceInput, _ key: ContentDigest, bodies: UnreadBodies? = nil
  ) -> (file: FileDeclarations, packed: Packed)? {
    guard let packed = packed(key),
      let file = try? FileDeclarations(
        packed: packed.bytes, in: packed.bytes.indices, input, bodies)
    else { return nil }
    return (file, packed)
  }

  /// The cached declarations of an earlier state of a file, by its key at that time. `input` names
  /// the file, and its bytes do not count. Without `bodies`, those that were not read are empty, and
  /// can only be compared.
  package func file(
    _ input: SourceInput, earlier key: ContentDigest, bodies: UnreadBodies? = nil
  ) -> FileDeclarations? {
    file(input, key, bodies: bodies ?? UnreadBodies { nil })?.file
  }

  /// The undamaged entries of files with these keys.
  func entries(among keys: Set<ContentDigest>) -> [Packed] {
    entries.keys.filter { keys.contains($0) }.compactMap { packed($0) }
  }

  /// Those of them that are the states of files with these keys.
  package func recent(among keys: Set<ContentDigest>) -> [Packed] {
    recent.filter { keys.contains($0.key) }
  }

  /// The undamaged entries of the parts after the first one.
  package var recent: [Packed] {
    entries.filter { $0.value.part > 0 }.keys.compactMap { packed($0) }
  }

  private func packed(_ key: ContentDigest) -> Packed? {
    guard let entry = entries[key], let bytes = parts[entry.part](entry.range),
      ContentDigest.checksum(of: bytes, in: 0..<bytes.count, key) == entry.checksum
    else { return nil }
    return Packed(key: key, bytes: bytes, checksum: entry.checksum)
  }

  /// A file in the form of the cache.
  package struct Packed: Sendable {
    package var key: ContentDigest
    var bytes: [UInt8]
    var checksum: UInt64

    init(key: ContentDigest, bytes: [UInt8], checksum: UInt64) {
      self.key = key
      self.bytes = bytes
      self.checksum = checksum
    }

    /// Returns `nil` for a file with diagnostics: they are computed again, with their texts.
    init?(_ file: FileDeclarations, _ bytes: [UInt8], key: ContentDigest) {
      guard file.diagnostics.isEmpty else { return nil }
      self.init(
        key: key, bytes: bytes,
        checksum: ContentDigest.checksum(of: bytes, in: 0..<bytes.count, key))
    }
  }

  /// The bytes of a cache of these files.
  ///
  /// All numbers have eight bytes, the lowest first, so the file is the same on every platform.
  package static func bytes(of files: [Packed], stamp: UInt64) -> [UInt8] {
    var head = magic
    func add(_ number: UInt64) {
      for shift in stride(from: 0, to: 64, by: 8) {
        head.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
      }
    }
    add(stamp)
    add(UInt64(files.count))
    var place = head.count + files.count * 40
    for file in files {
      add(file.key.first)
      add(file.key.second)
      add(UInt64(place))
      add(UInt64(file.bytes.count))
      add(file.checksum)
      place += file.bytes.count
    }
    head.reserveCapacity(place)
    return files.reduce(into: head) { $0 += $1.bytes }
  }
}

/// Numbers of eight bytes, the lowest first.
struct FixedReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func skip(_ count: Int) { place += count }

  mutating func next() -> UInt64? {
    guard place + 8 <= bytes.count else { return nil }
    defer { place += 8 }
    return (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << UInt64($1 * 8) }
  }
}

extension SourceInput {
  /// Its key in `CodeCache`.
  package func key(with options: ReadingOptions) -> ContentDigest { ContentDigest(self, options) }
}

extension ContentDigest {
  /// The identity of a file: its path, module and content.
  init(_ input: SourceInput, _ options: ReadingOptions) {
    let name = "\(input.path)\u{0}\(input.module ?? "\u{0}")\u{0}\(options.syntaxErrorSeverity)"
    let own = ContentDigest(name, seed: 1)
    self.init(input.bytes, seed: own.first ^ own.second)
  }

  /// The checksum of an entry and its key, so that an entry in another's place counts as damaged.
  ///
  /// Without the key, two swapped entries would both look valid.
  static func checksum(of bytes: [UInt8], in range: Range<Int>, _ key: Self) -> UInt64 {
    ContentDigest(bytes, in: range, seed: key.first ^ key.second).first
  }
}

extension FileDeclarations {
  /// Everything except its path and module, which the input has, and its diagnostics.
  var packed: [UInt8] {
    var packer = Packer()
    packer.add(imports, types, extensions, globals, operators, precedenceGroups, lineCount)
    packer.add(bodies != nil)
    packer.add(number: UInt64(words.numbers.count))
    for number in words.numbers { packer.add(fixed: number) }
    return packer.finished
  }

  /// The same declarations with their bodies in the form of the cache, which takes a third of the
  /// memory: most bodies are never asked for.
  func compacted(_ input: SourceInput, _ bodies: UnreadBodies?) -> FileDeclarations {
    unpacked(from: packed, input, bodies)
  }

  func unpacked(
    from packed: [UInt8], _ input: SourceInput, _ bodies: UnreadBodies? = nil
  ) -> FileDeclarations {
    guard var file = try? FileDeclarations(packed: packed, in: 0..<packed.count, input, bodies)
    else { return self }
    file.diagnostics = diagnostics
    return file
  }

  init(
    packed bytes: [UInt8], in range: Range<Int>, _ input: SourceInput,
    _ bodies: UnreadBodies? = nil
  ) throws(UnpackingError) {
    self.init(path: input.path, module: input.module)
    var unpacker = try Unpacker(bytes, in: range, path: input.path, bodies: bodies)
    imports = try unpacker.next()
    types = try unpacker.next()
    extensions = try unpacker.next()
    globals = try unpacker.next()
    operators = try unpacker.next()
    precedenceGroups = try unpacker.next()
    lineCount = try unpacker.next()
    self.bodies = try unpacker.next() ? bodies : nil
    let count = try unpacker.count()
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(try unpacker.fixed()) }
    words = NameSet(sorted: numbers)
  }
}
