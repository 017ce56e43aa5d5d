/// Reads letters aloud.
public final class Player {
  enum State { case idle, playing, paused }

  private var state = State.idle

  /// Creates it.
  public init() {}

  /// Begins.
  public func play() {
    if state == .idle { state = .playing }
  }

  /// Waits.
  public func pause() {
    if state == .playing { state = .paused }
  }
}
