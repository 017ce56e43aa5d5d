/// The value of one property of an event, with its type at the time of entry.
public struct PropertyValue: Hashable, Codable, Sendable {
  /// The type.
  public var type: PropertyType
  /// The value.
  public var value: JSONValue

  /// Creates a value.
  public init(type: PropertyType, value: JSONValue) {
    self.type = type
    self.value = value
  }
}
