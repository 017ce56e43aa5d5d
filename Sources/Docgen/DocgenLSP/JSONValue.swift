package import Traces

/// A JSON value to send: written as a literal, members without a value left out.
///
///     ["uri": .text(uri), "version": version.map { .integer($0) }, "diagnostics": []]
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case array([JSONValue])
  /// In the order in which they are written.
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSONValue?)...) {
    self = .object(elements.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue {
  /// What was received, to be sent back.
  package init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .array(let elements): self = .array(elements.map { JSONValue($0) })
    case .object(let members):
      self = .object(members.map { Member(key: $0.key, value: JSONValue($0.node)) })
    }
  }

  /// The value of a member, where this is an object that has it.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// Compact UTF-8.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.bytes
  }

  private func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .boolean(let flag): writer.boolean(flag)
    case .integer(let number): writer.integer(number)
    case .number(let number): writer.number(number)
    case .text(let text): writer.string(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

/// Reading what a client has sent: a value of another type counts as none.
extension JSONNode {
  package var textValue: String? { if case .text(let text) = value { text } else { nil } }
  package var integerValue: Int? { if case .integer(let number) = value { number } else { nil } }
  package var flagValue: Bool? { if case .boolean(let flag) = value { flag } else { nil } }
  package var isNull: Bool { value == .null }

  package var elements: [JSONNode] {
    if case .array(let elements) = value { elements } else { [] }
  }

  /// A value some levels down: `node["a", "b"]`.
  package subscript(path: String...) -> JSONNode? {
    path.reduce(Optional(self)) { node, key in node?[key] }
  }
}
