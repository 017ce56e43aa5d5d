// The JSON module reads and writes JSON with positions, for messages that point into a file.
//
// `JSONScanner` skips tokens, `JSONTreeBuilder` writes them into one flat array (`JSONTree`), and
// `JSONNode` is a view of one value in it: a reference and an index, without a copy of the text.
// Strings and numbers are decoded only when they are asked for. `JSON` is the other representation,
// a value without positions, for text that is to be written; `JSONWriter` writes both tokens and
// values.
//
// Foundation's decoder is not used: it gives no positions, loses the order of keys and the spelling
// of numbers, and Foundation itself would triple the size of an archive of docgen.

/// A JSON value with its position in the text that it was read from, so that a message can point at
/// it.
///
/// Two nodes are equal if their values are, wherever they are in a text.
///
/// Looking up a member is a linear search among the members, and each passed value is skipped in
/// one step by its `end`.
package struct JSONNode: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    /// A number that is not whole or too large for `Int`.
    case number(Double)
    case text(String)
    case array([JSONNode])
    /// Members in their original order.
    case object([JSONMember])
  }

  private let tree: JSONTree
  private let index: Int

  private var node: JSONTree.Node { tree.nodes[index] }

  /// Reads a text that consists of one value. Offsets are those of the slice.
  package static func parse(
    _ bytes: ArraySlice<UInt8>, _ options: JSONOptions = .strict
  ) throws(JSONError) -> JSONNode {
    var position = bytes.startIndex
    let node = try JSONNode(bytes, at: &position, options)
    if var failure = failure(after: bytes[position...], options) {
      failure.offset += position
      throw failure
    }
    return node
  }

  /// The error in the rest of a text, which may contain only white space; `nil` if there is none.
  private static func failure(
    after rest: ArraySlice<UInt8>, _ options: JSONOptions
  ) -> JSONError? {
    rest.withUnsafeBufferPointer { rest in
      var scanner = JSONScanner(rest, allowsComments: options.allowsComments)
      do throws(JSONError) {
        try scanner.skipSpace()
        return scanner.next == nil ? nil : scanner.error("unexpected text after the value")
      } catch {
        return error
      }
    }
  }

  /// Reads the value that begins at or after `position`, and moves `position` to its end.
  ///
  /// Several values may follow one another in a text, such as one for each line. After an error,
  /// `position` is the place where reading stopped.
  package init(
    _ bytes: ArraySlice<UInt8>, at position: inout Int, _ options: JSONOptions
  ) throws(JSONError) {
    guard bytes.count < Int32.max else {
      throw JSONError(offset: bytes.startIndex, reason: "the text has more than 2 GB")
    }
    let start = position - bytes.startIndex
    let (builder, failure) = bytes.withUnsafeBufferPointer { buffer in
      var builder = JSONTreeBuilder(buffer, at: start, options)
      do throws(JSONError) {
        try builder.build()
        return (builder, JSONError?.none)
      } catch {
        return (builder, error)
      }
    }
    position = bytes.startIndex + builder.scanner.position
    if var failure {
      failure.offset += bytes.startIndex
      throw failure
    }
    tree = JSONTree(bytes, builder.nodes)
    index = 0
  }

  private init(_ tree: JSONTree, _ index: Int) {
    self.tree = tree
    self.index = index
  }

  /// A null that is not part of any text.
  package static let absent = JSONNode(
    JSONTree([], [JSONTree.Node(kind: .null, start: 0, end: 1)]), 0)

  /// Offset of the first byte.
  package var start: Int { tree.bytes.startIndex + Int(node.start) - (isString ? 1 : 0) }

  /// Offset after the last byte.
  package var end: Int {
    tree.bytes.startIndex + Int(node.start + node.length) + (isString ? 1 : 0)
  }

  package var value: Value {
    switch node.kind {
    case .null: .null
    case .boolean: .boolean(flagValue == true)
    case .string: .text(tree.string(node))
    case .number: integerValue.map { .integer($0) } ?? .number(doubleValue ?? 0)
    case .array: .array(elements)
    case .object: .object(members)
    }
  }

  /// The value of the member with this key; `nil` if this is not an object or lacks the key.
  package subscript(key: String) -> JSONNode? {
    guard isObject else { return nil }
    var child = index + 1
    while child < Int(node.end) {
      if tree.isEqual(child, to: key) { return JSONNode(tree, child + 1) }
      child = Int(tree.nodes[child + 1].end)
    }
    return nil
  }

  /// A value several levels down: `node["a", "b"]`.
  package subscript(path: String...) -> JSONNode? {
    path.reduce(Optional(self)) { node, key in node?[key] }
  }

  /// The kind of value in words: `a string`.
  package var kind: String {
    switch node.kind {
    case .null: "null"
    case .boolean: "true or false"
    case .number: integerValue == nil ? "a number" : "a whole number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  package static func == (left: JSONNode, right: JSONNode) -> Bool { left.value == right.value }
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

// MARK: - Reading

/// Each accessor returns `nil` or an empty array for a value of another type.
extension JSONNode {
  package var isObject: Bool { node.kind == .object }
  package var isArray: Bool { node.kind == .array }
  package var isString: Bool { node.kind == .string }
  package var isNull: Bool { node.kind == .null }

  package var textValue: String? { isString ? tree.string(node) : nil }

  /// A whole number that fits into an `Int`.
  package var integerValue: Int? { numberText.flatMap { Int($0) } }

  package var doubleValue: Double? { numberText.flatMap { Double($0) } }

  package var flagValue: Bool? {
    node.kind == .boolean ? tree.text(node).first == UInt8(ascii: "t") : nil
  }

  /// A number in its original spelling.
  package var numberText: String? {
    node.kind == .number ? String(decoding: tree.text(node), as: UTF8.self) : nil
  }

  /// Calls `body` with the bytes of a string between its quotes; returns `nil` if it has escapes.
  package func withPlainBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result?) -> Result? {
    guard isString, !node.isEscaped else { return nil }
    return tree.text(node).withUnsafeBufferPointer(body)
  }

  /// Calls `body` with the bytes of each string at or below this value, including keys, that has at
  /// least two and at most `length` bytes.
  package func forEachString(upTo length: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    for node in tree.nodes[index..<Int(node.end)]
    where node.kind == .string && node.length > 1 && node.length <= length {
      if node.isEscaped {
        var text = tree.string(node)
        text.withUTF8(body)
      } else {
        tree.text(node).withUnsafeBufferPointer(body)
      }
    }
  }

  /// The first `count` bytes of the value's text; a string's opening quote is left out.
  package func excerpt(_ count: Int) -> String {
    let start = tree.bytes.startIndex + Int(node.start)
    return String(decoding: tree.bytes[start...].prefix(count), as: UTF8.self)
  }

  package var elements: [JSONNode] {
    var elements: [JSONNode] = []
    forEachElement { elements.append($0) }
    return elements
  }

  package var members: [JSONMember] {
    var members: [JSONMember] = []
    forEachMember { key, node in
      members.append(JSONMember(key: tree.string(key.node), keyStart: key.start, node: node))
    }
    return members
  }

  /// Calls `body` with each key and value of an object.
  package func forEachMember(_ body: (JSONNode, JSONNode) -> Void) {
    guard isObject else { return }
    var child = index + 1
    while child < Int(node.end) {
      body(JSONNode(tree, child), JSONNode(tree, child + 1))
      child = Int(tree.nodes[child + 1].end)
    }
  }

  /// Calls `body` with each element of an array.
  package func forEachElement(_ body: (JSONNode) -> Void) {
    guard isArray else { return }
    var child = index + 1
    while child < Int(node.end) {
      body(JSONNode(tree, child))
      child = Int(tree.nodes[child].end)
    }
  }
}

/// One `"key": value` of an object.
package struct JSONMember: Hashable, Sendable {
  package var key: String
  package var keyStart: Int
  package var node: JSONNode

  package static func == (left: JSONMember, right: JSONMember) -> Bool {
    left.key == right.key && left.node == right.node
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(node)
  }
}
