/// What was read of files before, by what stood in them: a file that did not change is not read
/// again.
///
/// One stretch of bytes for all files of a project:
///
///     "docgen-code" version stamp count (key place length checksum)… entries…
///
/// Bytes of another version or program, and entries that are damaged, are passed over: then the
/// file is read as if there were no cache.
package struct CodeCache: Sendable {
  private struct Entry {
    var range: Range<Int>
    var checksum: UInt64
  }

  private static let magic = Array("docgen-code\u{1}".utf8)
  private let bytes: [UInt8]
  private var entries: [ContentKey: Entry] = [:]

  /// A cache of nothing.
  package init() {
    bytes = []
  }

  /// A cache that the program wrote whose stamp this is; another one's is none.
  package init(_ bytes: [UInt8], stamp: UInt64) {
    self.bytes = bytes
    var reader = FixedReader(bytes)
    guard bytes.starts(with: Self.magic) else { return }
    reader.skip(Self.magic.count)
    guard reader.next() == stamp, let count = reader.next(), count < UInt64(bytes.count) else {
      return
    }
    for _ in 0..<count {
      guard let first = reader.next(), let second = reader.next(), let place = reader.next(),
        let length = reader.next(), let checksum = reader.next(),
        place <= UInt64(bytes.count), length <= UInt64(bytes.count) - place
      else { return }
      let range = Int(place)..<Int(place + length)
      entries[ContentKey(first: first, second: second)] = Entry(range: range, checksum: checksum)
    }
  }

  package var count: Int { entries.count }

  /// What is known of a file; nothing where it has to be read.
  func file(_ input: SourceInput, _ key: ContentKey) -> (file: FileDeclarations, packed: Packed)? {
    guard let entry = entries[key],
      ContentKey.checksum(of: bytes, in: entry.range) == entry.checksum,
      let file = try? FileDeclarations(packed: bytes, in: entry.range, input)
    else { return nil }
    return (file, Packed(key: key, bytes: bytes[entry.range], checksum: entry.checksum))
  }

  /// A file as the cache keeps it.
  package struct Packed: Sendable {
    var key: ContentKey
    var bytes: ArraySlice<UInt8>
    var checksum: UInt64

    init(key: ContentKey, bytes: ArraySlice<UInt8>, checksum: UInt64) {
      self.key = key
      self.bytes = bytes
      self.checksum = checksum
    }

    /// Nothing for a file with trouble: that is found anew, with its texts.
    init?(_ file: FileDeclarations, key: ContentKey) {
      guard file.diagnostics.isEmpty else { return nil }
      let bytes = file.packed
      self.init(
        key: key, bytes: bytes[...],
        checksum: ContentKey.checksum(of: bytes, in: 0..<bytes.count))
    }
  }

  /// The bytes of a cache of these files.
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
    return files.reduce(into: head) { $0 += $1.bytes }
  }
}

/// Numbers of eight bytes, the lowest first.
private struct FixedReader {
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

/// What a file is, in 128 bits of its path, module and content.
package struct ContentKey: Hashable, Sendable {
  var first: UInt64
  var second: UInt64

  init(first: UInt64, second: UInt64) {
    (self.first, self.second) = (first, second)
  }

  init(_ input: SourceInput, _ options: ReadingOptions) {
    let name = "\(input.path)\u{0}\(input.module ?? "\u{0}")\u{0}\(options.syntaxErrorSeverity)"
    let words = Array(name.utf8)
    let own = Self.digest(of: words, in: 0..<words.count, seed: 1)
    (first, second) = Self.digest(of: input.bytes, in: 0..<input.bytes.count, seed: own.0 ^ own.1)
  }

  static func checksum(of bytes: [UInt8], in range: Range<Int>) -> UInt64 {
    digest(of: bytes, in: range, seed: 2).0
  }

  /// Two numbers of 64 bits, each word of eight bytes multiplied into both.
  private static func digest(
    of bytes: [UInt8], in range: Range<Int>, seed: UInt64
  ) -> (UInt64, UInt64) {
    var first = seed ^ 0x9E37_79B9_7F4A_7C15
    var second = seed &+ 0xC2B2_AE3D_27D4_EB4F
    /// Both halves of the product count: either alone forgets what went in.
    func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
      let (high, low) = left.multipliedFullWidth(by: right)
      return high ^ low
    }
    func mix(_ word: UInt64) {
      first = folded(first ^ word, 0xA076_1D64_78BD_642F) ^ word
      second = folded(second &+ word, 0xE703_7ED1_A0B4_28DB) ^ first
    }
    bytes.withUnsafeBytes { raw in
      var place = range.lowerBound
      while place + 8 <= range.upperBound {
        mix(raw.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        place += 8
      }
      var last: UInt64 = 0
      for byte in raw[place..<range.upperBound] { last = last << 8 | UInt64(byte) }
      mix(last)
    }
    mix(UInt64(range.count))
    return (first, second)
  }
}

extension FileDeclarations {
  /// Everything but its path and module, which the input says, and its diagnostics.
  var packed: [UInt8] {
    var packer = Packer()
    packer.add(imports, types, extensions, globals, operators, lineCount)
    packer.add(number: UInt64(words.numbers.count))
    for number in words.numbers { packer.add(fixed: number) }
    return packer.finished
  }

  init(
    packed bytes: [UInt8], in range: Range<Int>, _ input: SourceInput
  ) throws(UnpackingError) {
    self.init(path: input.path, module: input.module)
    var unpacker = try Unpacker(bytes, in: range, path: input.path)
    imports = try unpacker.next()
    types = try unpacker.next()
    extensions = try unpacker.next()
    globals = try unpacker.next()
    operators = try unpacker.next()
    lineCount = try unpacker.next()
    let count = try unpacker.count()
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    for _ in 0..<count { numbers.append(try unpacker.fixed()) }
    words = NameSet(sorted: numbers)
  }
}
