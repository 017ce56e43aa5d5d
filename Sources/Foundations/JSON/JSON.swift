/// A JSON value without a position: objects keep their order, and numbers keep their spelling.
///
///     ["uri": .text(uri), "version": version.map { .integer($0) }, "diagnostics": []]
///
/// `1.0` stays `1.0`, and `10000000000000000001` keeps all its digits. A literal leaves out members
/// whose value is `nil`.
package indirect enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number in its original spelling.
  case number(String)
  case text(String)
  case array([JSON])
  case object(JSONObject)
  /// Text that is already JSON.
  case encoded(String)
}

/// A JSON object: keys in their original order. Writers add each key once.
package struct JSONObject: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSON

    package init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }
  }

  package private(set) var members: [Member] = []

  package init() {}

  package init(_ members: [Member]) { self.members = members }

  /// Leaves out members whose value is `nil`.
  package init(_ members: KeyValuePairs<String, JSON?>) {
    for (key, value) in members {
      if let value { append(key, value) }
    }
  }

  /// The value of a key; an explicit null differs from a missing key.
  package subscript(key: String) -> JSON? { members.first { $0.key == key }?.value }

  package mutating func append(_ key: String, _ value: JSON) {
    members.append(Member(key: key, value: value))
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral elements: (String, JSON?)...) {
    self = .object(
      JSONObject(
        elements.compactMap { key, value in
          value.map { JSONObject.Member(key: key, value: $0) }
        }))
  }

  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSON {
  package static func texts(_ texts: [String]) -> JSON { .array(texts.map { .text($0) }) }

  /// `true`, or `nil` so that the member is left out.
  package static func flag(_ isSet: Bool) -> JSON? { isSet ? .boolean(true) : nil }

  package static func integer(_ number: some BinaryInteger) -> JSON { .number(String(number)) }

  /// A finite number; infinities and NaN become null, since JSON cannot express them.
  package init(_ number: Double) { self = number.isFinite ? .number(number.description) : .null }

  /// The value of a node, without its position.
  package init(_ node: JSONNode) {
    if let text = node.textValue {
      self = .text(text)
    } else if let number = node.numberText {
      self = .number(number)
    } else if let flag = node.flagValue {
      self = .boolean(flag)
    } else if node.isArray {
      self = .array(node.elements.map { JSON($0) })
    } else if node.isObject {
      self = .object(
        JSONObject(node.members.map { JSONObject.Member(key: $0.key, value: JSON($0.node)) }))
    } else {
      self = .null
    }
  }

  /// `nil` for an empty array, so that the member is left out.
  package var unlessEmpty: JSON? { self == [] ? nil : self }

  /// The value of a member; `nil` if this is not an object or lacks the key.
  package subscript(key: String) -> JSON? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  /// Compact UTF-8; equal values have equal bytes.
  ///
  ///     (["a": 1, "b": [true]] as JSON).encoded  ->  {"a":1,"b":[true]}
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }

  package var encoded: String { String(decoding: bytes, as: UTF8.self) }

  /// The kind of value in words: `a string`.
  package var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .text: "a string"
    case .array: "an array"
    case .object, .encoded: "an object"
    }
  }
}

extension JSONWriter {
  package mutating func write(_ value: JSON) {
    switch value {
    case .null: null()
    case .boolean(let flag): boolean(flag)
    case .number(let spelling): raw(spelling)
    case .text(let text): string(text)
    case .encoded(let text): raw(text)
    case .array(let elements):
      beginArray()
      for element in elements { write(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        key(member.key)
        write(member.value)
      }
      endObject()
    }
  }
}
