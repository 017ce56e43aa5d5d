/// A JSON value and the byte offset at which it begins, so that a complaint about it can point
/// at it.
package struct JSONNode: Hashable, Sendable {
  package indirect enum Value: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case array([JSONNode])
    /// Members in the order written; keys are unique.
    case object([JSONMember])
  }

  package var value: Value
  /// Offset of the first byte.
  package var start: Int
  /// Offset behind the last byte.
  package var end: Int

  package init(_ value: Value, start: Int, end: Int) {
    self.value = value
    self.start = start
    self.end = end
  }

  /// The member with this key, when this is an object that has it.
  package subscript(key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.node
  }

  /// What kind of value this is, in words: `a string`.
  package var kind: String {
    switch value {
    case .null: "null"
    case .boolean: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .text: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// One `"key": value` of an object.
package struct JSONMember: Hashable, Sendable {
  package var key: String
  package var keyStart: Int
  package var node: JSONNode
}

/// Why and where a text is no JSON.
package struct JSONError: Error, Hashable, Sendable {
  package var offset: Int
  /// A sentence without a full stop: ``expected `:` behind the key``.
  package var reason: String

  package init(offset: Int, reason: String) {
    self.offset = offset
    self.reason = reason
  }
}
