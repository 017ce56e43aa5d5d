import Diagnostics

/// A value with a compact binary form.
///
/// A conformance writes its stored properties in one order and reads them in the same order; the
/// bytes contain neither names nor types. The order may be changed at any time, because the stamp
/// of the cache identifies one build of the program: bytes of another build are never read.
///
/// Coding by hand and not with `Codable`: a cache has a value for every part of every declaration,
/// and reading it must be much faster than parsing.
protocol Packable {
  func pack(into packer: inout Packer)
  init(from unpacker: inout Unpacker) throws(UnpackingError)
}

/// The bytes were not written by a `Packer`.
struct UnpackingError: Error {}

/// Writes values one after the other; each text once.
///
///     packer.add(300)       two bytes: 600 (zigzag) in groups of seven bits
///     packer.add("open")    the number of the text, which is stored once
struct Packer {
  private(set) var bytes: [UInt8] = []
  private(set) var texts: [String] = []
  private var numbers: [String: Int] = [:]

  mutating func add<each Value: Packable>(_ values: repeat each Value) {
    repeat (each values).pack(into: &self)
  }

  /// Seven bits a byte, the lowest first; the eighth bit marks that more follow.
  mutating func add(number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func add(text: String) {
    let number = numbers[text] ?? texts.count
    if number == texts.count {
      numbers[text] = number
      texts.append(text)
    }
    add(number: UInt64(number))
  }

  mutating func add(bytes more: [UInt8]) {
    add(number: UInt64(more.count))
    add(rawBytes: more)
  }

  /// Bytes whose number the reader knows.
  mutating func add(rawBytes more: [UInt8]) { bytes += more }

  /// Eight bytes, for large numbers.
  mutating func add(fixed number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  /// Returns the bytes so far and clears them, to insert them after something else.
  ///
  /// `take`, add, `take`, `put` packs a part separately, with the texts of the whole.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func put(_ earlier: [UInt8]) { bytes = earlier }

  /// The texts, followed by the values that refer to them by number.
  var finished: [UInt8] {
    var head = Packer()
    head.add(number: UInt64(texts.count))
    for text in texts { head.add(bytes: Array(text.utf8)) }
    return head.bytes + bytes
  }
}

/// Reads the output of a `Packer`; never accesses bytes outside of its range.
///
/// Each read checks its bounds and throws. Counts are compared with the bytes that are left before
/// anything is reserved, so damaged bytes cannot cause a large allocation.
struct Unpacker {
  private let bytes: [UInt8]
  private var place: Int
  private let end: Int
  /// The places of the texts.
  private let texts: [Range<UInt32>]
  /// The texts that were read, for those that occur again.
  private var known: [String?] = []
  /// The file of all locations.
  let path: String
  /// The bodies that were not read when the file was packed.
  let bodies: UnreadBodies?

  /// Finds the texts at the head of packed bytes.
  init(
    _ bytes: [UInt8], in range: Range<Int>, path: String, bodies: UnreadBodies? = nil
  ) throws(UnpackingError) {
    guard range.upperBound <= UInt32.max else { throw UnpackingError() }
    self.init(bytes, in: range, texts: [], path: path, bodies: bodies)
    let count = try self.count()
    var texts: [Range<UInt32>] = []
    texts.reserveCapacity(count)
    for _ in 0..<count {
      let range = try self.range()
      texts.append(UInt32(range.lowerBound)..<UInt32(range.upperBound))
    }
    self.init(bytes, in: place..<end, texts: texts, path: path, bodies: bodies)
    known = Array(repeating: nil, count: count)
  }

  private init(
    _ bytes: [UInt8], in range: Range<Int>, texts: [Range<UInt32>], path: String,
    bodies: UnreadBodies? = nil
  ) {
    self.bytes = bytes
    self.texts = texts
    self.path = path
    self.bodies = bodies
    (place, end) = (range.lowerBound, range.upperBound)
  }

  /// The same bytes and texts, from another place on.
  ///
  /// Used to postpone the reading of bodies: most commands never look at them, so the part keeps only
  /// the places of its texts.
  func part(_ range: Range<Int>) -> Unpacker {
    Unpacker(bytes, in: range, texts: texts, path: path)
  }

  mutating func next<Value: Packable>() throws(UnpackingError) -> Value {
    try Value(from: &self)
  }

  mutating func number() throws(UnpackingError) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while place < end, shift < 64 {
      let byte = bytes[place]
      place += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return result }
      shift += 7
    }
    throw UnpackingError()
  }

