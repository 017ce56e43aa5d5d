internal import Foundation

/// File operations that Foundation lacks.
enum POSIXFile {
  /// An error of the system.
  struct Failure: Error {
    let reason: String
    static var last: Failure { Failure(reason: String(cString: strerror(errno))) }
  }

  /// Opens a file for appending and reading, creating it if it is missing.
  static func open(_ path: String) throws(MetricStoreError) -> Int32 {
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .cannotOpen(path: path, reason: Failure.last.reason) }
    return descriptor
  }

  static func write(_ bytes: [UInt8], to file: Int32) throws(Failure) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { Foundation.write(file, $0 + written, buffer.count - written) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure.last }
      written += count
    }
  }

  static func byte(of file: Int32, at offset: off_t) -> UInt8? {
    var byte: UInt8 = 0
    return pread(file, &byte, 1, offset) == 1 ? byte : nil
  }

  /// Waits up to ten seconds for the exclusive lock of an open file, so that a stopped process
  /// cannot block this one forever.
  static func lock(_ file: Int32) -> Bool {
    var pause: UInt32 = 50
    var waited: UInt32 = 0
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR, waited < 10_000_000 else { return false }
      usleep(pause)
      waited += pause
      pause = min(pause * 2, 2_000)
    }
    return true
  }

  /// The size of an open file, if it is still the one at this path.
  static func size(of file: Int32, ifAt path: String) -> off_t? {
    var opened = stat()
    var named = stat()
    guard fstat(file, &opened) == 0, stat(path, &named) == 0, opened.st_ino == named.st_ino,
      opened.st_dev == named.st_dev
    else { return nil }
    return opened.st_size
  }

  /// Makes written data durable. On Apple platforms, `fsync` alone leaves the data in the drive's
  /// cache; it is the fallback for drives that do not support `F_FULLFSYNC`.
  static func synchronize(_ file: Int32) -> Bool {
    #if canImport(Darwin)
      if fcntl(file, F_FULLFSYNC) == 0 { return true }
    #endif
    return fsync(file) == 0
  }

  /// Makes the creation or the renaming of a file durable.
  static func synchronizeFolder(of path: String) {
    let folder = Foundation.open((path as NSString).deletingLastPathComponent, O_RDONLY)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}

/// A file's bytes at the time it was opened; later compactions, which replace the file, are not
/// visible.
final class FilePieces: PieceReader {
  private let path: String
  private let descriptor: Int32
  private let pieceSize = 1 << 18

  /// Opens the file; a missing file counts as empty.
  init(_ path: String) throws(MetricStoreError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, errno != ENOENT {
      throw .cannotRead(path: path, reason: POSIXFile.Failure.last.reason)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func next(into buffer: inout [UInt8]) throws(MetricStoreError) -> Bool {
    guard descriptor >= 0 else { return false }
    var count = 0
    let piece = [UInt8](unsafeUninitializedCapacity: pieceSize) { bytes, filled in
      count = bytes.baseAddress.map { read(descriptor, $0, pieceSize) } ?? 0
      filled = max(0, count)
    }
    if count < 0, errno != EINTR {
      throw .cannotRead(path: path, reason: POSIXFile.Failure.last.reason)
    }
    buffer += piece
    return count != 0
  }
}
