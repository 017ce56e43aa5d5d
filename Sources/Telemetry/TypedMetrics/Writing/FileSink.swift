internal import Foundation

/// Lines in a file that several processes may append to, read and compact at the same time.
///
/// Every append and every compaction takes an exclusive `flock` on the file. A compaction replaces
/// the file by renaming a new one. A process that then gets the lock of the old file detects that
/// it is no longer at its path, and opens the new one.
final class FileSink: MetricSink {
  private let path: String
  private let retention: MetricRetention
  private var descriptor: Int32 = -1
  /// Whether the file's directory entry is known to survive a power failure.
  private var isNameDurable = false
  /// The time of the last check of the oldest entry's age.
  private var ageChecked = Date.distantPast

  /// Opens the file, creating it if it is missing.
  init(path: String, retention: MetricRetention) throws(MetricStoreError) {
    self.path = path
    self.retention = retention
    descriptor = try POSIXFile.open(path)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func append(_ lines: [UInt8]) throws(MetricStoreError) {
    let size = try locked { (file, size) throws(MetricStoreError) in
      // A process that was killed while writing may have left an incomplete line; end it first.
      let isTorn = size > 0 && POSIXFile.byte(of: file, at: size - 1) != 0x0A
      do throws(POSIXFile.Failure) {
        if isTorn { try POSIXFile.write([0x0A], to: file) }
        try POSIXFile.write(lines, to: file)
      } catch {
        ftruncate(file, size)
        throw .cannotWrite(path: path, reason: error.reason)
      }
      return Int(size) + lines.count
    }
    compactIfDue(size)
  }

  func synchronize() throws(MetricStoreError) {
    try locked { (file, _) throws(MetricStoreError) in
      guard POSIXFile.synchronize(file) else {
        throw .cannotWrite(path: path, reason: POSIXFile.Failure.last.reason)
      }
      if !isNameDurable { POSIXFile.synchronizeFolder(of: path) }
      isNameDurable = true
    }
  }

  func pieces() throws(MetricStoreError) -> any PieceReader { try FilePieces(path) }

  func compact(_ retention: MetricRetention, now: Date) throws(MetricStoreError)
    -> MetricCompaction
  {
    try locked { (file, size) throws(MetricStoreError) in
      let replacement = try ReplacementFile(path: path, like: file)
      let result = try RetentionPass(retention, now: now).run(
        size: Int(size), reading: { () throws(MetricStoreError) in try FilePieces(path) },
        keeping: { (bytes) throws(MetricStoreError) in try replacement.append(bytes) })
      if result.removed + result.unreadable > 0 { try replacement.takePlace() }
      return result
    }
  }

  /// Compacts if the file is too large, or after each eighth of the maximum age.
  ///
  /// A failure is not reported: the lines are written, and a caller that heard of an error would
  /// write them again. The next line tries the compaction again.
  private func compactIfDue(_ size: Int) {
    let now = Date()
    let isLarge = retention.maximumBytes.map { size > $0 } ?? false
    let isOld = retention.maximumAge.map { now.timeIntervalSince(ageChecked) > $0 / 8 } ?? false
    guard isLarge || isOld, (try? compact(retention, now: now)) != nil else { return }
    ageChecked = now
  }

  /// Calls `body` with the file and its size while no other process changes it.
  private func locked<Result>(
    _ body: (Int32, off_t) throws(MetricStoreError) -> Result
  ) throws(MetricStoreError) -> Result {
    while true {
      if descriptor < 0 { descriptor = try POSIXFile.open(path) }
      guard POSIXFile.lock(descriptor) else { throw .locked(path: path) }
      if let size = POSIXFile.size(of: descriptor, ifAt: path) {
        defer { flock(descriptor, LOCK_UN) }
        return try body(descriptor, size)
      }
      close(descriptor)
      descriptor = -1
      isNameDurable = false
    }
  }
}

/// The file that a compaction writes and then renames.
private final class ReplacementFile {
  private let path: String
  private let target: String
  private var descriptor: Int32

  /// Creates the file next to the one at `path`, with the same permissions. It overwrites a
  /// leftover file of a killed process; that is safe, because the caller holds the lock.
  init(path: String, like file: Int32) throws(MetricStoreError) {
    self.path = path + ".compacting"
    target = path
    var status = stat()
    fstat(file, &status)
    descriptor = open(self.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, status.st_mode & 0o777)
    guard descriptor >= 0 else {
      throw .cannotOpen(path: self.path, reason: POSIXFile.Failure.last.reason)
    }
  }

  func append(_ bytes: [UInt8]) throws(MetricStoreError) {
    do throws(POSIXFile.Failure) {
      try POSIXFile.write(bytes, to: descriptor)
    } catch {
      throw .cannotWrite(path: path, reason: error.reason)
    }
  }

  /// Replaces the file at the path with the complete new file, atomically.
  func takePlace() throws(MetricStoreError) {
    guard POSIXFile.synchronize(descriptor), rename(path, target) == 0 else {
      throw .cannotWrite(path: path, reason: POSIXFile.Failure.last.reason)
    }
    POSIXFile.synchronizeFolder(of: target)
    close(descriptor)
    descriptor = -1
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(path)
  }
}
