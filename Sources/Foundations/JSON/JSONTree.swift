/// A JSON text, read once into a flat list of nodes.
///
/// Reading is not recursive, so deep nesting cannot exhaust the stack, and values are decoded only
/// when they are asked for.
final class JSONTree: Sendable {
  enum Kind: UInt8, Sendable { case object, array, string, number, boolean, null }

  /// A value or a key. Offsets are relative to the slice.
  struct Node: Sendable {
    var kind: Kind
    var isEscaped = false
    /// The start of its text; for a string, without the quotes.
    var start: Int32
    var length: Int32 = 0
    /// The index after the node and everything in it.
    var end: Int32 = 0
  }

  let bytes: ArraySlice<UInt8>
  let nodes: [Node]

  init(_ bytes: ArraySlice<UInt8>, _ nodes: [Node]) {
    self.bytes = bytes
    self.nodes = nodes
  }

  /// The bytes of a node's text.
  func text(_ node: Node) -> ArraySlice<UInt8> {
    let start = bytes.startIndex + Int(node.start)
    return bytes[start..<start + Int(node.length)]
  }

  /// The decoded text of a string.
  func string(_ node: Node) -> String {
    text(node).withUnsafeBufferPointer { JSONScanner.decoded($0[...], node.isEscaped) }
  }

  func isEqual(_ index: Int, to key: String) -> Bool {
    let node = nodes[index]
    if node.isEscaped { return string(node) == key }
    return key.utf8.count == Int(node.length) && key.utf8.elementsEqual(text(node))
  }
}

/// Extensions of strict JSON that are accepted, and limits.
package struct JSONOptions: Sendable {
  /// Accepts `//` and `/* */` comments and trailing commas, as in configuration files.
  package var allowsComments = false
  /// Accepts objects with repeated keys, of which the first counts; otherwise they are an error.
  package var allowsRepeatedKeys = false
  /// How deep arrays and objects may nest.
  package var maximumDepth = 128

  package init() {}

  package static let strict = JSONOptions()
  package static let configuration: JSONOptions = {
    var options = JSONOptions()
    options.allowsComments = true
    return options
  }()
}

/// Reads one value into nodes, from front to back.
struct JSONTreeBuilder {
  private(set) var scanner: JSONScanner
  private(set) var nodes: [JSONTree.Node] = []
  private let options: JSONOptions
  /// The objects and arrays that are not closed yet.
  private var open: [Container] = []

  private struct Container {
    var index: Int
    var isObject: Bool
    var keyCount = 0
    /// The keys of an object that has many.
    var keys: Set<String> = []
  }

  /// Up to this number of keys, comparing them one by one is faster than hashing.
  private static let fewKeys = 16

  init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int, _ options: JSONOptions) {
    scanner = JSONScanner(bytes, at: position, allowsComments: options.allowsComments)
    self.options = options
    nodes.reserveCapacity(min((bytes.count - position) / 12, 4_096))
  }

  mutating func build() throws(JSONError) {
    while true {
      try scanner.skipSpace()
      if try opens() { continue }
      if try closes() { return }
    }
  }

  /// Reads a scalar or an empty container, or opens a container and reads the first key of an
  /// object. Returns whether a value has to follow.
  private mutating func opens() throws(JSONError) -> Bool {
    let start = scanner.position
    switch scanner.next {
    case UInt8(ascii: "{"): return try container(isObject: true)
    case UInt8(ascii: "["): return try container(isObject: false)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t") where scanner.take(word: "true"): append(.boolean, from: start)
    case UInt8(ascii: "f") where scanner.take(word: "false"): append(.boolean, from: start)
    case UInt8(ascii: "n") where scanner.take(word: "null"): append(.null, from: start)
    case nil: throw scanner.error("the text ends where a value is expected")
    default:
      try scanner.number()
      append(.number, from: start)
    }
    return false
  }

  private mutating func container(isObject: Bool) throws(JSONError) -> Bool {
    guard open.count < options.maximumDepth else {
      throw scanner.error("nested more than \(options.maximumDepth) deep")
    }
    open.append(Container(index: nodes.count, isObject: isObject))
    nodes.append(
      JSONTree.Node(kind: isObject ? .object : .array, start: Int32(scanner.position)))
    scanner.position += 1
    try scanner.skipSpace()
    if scanner.take(isObject ? "}" : "]") {
      close()
      return false
    }
    if isObject { try key() }
    return true
  }

  private mutating func close() {
    guard let index = open.popLast()?.index else { return }
    nodes[index].end = Int32(nodes.count)
    nodes[index].length = Int32(scanner.position) - nodes[index].start
  }

  /// Skips the closing brackets after a value, or a comma and the next key. Returns whether the
  /// text is complete.
  private mutating func closes() throws(JSONError) -> Bool {
    while let container = open.last {
      let closing: Unicode.Scalar = container.isObject ? "}" : "]"
      try scanner.skipSpace()
      if scanner.take(",") {
        try scanner.skipSpace()
        guard options.allowsComments, scanner.next == UInt8(ascii: closing) else {
          if container.isObject { try key() }
          return false
        }
      }
      guard scanner.take(closing) else { throw scanner.error("expected `,` or `\(closing)`") }
      close()
    }
    return true
  }

  private mutating func key() throws(JSONError) {
    guard scanner.next == UInt8(ascii: "\"") else {
      throw scanner.error("expected a key in quotes")
    }
    let start = scanner.position
    try string()
    if !options.allowsRepeatedKeys, isRepeated() {
      throw scanner.error("`\(text(nodes[nodes.count - 1]))` is given twice", at: start)
    }
    try scanner.takeColon()
  }

  /// Whether the object already has the key that was just read.
  private mutating func isRepeated() -> Bool {
    let last = open.count - 1
    let key = nodes[nodes.count - 1]
    open[last].keyCount += 1
    if open[last].keyCount > Self.fewKeys {
      if open[last].keys.isEmpty { open[last].keys = Set(keys(of: last).map(text)) }
      return !open[last].keys.insert(text(key)).inserted
    }
    return keys(of: last).contains { isEqual($0, key) }
  }

  /// The keys of an open object except the newest.
  private func keys(of container: Int) -> [JSONTree.Node] {
    var keys: [JSONTree.Node] = []
    var index = open[container].index + 1
    while index < nodes.count - 1 {
      keys.append(nodes[index])
      index = Int(nodes[index + 1].end)
    }
    return keys
  }

  private func isEqual(_ one: JSONTree.Node, _ other: JSONTree.Node) -> Bool {
    if one.isEscaped || other.isEscaped { return text(one) == text(other) }
    return one.length == other.length && raw(one).elementsEqual(raw(other))
  }

  private func raw(_ node: JSONTree.Node) -> Slice<UnsafeBufferPointer<UInt8>> {
    scanner.bytes[Int(node.start)..<Int(node.start + node.length)]
  }

  private func text(_ key: JSONTree.Node) -> String { JSONScanner.decoded(raw(key), key.isEscaped) }

  private mutating func string() throws(JSONError) {
    let (text, isEscaped) = try scanner.string()
    nodes.append(
      JSONTree.Node(
        kind: .string, isEscaped: isEscaped, start: Int32(text.lowerBound),
        length: Int32(text.count), end: Int32(nodes.count + 1)))
  }

  private mutating func append(_ kind: JSONTree.Kind, from start: Int) {
    nodes.append(
      JSONTree.Node(
        kind: kind, start: Int32(start), length: Int32(scanner.position - start),
        end: Int32(nodes.count + 1)))
  }
}
