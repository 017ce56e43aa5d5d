#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A stream of bytes: standard input, or a pipe with a path.
///
/// Memory grows with the longest line and not with the stream, because bytes before the next line
/// are dropped. Not copyable, so that a descriptor is closed exactly once.
struct ByteStream: ~Copyable {
  /// The name of standard input in findings.
  static let standardInputName = "<stdin>"

  private let descriptor: Int32
  private let name: String
  private var rest: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Standard input.
  init() {
    descriptor = STDIN_FILENO
    name = Self.standardInputName
  }

  /// Opens a pipe.
  init(pipe path: String) throws(FileError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    name = path
    guard descriptor >= 0 else { throw FileError("read", path) }
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// Whether a path names a pipe, such as a shell's `<(command)`.
  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Everything up to the end.
  consuming func all() throws(FileError) -> [UInt8] {
    while try fill() {}
    return rest
  }

  /// The next line without its line feed; `nil` at the end.
  mutating func line() throws(FileError) -> [UInt8]? {
    var searched = start
    while true {
      if let end = rest[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return Array(rest[start..<end])
      }
      rest.removeFirst(start)
      start = 0
      searched = rest.count
      if try fill() { continue }
      defer { rest = [] }
      return rest.isEmpty ? nil : rest
    }
  }

  /// Reads more bytes; returns `false` at the end.
  private mutating func fill() throws(FileError) -> Bool {
    if isAtEnd { return false }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let received = receive(buffer)
      if received < 0 { failure = errno }
      count = max(received, 0)
    }
    if failure != 0 { throw FileError("read", name, code: failure) }
    isAtEnd = bytes.isEmpty
    rest += bytes
    return !isAtEnd
  }

  private func receive(_ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    while true {
      #if canImport(Glibc)
        let received = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let received = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let received = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if received >= 0 || errno != EINTR { return received }
    }
  }
}
