/// Plays a stream, one at a time.
public struct Player {
  /// Where it is in a stream.
  public enum State {
    case idle, buffering, playing, paused, failed
  }

  /// What happens to it.
  public enum Event {
    case play, buffered, pause, stop, stalled, lost, retry
  }

  /// The current state.
  public private(set) var state = State.idle

  /// Takes the transition of an event; ignores one without.
  public mutating func handle(_ event: Event) {
    switch (state, event) {
    case (.idle, .play): state = .buffering
    case (.buffering, .buffered): state = .playing
    case (.playing, .stalled): state = .buffering
    case (.playing, .pause): state = .paused
    case (.paused, .play): state = .playing
    case (.playing, .stop), (.paused, .stop): state = .idle
    case (.buffering, .lost): state = .failed
    case (.failed, .retry): state = .buffering
    default: break
    }
  }
}
