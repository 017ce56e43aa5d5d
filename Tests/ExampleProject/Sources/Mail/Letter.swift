/// A letter with its state.
public struct Letter: Sendable {
  /// Where a letter is.
  public enum State: Sendable { case written, sent, delivered }

  /// The words.
  public let text: String
  /// The current state.
  public private(set) var state = State.written

  /// Creates it.
  public init(text: String) { self.text = text }

  /// Sends it.
  public mutating func send() {
    if state == .written { state = .sent }
  }
}
