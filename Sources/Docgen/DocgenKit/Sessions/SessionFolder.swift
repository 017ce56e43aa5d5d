#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A scratch folder with a copy of a project, which sessions use one after the other.
///
///     project/     the copy
///     home/ tmp/   what the session's environment names
///
/// After a session, only changed files are copied again: most sessions change few.
struct SessionFolder: Sendable {
  private let scratch: ScratchFolder
  private let root: String
  /// The identity of each copied file.
  private var copies: [String: FileCopy.Identity] = [:]

  private static let emptied = ["home", "tmp"]

  var path: String { scratch.path }
  var project: String { path + "/project" }

  /// Copies files of the folder `root`.
  init(_ files: [String], of root: String) throws(FileError) {
    scratch = try ScratchFolder("run")
    self.root = root
    for name in Self.emptied + ["project"] { try FileSystem.makeFolder("\(path)/\(name)") }
    for file in files { try copy(file) }
  }

  private mutating func copy(_ file: String) throws(FileError) {
    try FileCopy.copy(file, from: root, to: project)
    copies[file] = FileCopy.identity("\(project)/\(file)")
  }

  /// Removes new files, and restores changed ones.
  mutating func reset() throws(FileError) {
    for name in Self.emptied {
      FileSystem.removeFolder("\(path)/\(name)")
      try FileSystem.makeFolder("\(path)/\(name)")
    }
    var folders: Set<String> = []
    for file in copies.keys {
      var parent = file[...]
      while let slash = parent.lastIndex(of: "/") {
        parent = parent[..<slash]
        guard folders.insert(String(parent)).inserted else { break }
      }
    }
    try removeNew(in: "", keeping: folders)
    for (file, identity) in copies where FileCopy.identity("\(project)/\(file)") != identity {
      Self.remove("\(project)/\(file)")
      try copy(file)
    }
  }

  private func removeNew(in folder: String, keeping folders: Set<String>) throws(FileError) {
    for entry in try FileSystem.unseenEntries(in: "\(project)/\(folder)") {
      let name = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
      if entry.kind == .folder, folders.contains(name) {
        try removeNew(in: name, keeping: folders)
      } else if copies[name] == nil {
        Self.remove("\(project)/\(name)")
      }
    }
  }

  private static func remove(_ path: String) {
    if unlink(path) != 0 { FileSystem.removeFolder(path) }
  }

  func remove() { scratch.remove() }
}
