#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Copies files of a project into a scratch folder.
enum FileCopy {
  /// Copies a file with its permissions, or a symbolic link as a link; other entries are left out.
  static func copy(_ path: String, from root: String, to folder: String) throws(FileError) {
    let (source, target) = ("\(root)/\(path)", "\(folder)/\(path)")
    var status = stat()
    guard lstat(source, &status) == 0 else { return }
    if let slash = target.lastIndex(of: "/") { try FileSystem.makeFolder(String(target[..<slash])) }
    switch status.st_mode & S_IFMT {
    case S_IFLNK:
      var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      guard readlink(source, &name, name.count - 1) >= 0, symlink(name, target) == 0 else {
        throw FileError("copy", path)
      }
    case S_IFREG:
      try FileSystem.create(target, with: FileSystem.unseenRead(source))
      chmod(target, status.st_mode & 0o777)
    default: break
    }
  }

  /// The metadata of an entry that differ after each change: the system sets the time of a change.
  struct Identity: Hashable, Sendable {
    var number: UInt64
    var seconds: Int
    var nanoseconds: Int
  }

  static func identity(_ path: String) -> Identity? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    let time = status.changed
    return Identity(
      number: UInt64(status.st_ino), seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }

  /// Identifies the content of a file by its metadata: `nil` if it does not exist.
  static func stamp(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return
      "\(status.st_size) \(status.st_mode) \(status.modified.tv_sec) \(status.modified.tv_nsec)"
  }
}
