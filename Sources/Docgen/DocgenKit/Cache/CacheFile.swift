#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file of the cache: one that cannot be read or written is as good as none, and whatever else
/// stands in its place gives way.
enum CacheFile {
  /// What was kept; nothing where that cannot be read.
  static func read(_ path: String) -> [UInt8]? { try? FileSystem.unseenRead(path) }

  /// Keeps bytes in place of what was kept, as far as that can be.
  ///
  /// A link is replaced and never followed: what it leads to is somebody else's.
  static func keep(_ bytes: [UInt8], at path: String) {
    if !isReadableFile(path) { remove(path) }
    try? FileSystem.replace(path, with: bytes)
  }

  /// Removes what stands at a path of the cache, were it a folder.
  static func remove(_ path: String) {
    if unlink(path) != 0 { FileSystem.removeFolder(path) }
  }

  /// Whether a file stands there that its owner may read, or nothing does.
  private static func isReadableFile(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG && status.st_mode & S_IRUSR != 0
  }
}
