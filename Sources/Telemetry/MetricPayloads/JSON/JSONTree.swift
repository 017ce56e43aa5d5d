/// A JSON text, read once into a flat list of nodes. No recursion, so no depth of nesting can
/// exhaust the stack, and no value is built that nobody asks for.
final class JSONTree {
  enum Kind: UInt8 { case object, array, string, number, literal }

  /// One value or key. `end` is the index behind the node and all below it.
  struct Node {
    var kind: Kind
    var isEscaped = false
    /// Where the text of a string (without quotes), number or literal stands.
    var start: Int32
    var length: Int32
    var end: Int32
  }

  let bytes: [UInt8]
  let nodes: [Node]

  /// Reads the value that begins at or behind `position`, and moves `position` behind it.
  init(_ bytes: [UInt8], at position: inout Int) throws(JSONFailure) {
    self.bytes = bytes
    guard bytes.count < Int32.max else { throw JSONFailure(offset: 0, reason: "more than 2 GB") }
    var found: [Node] = []
    found.reserveCapacity((bytes.count - position) / 12)
    var parser = JSONTreeParser(position: position)
    let failure: JSONFailure? = bytes.withUnsafeBufferPointer { bytes in
      do throws(JSONFailure) {
        try parser.parse(bytes, into: &found)
        return nil
      } catch {
        return error
      }
    }
    nodes = found
    position = parser.position
    if let failure { throw failure }
  }

  var root: JSONView { JSONView(tree: self, index: 0) }
}

/// Where a text stops being JSON.
struct JSONFailure: Error, Hashable {
  /// In bytes from the start.
  var offset: Int
  var reason: String
}

/// A value within a tree.
struct JSONView {
  let tree: JSONTree
  let index: Int

  private var node: JSONTree.Node { tree.nodes[index] }
  var isObject: Bool { node.kind == .object }
  var isArray: Bool { node.kind == .array }
  var isString: Bool { node.kind == .string }
  /// Where its text begins in the file, in bytes.
  var offset: Int { Int(node.start) }

  /// The value of a key of an object; the first, if the key is there twice.
  subscript(_ key: StaticString) -> JSONView? {
    guard isObject else { return nil }
    var child = index + 1
    while child < Int(node.end) {
      if tree.isEqual(child, key) { return JSONView(tree: tree, index: child + 1) }
      child = Int(tree.nodes[child + 1].end)
    }
    return nil
  }

  /// Calls with each key and value of an object.
  func forEachMember(_ body: (JSONView, JSONView) -> Void) {
    guard isObject else { return }
    var child = index + 1
    while child < Int(node.end) {
      body(JSONView(tree: tree, index: child), JSONView(tree: tree, index: child + 1))
      child = Int(tree.nodes[child + 1].end)
    }
  }

  /// Calls with each element of an array.
  func forEachElement(_ body: (JSONView) -> Void) {
    guard isArray else { return }
    var child = index + 1
    while child < Int(node.end) {
      body(JSONView(tree: tree, index: child))
      child = Int(tree.nodes[child].end)
    }
  }

  /// The bytes of a string as they stand in the text; nothing if it has escapes.
  func withPlainBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result?) -> Result? {
    guard isString, !node.isEscaped else { return nil }
    return tree.bytes.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[Int(node.start)..<Int(node.start + node.length)]))
    }
  }

  /// The text of a string.
  var string: String? {
    guard isString else { return nil }
    let range = Int(node.start)..<Int(node.start + node.length)
    return node.isEscaped
      ? JSONEscapes.decoded(tree.bytes[range])
      : tree.bytes.withUnsafeBufferPointer { String(decoding: $0[range], as: UTF8.self) }
  }

  /// A number as it is written.
  private var numberText: String? {
    guard node.kind == .number else { return nil }
    return String(
      decoding: tree.bytes[Int(node.start)..<Int(node.start + node.length)], as: UTF8.self)
  }

  /// A whole number; also one written with a fraction of zero, or as a string of digits.
  var integer: Int? {
    if let text = numberText {
      return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
    }
    return string.flatMap { Int($0) }
  }

  /// The same without a sign and up to 2^64: an address.
  var unsigned: UInt64? {
    numberText.flatMap { UInt64($0) } ?? integer.flatMap { UInt64(exactly: $0) }
  }

  var number: Double? { numberText.flatMap { Double($0) } ?? string.flatMap { Double($0) } }

  var boolean: Bool? {
    guard node.kind == .literal else { return nil }
    switch tree.bytes[Int(node.start)] {
    case 0x74: return true
    case 0x66: return false
    default: return nil
    }
  }

  var isNull: Bool { node.kind == .literal && tree.bytes[Int(node.start)] == 0x6E }
}

extension JSONTree {
  fileprivate func isEqual(_ index: Int, _ key: StaticString) -> Bool {
    let node = nodes[index]
    guard Int(node.length) == key.utf8CodeUnitCount, !node.isEscaped else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      for offset in 0..<key.utf8CodeUnitCount
      where bytes[Int(node.start) + offset] != key.utf8Start[offset] {
        return false
      }
      return true
    }
  }
}
