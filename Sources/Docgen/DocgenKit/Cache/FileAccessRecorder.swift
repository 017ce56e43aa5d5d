import Basics
import Diagnostics
import SwiftIndex

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Records what a run reads from the disk: contents of files, names in folders, kinds of entries.
///
/// The result of the run follows from these observations, so it can be reused as long as all of
/// them would be the same. A recorder sees the accesses of the task that it records, and of its
/// child tasks, except for those that another recorder within them sees.
///
/// A task-local value makes recording invisible to the code that reads files, also within child
/// tasks. `unseen…` functions bypass it, for accesses that do not influence a result, such as those to
/// the cache itself.
final class FileAccessRecorder: Sendable {
  /// The kind of data that is read from the disk.
  ///
  /// `content` also covers failures: a file that cannot be read has a digest of the reason. `kind`
  /// is asked about missing files as well, so that creating one is a change. `entries` are the names
  /// in a folder with their kinds, and `place` is the target of links.
  enum Question: String, Sendable {
    case content, kind, entries, place
    /// The commit that is checked out, and the files that Git lists.
    case repository
  }

  struct Observation: Hashable, Sendable {
    var question: Question
    var path: String
  }

  struct Answer: Equatable, Sendable {
    var digest: ContentDigest
    /// The metadata of the file or folder before it was read, if every later change must alter them.
    var metadata: ContentDigest?

    init(_ digest: ContentDigest, metadata: ContentDigest? = nil) {
      (self.digest, self.metadata) = (digest, metadata)
    }
  }

  typealias Observations = [Observation: Answer]

  private let seen = Locked<Observations>([:])
  private let used = Locked<[StoredState.Name]>([])
  @TaskLocal private static var active: FileAccessRecorder?

  /// The answers to everything asked so far.
  var observations: Observations { seen.withLock { $0 } }

  /// The states of projects that the result follows from as well.
  var states: [StoredState.Name] { used.withLock { $0 } }

  /// Runs `body`, and records its accesses.
  func recording<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$active.withValue(self, operation: body)
  }

  /// Records an observation. The digest is computed only if there is a recorder.
  ///
  /// `answer` is not evaluated without a recorder: hashing all files would slow down commands that
  /// need no recording.
  static func note(
    _ question: Question, _ path: String, metadata: ContentDigest? = nil,
    answer: @autoclosure () -> ContentDigest
  ) {
    guard active != nil else { return }
    note([(Observation(question: question, path: path), Answer(answer(), metadata: metadata))])
  }

  /// Records observations, such as those of an earlier run that would be the same now.
  static func note(_ observations: some Sequence<(Observation, Answer)>) {
    // A file that changes during the run invalidates its result.
    active?.seen.withLock { seen in
      for (observation, answer) in observations {
        let isSame = seen[observation].map { $0.digest == answer.digest } ?? true
        seen[observation] = isSame ? answer : .changing
      }
    }
  }

  /// Records that a result follows from the state of a project, which is stored.
  static func note(_ state: StoredState.Name) { active?.used.withLock { $0.append(state) } }

  /// The metadata of a file or folder that is about to be read, if they are recorded.
  static func metadata(of path: String) -> ContentDigest? {
    active == nil ? nil : FileSystem.settledMetadata(of: path)
  }

  /// Records that the run itself has written a file, which is not a change of its input.
  static func wrote(_ path: String, _ bytes: [UInt8]) {
    let key = Observation(question: .content, path: path)
    active?.seen.withLock { $0[key] = Answer(ContentDigest(bytes)) }
  }

  /// The answer, with current metadata, if an observation would be the same now.
  ///
  /// Reads the file or folder again, unless its metadata show that it is unchanged, without recording
  /// it.
  static func current(_ observation: Observation, _ answer: Answer) -> Answer? {
    if let metadata = answer.metadata, FileSystem.metadata(of: observation.path) == metadata {
      return answer
    }
    let path = observation.path
    let metadata: ContentDigest? =
      switch observation.question {
      case .content, .entries: FileSystem.settledMetadata(of: path)
      case .kind, .place, .repository: nil
      }
    let digest =
      switch observation.question {
      case .content: FileSystem.contentDigest(of: path)
      case .kind: FileSystem.kindDigest(FileSystem.unseenKind(of: path))
      case .entries: FileSystem.entriesDigest(of: path)
      case .place: ContentDigest(FileSystem.unseenAbsolute(path))
      case .repository: RepositoryState.digest(of: path)
      }
    return digest == answer.digest ? Answer(digest, metadata: metadata) : nil
  }

  /// The current answers to all observations, each `nil` if it would not be the same now. All cores
  /// repeat them.
  static func current(_ observations: [(Observation, Answer)]) async -> [Answer?] {
    let portion = 256
    let starts = stride(from: 0, to: observations.count, by: portion)
    let portions = await Parallel.map(Array(starts)) { start in
      observations[start..<min(start + portion, observations.count)].map(current)
    }
    return portions.flatMap(\.self)
  }

  /// Whether all observations would be the same now.
  static func stillSees(_ observations: [(Observation, Answer)]) async -> Bool {
    await current(observations).allSatisfy { $0 != nil }
  }
}

