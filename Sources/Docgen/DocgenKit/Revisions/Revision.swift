/// The files of a project at a Git revision, or in the working tree.
struct Revision: Sendable {
  /// Its name on the command line; `nil` for the working tree.
  let name: String?
  let commit: String
  private let folder: String

  /// The current files of a folder.
  init(workingTreeIn folder: String) {
    name = nil
    commit = ""
    self.folder = folder
  }

  /// `nil` if Git does not know it.
  init?(_ name: String, in folder: String) {
    let words = ["rev-parse", "--verify", "--end-of-options", "\(name)^{commit}"]
    guard let bytes = Git(folder: folder, reportsErrors: false).output(words) else { return nil }
    self.name = name
    commit = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
    self.folder = folder
  }

  /// The paths below the folder that match patterns, sorted.
  func files(
    matching patterns: [String], excluding excluded: [String]
  ) throws(FileError) -> [String] {
    if name == nil {
      return try FileFinder.files(matching: patterns, excluding: excluded, in: folder)
    }
    guard let bytes = git.output(["ls-tree", "-r", "-z", "--name-only", commit]) else {
      throw FileError("list", name ?? folder, reason: "git failed")
    }
    let (wanted, unwanted) = (patterns.map(Glob.init), excluded.map(Glob.init))
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.filter { path in
      wanted.contains { $0.matches(path) } && !unwanted.contains { $0.matches(path) }
    }
  }

  /// The content of one of its files.
  func read(_ path: String) throws(FileError) -> [UInt8] {
    if name == nil { return try Confinement(folder).read(path) }
    guard let bytes = git.output(["show", "\(commit):./\(path)"]) else {
      throw FileError("read", shown(path), reason: "git failed")
    }
    return bytes
  }

  private var git: Git { Git(folder: folder) }

  /// The name of a file in findings: `main:docs/a.md`.
  func shown(_ path: String) -> String { name.map { "\($0):\(path)" } ?? path }
}
