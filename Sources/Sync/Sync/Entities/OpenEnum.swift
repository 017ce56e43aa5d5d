/// An extensible set of names: a name that this version does not recognize is preserved.
///
/// If only `manual` and `imported` are known, reading `"calendar"` yields
/// `unrecognized("calendar")`, which is written as `"calendar"` again.
public protocol OpenEnum: RawRepresentable, FieldScalar where RawValue == String {
  /// The case for a name, recognized or not.
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
