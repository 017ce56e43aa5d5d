/// A set of names that may grow: a name that this version does not know is kept as it is.
///
/// Reading `"calendar"` where only `manual` and `imported` are known gives
/// `unrecognized("calendar")`, and writing that gives `"calendar"` again.
public protocol OpenEnum: RawRepresentable, FieldScalar where RawValue == String {
  /// The value with this name, known or not.
  init(rawValue: String)
}

extension OpenEnum {
  /// Reads a name.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
