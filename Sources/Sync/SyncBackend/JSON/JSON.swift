/// A JSON value as the server keeps it: objects in the order written, numbers as they were spelt.
///
/// `1.0` stays `1.0` and `10000000000000000001` keeps all its digits, so a property that one client
/// writes reaches the next one unchanged.
enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// A number by its spelling.
  case number(String)
  case string(String)
  case array([JSON])
  case object(JSONObject)
  /// Text that is JSON already: what the change log has stored.
  case encoded(String)
}

/// A JSON object: names in the order written, each once.
struct JSONObject: Hashable, Sendable {
  private(set) var members: [(name: String, value: JSON)] = []

  init() {}

  init(_ members: KeyValuePairs<String, JSON?>) {
    for (name, value) in members {
      if let value { append(name, value) }
    }
  }

  /// The value of a name; the null that is written differs from the name that is absent.
  subscript(name: String) -> JSON? {
    members.first { $0.name == name }?.value
  }

  mutating func append(_ name: String, _ value: JSON) {
    members.append((name, value))
  }

  static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members.elementsEqual(right.members) { $0.name == $1.name && $0.value == $1.value }
  }

  func hash(into hasher: inout Hasher) {
    for member in members {
      hasher.combine(member.name)
      hasher.combine(member.value)
    }
  }
}

extension JSON {
  init(_ number: Int64) { self = .number(String(number)) }

  init(_ number: Int) { self = .number(String(number)) }

  /// A finite number; anything else is null, which is all that JSON has for it.
  init(_ number: Double) { self = number.isFinite ? .number(number.description) : .null }

  init(_ text: String) { self = .string(text) }

  /// What kind of value it is, in words for a message.
  var kind: String {
    switch self {
    case .null: "null"
    case .boolean: "a truth value"
    case .number: "a number"
    case .string: "text"
    case .array: "an array"
    case .object, .encoded: "an object"
    }
  }
}
