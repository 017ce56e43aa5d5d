import Diagnostics

/// Writes numbers and texts after a digest of all of them; a text that occurs again is a number.
///
/// The digest depends on `CacheSecret`, so a damaged file is ignored, and so is one that was not
/// written by the same user.
struct SealedWriter {
  private var bytes: [UInt8] = []
  private var numbers: [String: Int] = [:]

  /// Seven bits a byte, the lowest first; the eighth bit marks that more follow.
  mutating func add(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// The number of the text among all; for a new one, its length and its bytes as well.
  mutating func add(_ text: String) {
    func kept(_ number: inout Int) -> Int { number }
    let next = numbers.count
    let number = kept(&numbers[text, default: next])
    add(number)
    guard number == next else { return }
    add(text.utf8.count)
    bytes += text.utf8
  }

  mutating func add(_ digest: ContentDigest) {
    for number in [digest.first, digest.second] {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  /// A count, followed by the elements.
  mutating func add<Elements: Collection>(
    _ elements: Elements, _ add: (inout Self, Elements.Element) -> Void
  ) {
    self.add(elements.count)
    for element in elements { add(&self, element) }
  }

  mutating func add<Value>(_ value: Value?, _ add: (inout Self, Value) -> Void) {
    self.add(value.map { [$0] } ?? [], add)
  }

  /// All bytes, and their digest.
  var finished: (all: [UInt8], seal: ContentDigest) {
    let seal = ContentDigest(bytes)
    return (Array(seal.text.utf8) + bytes, seal)
  }
}

/// The bytes were not written by a `SealedWriter`.
struct DamagedBytes: Error {}

/// Reads the output of a `SealedWriter` in the same order.
struct SealedReader {
  /// The digest of the bytes.
  let seal: ContentDigest
  private let bytes: [UInt8]
  private var index = 32
  private var texts: [String] = []

  /// Returns `nil` for bytes that this user's docgen did not write.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 32,
      let seal = ContentDigest(text: String(decoding: bytes.prefix(32), as: UTF8.self)),
      seal == ContentDigest(bytes, in: 32..<bytes.count)
    else { return nil }
    (self.bytes, self.seal) = (bytes, seal)
  }

  var isAtEnd: Bool { index >= bytes.count }

  mutating func number() throws(DamagedBytes) -> Int {
    var (result, shift): (UInt64, UInt64) = (0, 0)
    while index < bytes.count, shift < 64 {
      let byte = bytes[index]
      index += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: result)) }
      shift += 7
    }
    throw DamagedBytes()
  }

  mutating func text() throws(DamagedBytes) -> String {
    let number = try number()
    if texts.indices.contains(number) { return texts[number] }
    let count = try self.number()
    guard number == texts.count, count >= 0, count <= bytes.count - index else {
      throw DamagedBytes()
    }
    defer { index += count }
    texts.append(String(decoding: bytes[index..<(index + count)], as: UTF8.self))
    return texts[number]
  }

  mutating func digest() throws(DamagedBytes) -> ContentDigest {
    guard bytes.count - index >= 16 else { throw DamagedBytes() }
    defer { index += 16 }
    return bytes.withUnsafeBytes { bytes in
      func number(at start: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      }
      return ContentDigest(first: number(at: index), second: number(at: index + 8))
    }
  }

  mutating func array<Element>(
    _ next: (inout Self) throws(DamagedBytes) -> Element
  ) throws(DamagedBytes) -> [Element] {
    let count = try number()
    // Each element has at least a byte.
    guard count >= 0, count <= bytes.count - index else { throw DamagedBytes() }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try next(&self)) }
    return elements
  }

  mutating func optional<Value>(
    _ next: (inout Self) throws(DamagedBytes) -> Value
  ) throws(DamagedBytes) -> Value? {
    try array(next).first
  }
}
