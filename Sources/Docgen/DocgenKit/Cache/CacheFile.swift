#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file of the cache. Errors are ignored, and any other entry in its place is replaced.
enum CacheFile {
  /// The stored bytes; `nil` if they cannot be read.
  static func read(_ path: String) -> [UInt8]? { try? FileSystem.unseenRead(path) }

  /// The size of a file, and a function that reads some of its bytes; `nil` if it cannot be read.
  ///
  /// If the file is replaced meanwhile, the bytes are those of the old one.
  static func reader(_ path: String) -> (size: Int, read: @Sendable (Range<Int>) -> [UInt8]?)? {
    guard let file = OpenFile(path) else { return nil }
    return (file.size, file.read)
  }

  /// Stores bytes, if possible.
  ///
  /// A link is replaced and never followed: its target is not part of the cache.
  ///
  /// Replacing is atomic, so that two runs at the same time never leave a mixed file: the last one
  /// wins. A power failure may damage a file, which its reader then ignores.
  static func keep(_ bytes: [UInt8], at path: String) {
    if !isReadableFile(path) { remove(path) }
    try? FileSystem.replace(path, with: bytes, isDurable: false)
  }

  /// Removes an entry of the cache, also a folder.
  static func remove(_ path: String) {
    if unlink(path) != 0 { FileSystem.removeFolder(path) }
  }

  /// Whether the path is free, or a file that its owner may read.
  private static func isReadableFile(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG && status.st_mode & S_IRUSR != 0
  }
}

/// A file that is open for reading.
private final class OpenFile: Sendable {
  let size: Int
  private let descriptor: Int32

  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    size = Int(status.st_size)
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// The bytes at a place; `nil` if the file is shorter.
  @Sendable func read(_ place: Range<Int>) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: place.count) { buffer, count in
      while count < place.count, let base = buffer.baseAddress {
        let received = pread(
          descriptor, base + count, place.count - count, off_t(place.lowerBound + count))
        if received > 0 { count += received } else if received == 0 || errno != EINTR { return }
      }
    }
    return bytes.count == place.count ? bytes : nil
  }
}
