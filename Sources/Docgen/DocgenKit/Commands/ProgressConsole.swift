import Basics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A console that shows a progress note on a terminal after half a second without output, and erases it
/// before the output.
final class ProgressConsole: Console {
  private enum State {
    case waiting, shown, over
  }

  private let console: any Console
  private let state = Locked(State.waiting)

  /// Starts the wait. Without a note, nothing is ever shown.
  init(_ console: any Console, _ words: String?) {
    self.console = console
    guard let words, isatty(STDERR_FILENO) == 1 else { return }
    Task.detached { [weak self] in
      try? await Task.sleep(for: .milliseconds(500))
      self?.show(words)
    }
  }

  private func show(_ words: String) {
    state.withLock { state in
      guard state == .waiting else { return }
      // The results may go elsewhere: a line that is wider than this terminal could not be erased.
      let width = ProcessConsole.columns(of: STDERR_FILENO) ?? console.width
      console.put("\r\(words.prefix(max(0, width - 1)))", on: .errors)
      state = .shown
    }
  }

  /// Erases the note, and shows no other.
  func finish() {
    state.withLock { state in
      if state == .shown { console.put("\r\u{1B}[K", on: .errors) }
      state = .over
    }
  }

  func put(_ text: String, on stream: ConsoleStream) {
    finish()
    console.put(text, on: stream)
  }

  func print(_ bytes: [UInt8]) {
    finish()
    console.print(bytes)
  }

  var width: Int { console.width }
  var wantsColor: Bool { console.wantsColor }
}
