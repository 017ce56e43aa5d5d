#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps two runs from writing the same documents at once: a lock on the configuration file, which
/// the system releases when a run ends for any reason.
final class WriteLock {
  private let descriptor: Int32

  /// Takes the lock, or waits for it for some seconds.
  ///
  /// - Throws: `FileError` if another run still holds it, or the file cannot be opened.
  init(on path: String, seconds: Int = 5) throws(FileError) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("read", path) }
    descriptor = file
    for attempt in 0...(seconds * 20) {
      if attempt > 0 { usleep(50_000) }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return }
      // Some file systems have no locks: then the run continues without one.
      if errno != EWOULDBLOCK && errno != EINTR { return }
    }
    throw FileError(
      "write", path, reason: "another docgen is writing the documents of this project")
  }

  deinit { close(descriptor) }
}
