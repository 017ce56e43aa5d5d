import Basics
import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A console that shows a progress note on a terminal after half a second without output, and erases it
/// before the output.
///
/// Half a second, so that fast commands show no flicker. After the first output there is no further
/// note: results and notes would mix.
final class ProgressConsole: Console {
  private enum State {
    case waiting, shown, over
  }

  private let console: any Console
  private let state: Locked<(phase: State, note: String)>

  /// Starts the wait. Without a note, nothing is ever shown.
  init(_ console: any Console, _ note: String?) {
    self.console = console
    let isVisible = note != nil && isatty(STDERR_FILENO) == 1
    state = Locked((isVisible ? .waiting : .over, note ?? ""))
    guard isVisible else { return }
    Task.detached { [weak self] in
      try? await Task.sleep(for: .milliseconds(500))
      self?.show()
    }
  }

  private func show() {
    state.withLock { state in
      guard state.phase == .waiting else { return }
      state.phase = .shown
      put(note: state.note)
    }
  }

  private func put(note: String) {
    // The results may go elsewhere: a line that is wider than this terminal could not be erased.
    let width = ProcessConsole.columns(of: STDERR_FILENO) ?? console.width
    console.put("\r\u{1B}[K\(note.inert().prefix(max(0, width - 1)))", on: .errors)
  }

  /// Replaces the note. One that comes within the first half second is shown after it.
  func showProgress(_ note: String) {
    state.withLock { state in
      state.note = note
      if state.phase == .shown { put(note: note) }
    }
  }

  /// Erases the note, and shows no other.
  func finish() {
    state.withLock { state in
      if state.phase == .shown { console.put("\r\u{1B}[K", on: .errors) }
      state.phase = .over
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
  var terminalColumns: Int? { console.terminalColumns }
  var wantsColor: Bool { console.wantsColor }
}
