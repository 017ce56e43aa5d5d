/// A door that opens and closes.
public struct Door {
  /// How far it opens, in degrees.
  public static let widest = 90

  /// How far it is open.
  public private(set) var angle = 0

  /// Opens it as far as it goes.
  public mutating func open() { angle = Self.widest }
  /// Closes it.
  public mutating func close() { angle = 0 }
}
