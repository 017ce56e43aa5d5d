import Diagnostics
import Rules

/// The declarations and files that the history of a repository removed, read once and cached.
///
/// The cache file has lines with tab-separated fields; a damaged file is ignored.
///
/// The index answers "which commit removed this name?" for any name at once, since asking Git for
/// each name (`git log -S`) would read the complete history each time. One `git log -p` over Swift
/// files gives all removed lines, and `RemovalReader` finds the declarations in them. Of several
/// removals of a name the newest counts, and of those in sources before those in tests. Merges are
/// followed along their first parent only, so a branch appears as the change that it made.
///
/// Cost: linear in the text of the read diffs, once; later runs read only new commits. At most
/// 5,000 commits are read at a time.
package struct RemovalIndex: Sendable {
  /// The commit that the index was read at.
  private(set) var head: String
  private var removals: [String: NameRemoval] = [:]
  /// By the last component of the path.
  private var deletions: [String: [FileDeletion]] = [:]

  /// What the changes of the working tree remove.
  private(set) var uncommitted = UncommittedRemovals()

  /// The maximum number of newest commits that are read, to limit the time: the rest of a longer
  /// history is unknown.
  static let limit = 5_000
  private static let version = "docgen removals 1"

  /// Reads the history that ends in a commit, on top of an index of an earlier part of it.
  init?(_ git: Git, head: String, after known: RemovalIndex? = nil) {
    self.head = head
    let range = known.map { ["\($0.head)..\(head)"] } ?? [head]
    let limit = ["-n", "\(Self.limit)"]
    var reader = RemovalReader()
    guard
      git.forEachLine(
        RemovalReader.options + limit + range + ["--", "*.swift"], { reader.read($0) })
    else { return nil }
    removals = Self.removals(of: reader)
    readDeletions(git, limit + range)
    if let known { add(known) }
  }

  private static func removals(of reader: RemovalReader) -> [String: NameRemoval] {
    Dictionary(
      uniqueKeysWithValues: reader.removals.map { key, entry in
        let removal = NameRemoval(
          name: key, commit: reader.commits[entry.commit], file: reader.files[entry.file],
          isExample: entry.isExample)
        return (key, removal)
      })
  }

  /// The same index with the changes of the working tree, which are not cached.
  func addingUncommitted(_ git: Git) -> RemovalIndex {
    let changes = Self.changes(git)
    let sources = changes.map(\.path).filter { $0.hasSuffix(".swift") }
    var reader = RemovalReader()
    var digest = ContentDigest([])
    if !sources.isEmpty {
      // Named files spare Git the look at all others.
      let paths = sources.count <= 1_000 ? sources.map { ":(literal)" + $0 } : ["*.swift"]
      _ = git.forEachLine(RemovalReader.uncommitted + ["--"] + paths) { line in
        reader.read(line)
        digest = ContentDigest(Array(line), seed: digest.first)
      }
    }
    var copy = self
    let removals = Self.removals(of: reader)
    copy.uncommitted = UncommittedRemovals(
      digest: digest, names: Set(removals.values),
      files: changes.filter { $0.status == "D" }.map(\.path))
    copy.removals.merge(removals) { $1 }
    for path in copy.uncommitted.files {
      copy.deletions[FileName.last(of: path), default: []].insert(
        FileDeletion(path: path, commit: .none), at: 0)
    }
    return copy
  }

  /// The files of the working tree that differ from the last commit, each with Git's letter for it.
  private static func changes(_ git: Git) -> [(status: String, path: String)] {
    let fields =
      git.output(["diff", "--name-status", "-z", "--no-renames", "--relative", "HEAD"])?
      .split(separator: 0).map { String(decoding: $0, as: UTF8.self) } ?? []
    return stride(from: 0, to: fields.count - 1, by: 2).map { (fields[$0], fields[$0 + 1]) }
  }

  private mutating func readDeletions(_ git: Git, _ words: [String]) {
    let options = [
      "-c", "core.quotePath=false", "log", "--first-parent", "-m", "--diff-filter=D",
      "--no-renames", "--name-only", "--relative", "--format=%x01%h%x02%cs%x02%s",
    ]
    var commit = Commit.none
    var found: [String: [FileDeletion]] = [:]
    _ = git.forEachLine(options + words) { line in
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("\u{1}") {
        let parts = text.dropFirst().split(
          separator: "\u{2}", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return }
        commit = Commit(
          hash: String(parts[0]), date: String(parts[1]), subject: String(parts[2]))
      } else if !text.isEmpty {
        found[FileName.last(of: text), default: []].append(FileDeletion(path: text, commit: commit))
      }
    }
    deletions = found
  }

  private mutating func add(_ older: RemovalIndex) {
    removals.merge(older.removals) { new, old in
      new.isExample && !old.isExample ? old : new
    }
    deletions.merge(older.deletions) { $0 + $1 }
  }

  func removal(of key: NameRemoval.Key) -> NameRemoval? { removals[key.text] }

  /// The newest deletion of a file whose path is that one or ends in it.
  func deletion(ofFile path: String) -> FileDeletion? {
    (deletions[FileName.last(of: path)] ?? []).first {
      $0.path == path || $0.path.hasSuffix("/" + path)
    }
  }

  /// The newest deletion of a file in a folder whose path is that one or ends in it.
  func deletion(ofFolder path: String) -> FileDeletion? {
    let folder = "/" + path.split(separator: "/").joined(separator: "/") + "/"
    return deletions.values.joined().filter { ("/" + $0.path).contains(folder) }
      .max { ($0.commit.date, $0.path) < ($1.commit.date, $1.path) }
  }
}

/// The declarations and files that the changes of the working tree remove.
struct UncommittedRemovals: Hashable, Sendable {
  /// That of all changes.
  var digest = ContentDigest([])
  var names: Set<NameRemoval> = []
  var files: [String] = []
}

// MARK: - The cache file

extension RemovalIndex {
  /// The first line is the digest of the rest.
  package var bytes: [UInt8] {
    var text = "\(Self.version)\n\(head)\n"
    for (key, removal) in removals {
      text += "n\t\(key)\t\(removal.commit.fields)\t\(removal.file)\t\(removal.isExample ? 1 : 0)\n"
    }
    for deletion in deletions.values.joined() {
      text += "f\t\(deletion.path)\t\(deletion.commit.fields)\n"
    }
    let body = Array(text.utf8)
    return Array((ContentDigest(body).text + "\n").utf8) + body
  }

  package init?(bytes: [UInt8]) {
    let body = Array(bytes.dropFirst(33))
    guard
      ContentDigest(text: String(decoding: bytes.prefix(32), as: UTF8.self)) == ContentDigest(body)
    else { return nil }
    var lines = body.split(separator: 0x0A)[...]
    guard lines.popFirst().map({ String(decoding: $0, as: UTF8.self) }) == Self.version,
      let head = lines.popFirst()
    else { return nil }
    self.head = String(decoding: head, as: UTF8.self)
    for line in lines {
      let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count >= 5 else { return nil }
      let commit = Commit(hash: fields[2], date: fields[3], subject: fields[4])
      if fields[0] == "f" {
        deletions[FileName.last(of: fields[1]), default: []].append(
          FileDeletion(path: fields[1], commit: commit))
      } else if fields.count == 7 {
        removals[fields[1]] = NameRemoval(
          name: fields[1], commit: commit, file: fields[5], isExample: fields[6] == "1")
      }
    }
  }
}

extension Commit {
  fileprivate var fields: String {
    [hash, date, subject].map { $0.replacing("\t", with: " ") }.joined(separator: "\t")
  }
}
