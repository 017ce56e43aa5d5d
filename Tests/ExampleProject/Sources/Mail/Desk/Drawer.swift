/// Letters that wait.
public struct Drawer: Sendable {
  private var letters: [Letter] = []

  /// Creates it.
  public init() {}

  /// Adds a letter.
  public mutating func put(_ letter: Letter) { letters.append(letter) }
}
