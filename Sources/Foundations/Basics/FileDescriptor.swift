#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes to open file descriptors.
package enum FileDescriptor {
  /// Writes all bytes; returns whether that succeeded.
  ///
  /// Continues after partial writes and after interruption by a signal; a full pipe blocks.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var offset = 0
    while offset < bytes.count {
      guard let base = bytes.baseAddress else { return true }
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, base + offset, bytes.count - offset)
      #elseif canImport(Musl)
        let count = Musl.write(descriptor, base + offset, bytes.count - offset)
      #else
        let count = Darwin.write(descriptor, base + offset, bytes.count - offset)
      #endif
      if count < 0, errno != EINTR { return false }
      offset += max(count, 0)
    }
    return true
  }
}
