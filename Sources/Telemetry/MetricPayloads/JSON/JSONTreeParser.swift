/// Reads one JSON value into nodes, front to back.
struct JSONTreeParser {
  private(set) var position: Int
  /// The indices of the objects and arrays that are not closed yet.
  private var open: [Int] = []

  init(position: Int) { self.position = position }

  mutating func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, into nodes: inout [JSONTree.Node]
  ) throws(JSONFailure) {
    while true {
      skipSpace(bytes)
      let isOpened = try value(bytes, &nodes)
      if isOpened { continue }
      try afterValue(bytes, &nodes)
      if open.isEmpty { return }
    }
  }

  /// Reads a scalar or an empty container, or opens a container and, of an object, passes the first
  /// key. True if the next thing must be a value.
  private mutating func value(
    _ bytes: UnsafeBufferPointer<UInt8>, _ nodes: inout [JSONTree.Node]
  ) throws(JSONFailure) -> Bool {
    switch peek(bytes) {
    case 0x7B:
      return try container(bytes, &nodes, .object, closing: 0x7D)
    case 0x5B:
      return try container(bytes, &nodes, .array, closing: 0x5D)
    case 0x22: try string(bytes, &nodes)
    case 0x74: try literal("true", bytes, &nodes)
    case 0x66: try literal("false", bytes, &nodes)
    case 0x6E: try literal("null", bytes, &nodes)
    case nil: throw JSONFailure(offset: position, reason: "the text ends too early")
    default: try number(bytes, &nodes)
    }
    return false
  }

  private mutating func container(
    _ bytes: UnsafeBufferPointer<UInt8>, _ nodes: inout [JSONTree.Node], _ kind: JSONTree.Kind,
    closing: UInt8
  ) throws(JSONFailure) -> Bool {
    let index = nodes.count
    nodes.append(JSONTree.Node(kind: kind, start: Int32(position), length: 0, end: 0))
    position += 1
    skipSpace(bytes)
    if peek(bytes) == closing {
      position += 1
      nodes[index].end = Int32(nodes.count)
      return false
    }
    open.append(index)
    if kind == .object { try key(bytes, &nodes) }
    return true
  }

  /// Passes what may follow a value: closings, or a comma and the next key.
  private mutating func afterValue(
    _ bytes: UnsafeBufferPointer<UInt8>, _ nodes: inout [JSONTree.Node]
  ) throws(JSONFailure) {
    while let container = open.last {
      skipSpace(bytes)
      let isObject = nodes[container].kind == .object
      switch peek(bytes) {
      case 0x2C:
        position += 1
        if isObject { try key(bytes, &nodes) }
        return
      case 0x7D where isObject, 0x5D where !isObject:
        position += 1
        nodes[container].end = Int32(nodes.count)
        open.removeLast()
      default: throw JSONFailure(offset: position, reason: "expected ',' or the end of a list")
      }
    }
  }

  private mutating func key(
    _ bytes: UnsafeBufferPointer<UInt8>, _ nodes: inout [JSONTree.Node]
  ) throws(JSONFailure) {
    skipSpace(bytes)
    guard peek(bytes) == 0x22 else { throw JSONFailure(offset: position, reason: "expected a key") }
    try string(bytes, &nodes)
    skipSpace(bytes)
    guard peek(bytes) == 0x3A else { throw JSONFailure(offset: position, reason: "expected ':'") }
    position += 1
  }

  // MARK: - Scalars

  private mutating func string(
    _ bytes: UnsafeBufferPointer<UInt8>, _ nodes: inout [JSONTree.Node]
  ) throws(JSONFailure) {
    let start = position + 1
    var isEscaped = false
    position = start
    while position < bytes.count {
      switch bytes[position] {
      case 0x22:
        append(.string, start, &nodes, isEscaped: isEscaped)
        position += 1
        return
      case 0x5C:
        isEscaped = true
        position += 2
      case 0x00..<0x20: throw JSONFailure(offset: position, reason: "a control character")
      default: position += 1
      }
    }
    position = bytes.count
    throw JSONFailure(offset: start - 1, reason: "a string without end")
  }

  private mutating func number(
    _ bytes: UnsafeBufferPointer<UInt8>, _ nodes: inout [JSONTree.Node]
  ) throws(JSONFailure) {
    let start = position
    while position < bytes.count, Self.isNumeric(bytes[position]) { position += 1 }
    let text = String(
      decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    guard position > start, Double(text) != nil else {
      throw JSONFailure(offset: start, reason: "expected a value")
    }
    append(.number, start, &nodes)
  }

  private mutating func literal(
    _ word: StaticString, _ bytes: UnsafeBufferPointer<UInt8>, _ nodes: inout [JSONTree.Node]
  ) throws(JSONFailure) {
    let start = position
    guard bytes.count - start >= word.utf8CodeUnitCount,
      (0..<word.utf8CodeUnitCount).allSatisfy({ bytes[start + $0] == word.utf8Start[$0] })
    else { throw JSONFailure(offset: start, reason: "expected a value") }
    position += word.utf8CodeUnitCount
    append(.literal, start, &nodes)
  }

  private func append(
    _ kind: JSONTree.Kind, _ start: Int, _ nodes: inout [JSONTree.Node], isEscaped: Bool = false
  ) {
    nodes.append(
      JSONTree.Node(
        kind: kind, isEscaped: isEscaped, start: Int32(start), length: Int32(position - start),
        end: Int32(nodes.count + 1)))
  }

  // MARK: - Bytes

  private func peek(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private mutating func skipSpace(_ bytes: UnsafeBufferPointer<UInt8>) {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Digits, signs, point and exponent; `Double.init` then judges the whole.
  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
    default: false
    }
  }
}
