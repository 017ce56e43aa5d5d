#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The reason why a file could not be read or written, in the system's own words.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  /// `read`, `write`, `list`
  package var operation: String
  package var reason: String

  init(_ operation: String, _ path: String, code: Int32 = errno) {
    self.operation = operation
    self.path = path
    self.reason = String(cString: strerror(code))
  }

  init(_ operation: String, _ path: String, reason: String) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  package var description: String { "cannot \(operation) `\(path)`: \(reason)" }
}

/// Reads, lists and replaces files with the system's own calls.
///
/// Functions with `unseen` in their names leave no record. All others are recorded by
/// `FileAccessRecorder`, so that a cached result can be discarded when an answer would differ
/// today.
package enum FileSystem {
  package enum Kind: String, Sendable {
    case file, folder, other
  }

  /// The complete content of a regular file, without a record in `FileAccessRecorder`: for caches.
  ///
  /// - Throws: `FileError` for a missing or unreadable file, for folders, pipes and devices, and
  ///   for a file that grew during reading.
  static func unseenRead(_ path: String) throws(FileError) -> [UInt8] {
    // A pipe without a writer is refused below, without waiting for it.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError("read", path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError("read", path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError("read", path, reason: "it is not a regular file")
    }
    let expected = Int(status.st_size)
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: expected + 1) { buffer, count in
      while count < buffer.count {
        guard let base = buffer.baseAddress else { return }
        let received = Self.read(descriptor, base + count, count: buffer.count - count)
        if received < 0 { failure = errno }
        if received <= 0 { return }
        count += received
        // A read of a regular file that returns less than requested is at its end.
        if count == expected { return }
      }
    }
    if failure != 0 { throw FileError("read", path, code: failure) }
    if bytes.count > expected {
      throw FileError("read", path, reason: "it grew while it was read")
    }
    return bytes
  }

  private static func read(
    _ descriptor: Int32, _ base: UnsafeMutablePointer<UInt8>, count: Int
  ) -> Int {
    while true {
      #if canImport(Glibc)
        let received = Glibc.read(descriptor, base, count)
      #elseif canImport(Musl)
        let received = Musl.read(descriptor, base, count)
      #else
        let received = Darwin.read(descriptor, base, count)
      #endif
      if received >= 0 || errno != EINTR { return received }
    }
  }

  /// The size of a regular file in bytes; `nil` if it does not exist.
  static func size(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Whether the entry itself is a symbolic link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  static func unseenKind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Creates a folder and missing folders above it.
  package static func makeFolder(_ path: String) throws(FileError) {
    if unseenKind(of: path) == .folder { return }
    if let slash = path.dropLast().lastIndex(of: "/"), slash != path.startIndex {
      try makeFolder(String(path[..<slash]))
    }
    guard mkdir(path, 0o777) == 0 || unseenKind(of: path) == .folder else {
      throw FileError("write", path)
    }
  }

  static func unseenNames(in folder: String) throws(FileError) -> [String] {
    try unseenEntries(in: folder).map(\.name)
  }

  /// Names in a folder, sorted by their bytes, with their kinds; `nil` if the listing does not have
  /// the kind, as for links.
  static func unseenEntries(
    in folder: String
  ) throws(FileError) -> [(name: String, kind: Kind?)] {
    guard let stream = opendir(folder) else { throw FileError("list", folder) }
    defer { closedir(stream) }
    var entries: [(name: String, kind: Kind?)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      let kind: Kind? =
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_REG): .file
        case Int32(DT_DIR): .folder
        default: nil
        }
      entries.append((name, kind))
    }
    return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Replaces a file's content so that at any instant it is the old or the new one: the new file is
  /// written next to it, flushed to the disk and renamed. The mode is kept, and so is a symbolic
  /// link. A file that is not `isDurable` may be empty after a power failure.
  ///
  /// - Throws: `FileError`; the old content is then unchanged, and the temporary file is removed.
  package static func replace(
    _ path: String, with bytes: [UInt8], isDurable: Bool = true
  ) throws(FileError) {
    let target = resolved(path)
    var status = stat()
    let mode = stat(target, &status) == 0 ? status.st_mode & 0o7777 : 0o644
    var template = Array((target + ".docgen-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    let temporary = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    guard descriptor >= 0 else { throw FileError("write", path) }
    do throws(FileError) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor, path)
      guard fchmod(descriptor, mode) == 0, !isDurable || fsync(descriptor) == 0 else {
        throw FileError("write", path)
      }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, target) == 0 else {
      let failure = FileError("write", path)
      unlink(temporary)
      throw failure
    }
  }

  /// Removes files that killed runs have left next to a file while they replaced it. No other run
  /// may be writing it.
  static func removeLeftovers(of path: String) {
    let parts = resolved(path).split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let start = (parts.last ?? "") + ".docgen-"
    for name in (try? names(in: folder)) ?? [] where name.hasPrefix(start) {
      if name.utf8.count == start.utf8.count + 6 { unlink(folder + "/" + name) }
    }
  }

  /// Removes a file; a missing file, and one that cannot be removed, are ignored.
  static func remove(_ path: String) { unlink(path) }

  /// Removes one of docgen's folders with its contents; links in it are not followed.
  static func removeFolder(_ path: String) {
    for name in (try? unseenNames(in: path)) ?? [] {
      if unlink(path + "/" + name) != 0 { removeFolder(path + "/" + name) }
    }
    rmdir(path)
  }

  /// Writes a file that must not exist yet.
  static func create(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileError("write", path) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, path)
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(FileError) {
    var offset = 0
    while offset < bytes.count {
      let written = bytes.withUnsafeBytes { buffer -> Int in
        guard let base = buffer.baseAddress else { return 0 }
        #if canImport(Glibc)
          return Glibc.write(descriptor, base + offset, buffer.count - offset)
        #elseif canImport(Musl)
          return Musl.write(descriptor, base + offset, buffer.count - offset)
        #else
          return Darwin.write(descriptor, base + offset, buffer.count - offset)
        #endif
      }
      if written < 0 {
        if errno == EINTR { continue }
        throw FileError("write", path)
      }
      offset += written
    }
  }

  /// The path of the nearest file of that name, in a folder or in one above it.
  static func nearest(_ name: String, from folder: String) -> String? {
    var current = absolute(folder)
    while true {
      let candidate = (current == "/" ? "" : current) + "/" + name
      if kind(of: candidate) != nil { return candidate }
      guard let slash = current.lastIndex(of: "/"), current != "/" else { return nil }
      current = slash == current.startIndex ? "/" : String(current[..<slash])
    }
  }

  /// The file that a path names, symbolic links followed.
  private static func resolved(_ path: String) -> String {
    guard let pointer = realpath(path, nil) else { return path }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  static func unseenAbsolute(_ path: String) -> String { resolved(path) }
}

extension [UInt8] {
  /// Whether a text occurs in the bytes. All sources are searched in each check, so it must be fast.
  func contains(text: String) -> Bool {
    let word = Array(text.utf8)
    return withUnsafeBytes { bytes in
      word.withUnsafeBytes { word in
        guard let start = bytes.baseAddress, let first = word.first, let letters = word.baseAddress
        else { return false }
        var place = 0
        while place + word.count <= bytes.count,
          let found = memchr(start + place, Int32(first), bytes.count - word.count - place + 1)
        {
          if memcmp(found, letters, word.count) == 0 { return true }
          place = UnsafeRawPointer(found) - start + 1
        }
        return false
      }
    }
  }
}
