#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Git {
  /// Runs git and passes each line of its output without the line ending to `body` as it arrives: a
  /// history may not fit into memory.
  ///
  /// - Parameters:
  ///   - words: The arguments after `git`.
  ///   - body: Called once for each line; the buffer is valid only during the call.
  /// - Returns: Whether git ended without an error.
  func forEachLine(_ words: [String], _ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    guard let stream = start(words) else { return false }
    var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    defer { free(line) }
    while true {
      let count = getline(&line, &capacity, stream)
      guard count > 0, let line else { break }
      let bytes = UnsafeRawBufferPointer(start: line, count: count)
      let isEnded = bytes[count - 1] == UInt8(ascii: "\n")
      bytes.withMemoryRebound(to: UInt8.self) {
        body(.init(rebasing: $0.prefix(count - (isEnded ? 1 : 0))))
      }
    }
    return pclose(stream) == 0
  }
}