  /// The number of elements, each of which takes at least a byte.
  mutating func count() throws(UnpackingError) -> Int {
    let number = try number()
    guard number <= UInt64(end - place) else { throw UnpackingError() }
    return Int(number)
  }

  var isAtEnd: Bool { place == end }

  mutating func fixed() throws(UnpackingError) -> UInt64 {
    guard end - place >= 8 else { throw UnpackingError() }
    var number: UInt64 = 0
    for index in 0..<8 { number |= UInt64(bytes[place + index]) << UInt64(index * 8) }
    place += 8
    return number
  }

  mutating func text() throws(UnpackingError) -> String {
    let number = try number()
    guard number < UInt64(texts.count) else { throw UnpackingError() }
    if let text = known.isEmpty ? nil : known[Int(number)] { return text }
    let range = texts[Int(number)]
    let text = String(decoding: bytes[Int(range.lowerBound)..<Int(range.upperBound)], as: UTF8.self)
    if !known.isEmpty { known[Int(number)] = text }
    return text
  }

  /// The place of bytes that were packed as such.
  mutating func range() throws(UnpackingError) -> Range<Int> {
    try range(count: try number())
  }

  /// The place of so many bytes.
  mutating func range(count: UInt64) throws(UnpackingError) -> Range<Int> {
    guard count <= UInt64(end - place) else { throw UnpackingError() }
    place += Int(count)
    return (place - Int(count))..<place
  }
}

// MARK: - Plain values

extension Int: Packable {
  func pack(into packer: inout Packer) {
    packer.add(number: UInt64(bitPattern: Int64((self << 1) ^ (self >> (Int.bitWidth - 1)))))
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let number = try unpacker.number()
    self = Int(Int64(bitPattern: number >> 1)) ^ -Int(number & 1)
  }
}

extension Bool: Packable {
  func pack(into packer: inout Packer) { packer.add(number: self ? 1 : 0) }
  init(from unpacker: inout Unpacker) throws(UnpackingError) { self = try unpacker.number() == 1 }
}

extension String: Packable {
  func pack(into packer: inout Packer) { packer.add(text: self) }
  init(from unpacker: inout Unpacker) throws(UnpackingError) { self = try unpacker.text() }
}

extension Optional: Packable where Wrapped: Packable {
  func pack(into packer: inout Packer) {
    packer.add(number: self == nil ? 0 : 1)
    if let value = self { value.pack(into: &packer) }
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self = try unpacker.number() == 0 ? nil : .some(try Wrapped(from: &unpacker))
  }
}

extension Array: Packable where Element: Packable {
  func pack(into packer: inout Packer) {
    packer.add(number: UInt64(count))
    for element in self { element.pack(into: &packer) }
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let count = try unpacker.count()
    self = []
    reserveCapacity(count)
    for _ in 0..<count { append(try Element(from: &unpacker)) }
  }
}

extension Packable where Self: RawRepresentable, RawValue == String {
  func pack(into packer: inout Packer) { packer.add(text: rawValue) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    guard let value = Self(rawValue: try unpacker.text()) else { throw UnpackingError() }
    self = value
  }
}

extension SourceRange: Packable {
  func pack(into packer: inout Packer) {
    packer.add(start.line, start.column, end.line - start.line, end.column)
  }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    let start = SourcePosition(line: try unpacker.next(), column: try unpacker.next())
    let lines: Int = try unpacker.next()
    self.init(
      start: start, end: SourcePosition(line: start.line &+ lines, column: try unpacker.next()))
  }
}

extension SourceLocation: Packable {
  func pack(into packer: inout Packer) { packer.add(range) }

  init(from unpacker: inout Unpacker) throws(UnpackingError) {
    self.init(file: unpacker.path, range: try unpacker.next())
  }
}
