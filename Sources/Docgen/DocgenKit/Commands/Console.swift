import Basics
import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The output of a program.
///
/// Commands print texts through `print` and `printError`, which make names in them harmless. `put` is
/// for texts whose format escapes names itself.
///
/// Names and texts of a checkout can contain control characters that move the cursor or change
/// colors of a terminal; that is why printing without `inert` needs another function.
package protocol Console: Sendable {
  /// Writes a text unchanged.
  func put(_ text: String, on stream: ConsoleStream)
  /// Prints a document, such as HTML, unchanged unless a terminal shows it.
  func print(_ bytes: [UInt8])
  /// The available columns; 80 if the output is not a terminal.
  var width: Int { get }
  /// The columns of the terminal that shows results; `nil` if they go elsewhere.
  var terminalColumns: Int? { get }
  /// Shows what a long command is doing, until the next output.
  func showProgress(_ note: String)
  /// Whether results go to a terminal with colors.
  var wantsColor: Bool { get }
}

/// Standard output for results, and standard error for everything else.
package enum ConsoleStream: Sendable {
  case output, errors
}

extension Console {
  package var terminalColumns: Int? { nil }
  package func showProgress(_ note: String) {}

  package func print(_ bytes: [UInt8]) {
    put(String(decoding: bytes, as: UTF8.self), on: .output)
  }

  /// Prints results.
  package func print(_ text: String) { put(text.inert(), on: .output) }

  /// Prints everything else.
  package func printError(_ text: String) { put(text.inert(), on: .errors) }
}

/// The console of the running process.
package struct ProcessConsole: Console {
  package init() {}

  package func put(_ text: String, on stream: ConsoleStream) {
    var text = text
    let descriptor = stream == .output ? STDOUT_FILENO : STDERR_FILENO
    text.withUTF8 { _ = FileDescriptor.write(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  package func print(_ bytes: [UInt8]) {
    if isatty(STDOUT_FILENO) == 1 { return print(String(decoding: bytes, as: UTF8.self)) }
    bytes.withUnsafeBytes { _ = FileDescriptor.write($0, to: STDOUT_FILENO) }
  }

  package var width: Int { max(20, min(terminalColumns ?? 80, 120)) }

  package var terminalColumns: Int? { Self.columns(of: STDOUT_FILENO) }

  /// The columns of a terminal; `nil` if the descriptor is not a terminal.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// `NO_COLOR` (https://no-color.org) and a dumb terminal turn colors off.
  package var wantsColor: Bool {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    if variable("NO_COLOR")?.isEmpty == false || variable("TERM") == "dumb" { return false }
    return isatty(STDOUT_FILENO) == 1
  }
}

/// A console whose results go to standard error.
struct ErrorConsole: Console {
  let console: any Console

  func put(_ text: String, on stream: ConsoleStream) { console.put(text, on: .errors) }
  var width: Int { console.width }
  var wantsColor: Bool { false }
}
