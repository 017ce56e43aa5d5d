import Basics
import Diagnostics
import SwiftIndex

/// Records what a run reads from the disk: contents of files, names in folders, kinds of entries.
///
/// The result of the run follows from these observations, so it can be reused as long as all of
/// them would be the same. A recorder sees the accesses of the task that it records, and of its
/// child tasks.
///
/// A task-local list makes recording invisible to the code that reads files, also within child
/// tasks, and lets recorders nest. `unseen…` functions bypass it, for accesses that do not
/// influence a result, such as those to the cache itself.
final class FileAccessRecorder: Sendable {
  /// The kind of data that is read from the disk.
  ///
  /// `content` also covers failures: a file that cannot be read has a digest of the reason. `kind`
  /// is asked about missing files as well, so that creating one is a change. `names` are those in a
  /// folder, and `place` is the target of links.
  enum Question: String, Sendable {
    case content, kind, names, place
    /// The commit that is checked out, and the files that Git lists.
    case repository
  }

  struct Observation: Hashable, Sendable {
    var question: Question
    var path: String
  }

  private let seen = Locked<[Observation: ContentDigest]>([:])
  @TaskLocal private static var active: [FileAccessRecorder] = []

  /// The digests of everything read so far.
  var observations: [Observation: ContentDigest] { seen.withLock { $0 } }

  /// Runs `body`, and records its accesses.
  func recording<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    try await Self.$active.withValue(Self.active + [self], operation: body)
  }

  /// Records an observation. The digest is computed only if there is a recorder.
  ///
  /// `answer` is not evaluated without a recorder: hashing all files would slow down commands that
  /// need no recording.
  static func note(
    _ question: Question, _ path: String, answer: @autoclosure () -> ContentDigest
  ) {
    guard !active.isEmpty else { return }
    note([(Observation(question: question, path: path), answer())])
  }

  /// Records observations, such as those of an earlier run that would be the same now.
  static func note(_ observations: [(Observation, ContentDigest)]) {
    for recorder in active {
      // A file that changes during the run invalidates its result.
      recorder.seen.withLock { seen in
        for (observation, digest) in observations {
          seen[observation] = seen[observation].map { $0 == digest ? digest : .changing } ?? digest
        }
      }
    }
  }

  /// Records that the run itself has written a file, which is not a change of its input.
  static func wrote(_ path: String, _ bytes: [UInt8]) {
    guard !active.isEmpty else { return }
    let key = Observation(question: .content, path: path)
    let digest = ContentDigest(bytes)
    for recorder in active { recorder.seen.withLock { $0[key] = digest } }
  }

  /// Whether an observation would be the same now.
  ///
  /// Reads the file or folder again, without recording it.
  static func stillSees(_ observation: Observation, _ answer: ContentDigest) -> Bool {
    switch observation.question {
    case .content: FileSystem.contentDigest(of: observation.path) == answer
    case .kind: FileSystem.kindDigest(FileSystem.unseenKind(of: observation.path)) == answer
    case .names: FileSystem.namesDigest(of: observation.path) == answer
    case .place: ContentDigest(FileSystem.unseenAbsolute(observation.path)) == answer
    case .repository: RepositoryState.digest(of: observation.path) == answer
    }
  }
}

extension FileAccessRecorder {
  /// The number of observations that one core repeats at a time.
  private static let portion = 256

  /// Whether all observations would be the same now.
  ///
  /// All cores repeat them; the first different answer ends it.
  static func stillSees(_ observations: [(Observation, ContentDigest)]) async -> Bool {
    let starts = stride(from: 0, to: observations.count, by: portion)
    let isDifferent = Locked(false)
    let results = await Parallel.map(Array(starts)) { start in
      let end = min(start + portion, observations.count)
      let isSame = observations[start..<end].allSatisfy { observation, answer in
        !isDifferent.withLock(\.self) && stillSees(observation, answer)
      }
      if !isSame { isDifferent.withLock { $0 = true } }
      return isSame
    }
    return results.allSatisfy(\.self)
  }
}

extension ContentDigest {
  /// A digest that no observation has.
  static let changing = ContentDigest(first: 0, second: 0)
}

extension FileSystem {
  /// The complete content of a regular file.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    do throws(FileError) {
      let bytes = try unseenRead(path)
      FileAccessRecorder.note(.content, path, answer: ContentDigest(bytes))
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

  /// The kind of an entry; `listed` is the kind from the listing of its folder, if that has it.
  static func kind(of path: String, listedAs listed: Kind?) -> Kind? {
    guard let listed else { return kind(of: path) }
    FileAccessRecorder.note(.kind, path, answer: kindDigest(listed))
    return listed
  }

  /// Names in a folder, sorted by their bytes, without `.` and `..`.
  package static func names(in folder: String) throws(FileError) -> [String] {
    try entries(in: folder).map(\.name)
  }

  /// Names in a folder with their kinds, as far as the listing has them.
  static func entries(in folder: String) throws(FileError) -> [(name: String, kind: Kind?)] {
    do throws(FileError) {
      let entries = try unseenEntries(in: folder)
      FileAccessRecorder.note(.names, folder, answer: namesDigest(entries.map(\.name)))
      return entries
    } catch {
      FileAccessRecorder.note(.names, folder, answer: errorDigest(error))
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

  static func namesDigest(of folder: String) -> ContentDigest {
    do throws(FileError) {
      return namesDigest(try unseenNames(in: folder))
    } catch {
      return errorDigest(error)
    }
  }

  static func kindDigest(_ kind: Kind?) -> ContentDigest {
    ContentDigest(kind.map { "\($0)" } ?? "")
  }

  private static func namesDigest(_ names: [String]) -> ContentDigest {
    ContentDigest(names.joined(separator: "/"))
  }

  /// Seeded, so that no content has the digest of an error.
  private static func errorDigest(_ error: FileError) -> ContentDigest {
    ContentDigest(error.reason, seed: 1)
  }
}
