#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A new folder that only this user can read, below `$TMPDIR` or `/tmp`.
///
///     ScratchFolder("run")  ->  /tmp/docgen-run-Jz81kX
struct ScratchFolder: Sendable {
  let path: String

  /// - Throws: `FileError` if the folder cannot be created.
  init(_ purpose: String) throws(FileError) {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(FileSystem.unseenAbsolute(base))/docgen-\(purpose)-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw FileError("create", base) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes the folder with everything in it.
  func remove() { FileSystem.removeFolder(path) }
}
