/// The value of one property of an event, with the kind it was entered as.
public struct PropertyValue: Hashable, Codable, Sendable {
  /// The kind.
  public var type: PropertyType
  /// The value.
  public var value: JSONValue

  /// Creates a value.
  public init(type: PropertyType, value: JSONValue) {
    self.type = type
    self.value = value
  }
}