extension FileAccessRecorder.Answer {
  /// An answer that no observation has.
  static let changing = Self(ContentDigest(first: 0, second: 0))
}

extension FileSystem {
  /// The complete content of a regular file.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    let metadata = FileAccessRecorder.metadata(of: path)
    do throws(FileError) {
      let bytes = try unseenRead(path)
      FileAccessRecorder.note(.content, path, metadata: metadata, answer: ContentDigest(bytes))
      return bytes
    } catch {
      FileAccessRecorder.note(.content, path, answer: errorDigest(error))
      throw error
    }
  }

  /// The content of a regular file of at most `limit` bytes.
  ///
  /// - Throws: `FileError` also if it is larger.
  static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
    guard let size = size(of: path), size <= limit else {
      throw FileError("read", path, reason: "it is too large")
    }
    return try read(path)
  }

  /// The kind of the entry at a path, after following links; `nil` if it does not exist.
  package static func kind(of path: String) -> Kind? {
    let kind = unseenKind(of: path)
    FileAccessRecorder.note(.kind, path, answer: kindDigest(kind))
    return kind
  }

  /// Names in a folder, sorted by their bytes, without `.` and `..`.
  package static func names(in folder: String) throws(FileError) -> [String] {
    try entries(in: folder).map(\.name)
  }

  /// Names in a folder with their kinds, as far as the listing has them.
  static func entries(in folder: String) throws(FileError) -> [(name: String, kind: Kind?)] {
    let metadata = FileAccessRecorder.metadata(of: folder)
    do throws(FileError) {
      let entries = try unseenEntries(in: folder)
      FileAccessRecorder.note(
        .entries, folder, metadata: metadata, answer: entriesDigest(entries))
      return entries
    } catch {
      FileAccessRecorder.note(.entries, folder, answer: errorDigest(error))
      throw error
    }
  }

  /// The absolute form of a path, with links followed, for finding configurations upwards.
  package static func absolute(_ path: String) -> String {
    let absolute = unseenAbsolute(path)
    FileAccessRecorder.note(.place, path, answer: ContentDigest(absolute))
    return absolute
  }

  static func contentDigest(of path: String) -> ContentDigest {
    do throws(FileError) {
      return ContentDigest(try unseenRead(path))
    } catch {
      return errorDigest(error)
    }
  }

  static func entriesDigest(of folder: String) -> ContentDigest {
    do throws(FileError) {
      return entriesDigest(try unseenEntries(in: folder))
    } catch {
      return errorDigest(error)
    }
  }

  static func kindDigest(_ kind: Kind?) -> ContentDigest {
    ContentDigest(kind?.rawValue ?? "")
  }

  private static func entriesDigest(_ entries: [(name: String, kind: Kind?)]) -> ContentDigest {
    ContentDigest(entries.map { "\($0.name)/\($0.kind?.rawValue ?? "")" }.joined(separator: "/"))
  }

  /// A digest of the metadata that every change of a file, or of the names in a folder, changes; `nil`
  /// if it does not exist.
  static func metadata(of path: String) -> ContentDigest? { status(of: path).map(digest) }

  /// The same; `nil` also if the file changed so recently that another change may have the same time.
  ///
  /// Git's index works in the same way ("racy Git"); file systems count time in steps of up to two
  /// seconds.
  static func settledMetadata(of path: String) -> ContentDigest? {
    guard let status = status(of: path) else { return nil }
    return max(status.modified.tv_sec, status.changed.tv_sec) < time(nil) - 2
      ? digest(status) : nil
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func digest(_ status: stat) -> ContentDigest {
    let parts = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
      Int(status.st_size), status.modified.tv_sec, Int(status.modified.tv_nsec),
      status.changed.tv_sec, Int(status.changed.tv_nsec),
    ]
    return parts.withUnsafeBytes { ContentDigest(Array($0)) }
  }

  /// Seeded, so that no content has the digest of an error.
  private static func errorDigest(_ error: FileError) -> ContentDigest {
    ContentDigest(error.reason, seed: 1)
  }
}
