/// Finds the end of a JSON value without building it, and checks its form on the way. Compact JSON
/// only, as stored lines have it: no white space outside of strings. No recursion: a level of
/// nesting costs one byte.
struct JSONSkipper {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var open: [UInt8] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The position behind the value that begins at `start`; nothing if there is none.
  mutating func end(from start: Int) -> Int? {
    open.removeAll(keepingCapacity: true)
    var position = start
    while true {
      guard let next = valueBegins(at: position) else { return nil }
      position = next.position
      guard next.isWhole else { continue }
      guard let after = valueEnded(at: position) else { return nil }
      position = after.position
      if after.isWhole { return position }
    }
  }

  /// A scalar or an empty container is whole; of another container the opening is passed, and the
  /// first key.
  private mutating func valueBegins(at position: Int) -> (position: Int, isWhole: Bool)? {
    switch byte(position) {
    case 0x22: return string(at: position).map { ($0, true) }
    case 0x7B:
      if byte(position + 1) == 0x7D { return (position + 2, true) }
      open.append(0x7B)
      return key(at: position + 1).map { ($0, false) }
    case 0x5B:
      if byte(position + 1) == 0x5D { return (position + 2, true) }
      open.append(0x5B)
      return (position + 1, false)
    case 0x74: return literal("true", at: position).map { ($0, true) }
    case 0x66: return literal("false", at: position).map { ($0, true) }
    case 0x6E: return literal("null", at: position).map { ($0, true) }
    default: return number(at: position).map { ($0, true) }
    }
  }

  /// Closes containers; whole if none is open, otherwise the next value begins at the position.
  private mutating func valueEnded(at start: Int) -> (position: Int, isWhole: Bool)? {
    var position = start
    while let container = open.last {
      switch (container, byte(position)) {
      case (0x7B, 0x2C): return key(at: position + 1).map { ($0, false) }
      case (0x5B, 0x2C): return (position + 1, false)
      case (0x7B, 0x7D), (0x5B, 0x5D):
        open.removeLast()
        position += 1
      default: return nil
      }
    }
    return (position, true)
  }

  /// `"key":`
  private func key(at position: Int) -> Int? {
    guard let end = string(at: position), byte(end) == 0x3A else { return nil }
    return end + 1
  }

  /// The position behind a string with its quotes.
  func string(at start: Int) -> Int? {
    guard byte(start) == 0x22 else { return nil }
    var position = start + 1
    while position < bytes.count {
      switch bytes[position] {
      case 0x22: return position + 1
      case 0x5C: position += 2
      case 0x00..<0x20: return nil
      default: position += 1
      }
    }
    return nil
  }

  /// `-? (0 | [1-9] digit*) (. digit+)? ([eE] [+-]? digit+)?`
  func number(at start: Int) -> Int? {
    var position = start
    if byte(position) == 0x2D { position += 1 }
    let first = position
    guard let whole = digits(at: position), byte(first) != 0x30 || whole == first + 1 else {
      return nil
    }
    position = whole
    if byte(position) == 0x2E {
      guard let fraction = digits(at: position + 1) else { return nil }
      position = fraction
    }
    if let letter = byte(position), letter | 0x20 == 0x65 {
      position += 1
      if byte(position) == 0x2B || byte(position) == 0x2D { position += 1 }
      guard let exponent = digits(at: position) else { return nil }
      position = exponent
    }
    return position
  }

  func literal(_ word: StaticString, at position: Int) -> Int? {
    guard position >= 0, bytes.count - position >= word.utf8CodeUnitCount else { return nil }
    for offset in 0..<word.utf8CodeUnitCount
    where bytes[position + offset] != word.utf8Start[offset] {
      return nil
    }
    return position + word.utf8CodeUnitCount
  }

  private func digits(at start: Int) -> Int? {
    var position = start
    while let digit = byte(position), (0x30...0x39).contains(digit) { position += 1 }
    return position > start ? position : nil
  }

  private func byte(_ position: Int) -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }
}
