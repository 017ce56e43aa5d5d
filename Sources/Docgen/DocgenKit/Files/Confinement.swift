#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that a path from a checkout may name: those of its repository, symbolic links followed,
/// without `.git`.
///
/// Every path from a configuration, a page, a listing or a link is resolved by this type before its
/// file is read or written: a stranger can write any path, and plant any link.
///
///     docs/../../secret.md          refused: outside the repository
///     docs/link.md -> /etc/passwd   refused: the link's target counts
///     .git/config                   refused
///
/// The check and the later opening are two steps; a link that changes in between is not detected.
/// That is acceptable, because whoever can change files during a run needs no trick.
package struct Confinement: Sendable {
  /// The base folder of relative paths.
  let folder: String
  /// The nearest folder upwards that has a `.git`, links followed; without one, the folder itself.
  let repository: String

  package init(_ folder: String) {
    self.folder = folder
    let start = FileSystem.unseenAbsolute(folder)
    var current = start[...]
    while !current.isEmpty, FileSystem.unseenKind(of: current + "/.git") == nil {
      current = current[..<(current.lastIndex(of: "/") ?? current.startIndex)]
    }
    repository = current.isEmpty ? start : String(current)
  }

  /// The path of the folder in the repository, with a slash at its end unless it is empty.
  var prefix: String {
    let path = FileSystem.unseenAbsolute(folder)
    return path == repository ? "" : path.dropFirst(repository.count + 1) + "/"
  }

  /// The file that a path names, links followed.
  ///
  /// - Throws: `FileError` if it is outside the repository or in its `.git`.
  func resolved(_ path: String, for operation: String) throws(FileError) -> String {
    let full = path.hasPrefix("/") ? path : folder + "/" + path
    guard let real = Self.location(of: full), contains(real) else {
      throw FileError(operation, path, reason: "it is outside the repository")
    }
    return real
  }

  /// Whether an absolute path without links is in the repository, and not in its `.git`.
  func contains(_ path: String) -> Bool {
    let start = repository.hasSuffix("/") ? repository : repository + "/"
    guard path.hasPrefix(start) else { return path == repository }
    return !path.dropFirst(start.count).split(separator: "/").contains { $0.lowercased() == ".git" }
  }

  /// The real path of an entry, or of a new entry in a folder, which may not exist yet.
  ///
  /// Missing parts are kept as written, except that `..` after a missing folder is refused with
  /// `nil`.
  private static func location(of path: String) -> String? {
    if let pointer = realpath(path, nil) {
      defer { free(pointer) }
      return String(cString: pointer)
    }
    guard let slash = path.lastIndex(of: "/"), path.count > 1 else { return path }
    let name = path[path.index(after: slash)...]
    guard name != "..", let parent = location(of: String(path[..<slash])) else { return nil }
    return name.isEmpty || name == "." ? parent : parent + "/" + name
  }
}

extension Confinement {
  func read(_ path: String) throws(FileError) -> [UInt8] {
    _ = try resolved(path, for: "read")
    return try FileSystem.read(folder + "/" + path)
  }

  /// The content of a file of at most `limit` bytes.
  func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
    _ = try resolved(path, for: "read")
    return try FileSystem.read(path.hasPrefix("/") ? path : folder + "/" + path, atMost: limit)
  }

  /// The kind of an entry; `nil` also for one outside the repository.
  func kind(of path: String) -> FileSystem.Kind? {
    guard (try? resolved(path, for: "read")) != nil else { return nil }
    return FileSystem.kind(of: folder + "/" + path)
  }

  /// The names in a folder; an empty array for a folder outside the repository.
  func names(in path: String) -> [String] {
    guard (try? resolved(path, for: "list")) != nil else { return [] }
    return (try? FileSystem.names(in: folder + "/" + path)) ?? []
  }

  /// Replaces a file of the repository; see `FileSystem.replace`.
  func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try FileSystem.replace(resolved(path, for: "write"), with: bytes)
  }

  /// Replaces a file of the repository, whose folder may be missing.
  func create(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let file = try resolved(path, for: "write")
    try FileSystem.makeFolder(Self.parent(file))
    try FileSystem.replace(file, with: bytes)
  }

  /// Checks a path of the command line. Outside the repository the user may name any file; inside,
  /// links could have been planted.
  ///
  /// - Throws: `FileError` if a link leads out of the repository. A file that is to be created must not
  ///   be a link at all: its target would be overwritten.
  static func check(
    operand path: String, for operation: String, isCreated: Bool = false,
    from folder: String = "."
  ) throws(FileError) {
    let start = FileSystem.unseenAbsolute(folder)
    let full = lexical(path.hasPrefix("/") ? path : start + "/" + path)
    let repository = Confinement(start)
    guard repository.contains(full) || repository.contains(FileSystem.unseenAbsolute(parent(full)))
    else { return }
    if isCreated, FileSystem.isLink(full) {
      throw FileError(operation, path, reason: "it is a symbolic link; remove it first")
    }
    _ = try repository.resolved(full, for: operation)
  }

  private static func parent(_ path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// `/a/./b/../c` -> `/a/c`
  private static func lexical(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
