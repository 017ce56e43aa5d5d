/// Writes a change: the members that it names, or all of them.
///
///     {"notes": null}                 names ["notes"]
///     {"notes": null, "icon": "x"}    names nil
struct PartialEncodingContainer<Key: CodingKey> {
  private var container: KeyedEncodingContainer<Key>
  private let names: Set<String>?

  init(_ encoder: any Encoder, keyedBy type: Key.Type, only names: Set<String>?) {
    container = encoder.container(keyedBy: type)
    self.names = names
  }

  /// Writes a member that the change names; null if it has no value.
  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    if names?.contains(key.stringValue) == false { return }
    try container.encode(value, forKey: key)
  }
}

extension KeyedDecodingContainer where Key: CaseIterable {
  /// The names of the members; `nil` if none is missing.
  var partialNames: Set<String>? {
    if Key.allCases.allSatisfy(contains) { return nil }
    return Set(allKeys.map(\.stringValue))
  }

  /// A member that only a partial change may leave out.
  func decode<Value: Decodable>(
    _ type: Value.Type, forKey key: Key, orMissing value: Value
  ) throws -> Value {
    contains(key) ? try decode(type, forKey: key) : value
  }
}
