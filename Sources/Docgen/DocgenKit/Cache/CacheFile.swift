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
