import Basics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a program's words go.
package protocol Console: Sendable {
  /// Results, on standard output.
  func print(_ text: String)
  /// The same of any bytes.
  func print(_ bytes: [UInt8])
  /// Everything else, on standard error.
  func complain(_ text: String)
  /// Columns to fill.
  var width: Int { get }
  /// Whether results go to a terminal that wants colours.
  var wantsColor: Bool { get }
}

extension Console {
  package func print(_ bytes: [UInt8]) { print(String(decoding: bytes, as: UTF8.self)) }
}

/// The console of the running process.
package struct ProcessConsole: Console {
  package init() {}

  package func print(_ text: String) { Self.write(text, to: STDOUT_FILENO) }
  package func print(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { _ = FileDescriptor.write($0, to: STDOUT_FILENO) }
  }

  package func complain(_ text: String) { Self.write(text, to: STDERR_FILENO) }

  package var width: Int {
    max(20, min(Self.columns(of: STDOUT_FILENO) ?? 80, 120))
  }

  /// The columns of a terminal; `nil` if the descriptor is not a terminal.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// `NO_COLOR` (https://no-color.org) and a dumb terminal turn colours off.
  package var wantsColor: Bool {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    if variable("NO_COLOR")?.isEmpty == false || variable("TERM") == "dumb" { return false }
    return isatty(STDOUT_FILENO) == 1
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { _ = FileDescriptor.write(UnsafeRawBufferPointer($0), to: descriptor) }
  }
}

/// A console whose results go to standard error.
struct ErrorConsole: Console {
  let console: any Console

  func print(_ text: String) { console.complain(text) }
  func complain(_ text: String) { console.complain(text) }
  var width: Int { console.width }
  var wantsColor: Bool { false }
}
