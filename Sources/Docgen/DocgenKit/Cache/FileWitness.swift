import Diagnostics
import Synchronization

/// Remembers what a run sees of the disk: contents, names in folders, what stands at a path.
///
/// What the run comes to follows from that, so it need not be done again as long as all of it is
/// still to be seen. What other runs of the process see meanwhile is remembered as well, which only
/// asks for more than is needed.
final class FileWitness: Sendable {
  /// What is asked of the disk.
  enum Question: String, Sendable {
    case content, kind, names, place
    /// The commit that is checked out, and the files that Git lists.
    case repository
  }

  struct Observation: Hashable, Sendable {
    var question: Question
    var path: String
  }

  private let seen = Mutex<[Observation: ContentDigest]>([:])
  private static let active = Mutex<[FileWitness]>([])

  /// What has been seen so far.
  var observations: [Observation: ContentDigest] { seen.withLock { $0 } }

  /// Does something while this witness looks on.
  func watching<Result, Failure>(
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    Self.active.withLock { $0.append(self) }
    defer { Self.active.withLock { witnesses in witnesses.removeAll { $0 === self } } }
    return try await body()
  }

  /// Tells those who look on; the answer is asked for only when there are some.
  static func note(
    _ question: Question, _ path: String, _ answer: @autoclosure () -> ContentDigest
  ) {
    let witnesses = active.withLock { $0 }
    guard !witnesses.isEmpty else { return }
    let digest = answer()
    for witness in witnesses {
      // What changes while a run looks at it is not to be relied on.
      witness.seen.withLock { seen in
        let key = Observation(question: question, path: path)
        seen[key] = seen[key].map { $0 == digest ? digest : .changing } ?? digest
      }
    }
  }

  /// Tells those who look on that the run itself has written a file: that is no change to it.
  static func wrote(_ path: String, _ bytes: [UInt8]) {
    let witnesses = active.withLock { $0 }
    guard !witnesses.isEmpty else { return }
    let key = Observation(question: .content, path: path)
    let digest = ContentDigest(bytes)
    for witness in witnesses { witness.seen.withLock { $0[key] = digest } }
  }

  /// Whether the disk shows now what it showed then.
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

extension ContentDigest {
  /// The digest of nothing that can be seen.
  static let changing = ContentDigest(first: 0, second: 0)
}

extension FileSystem {
  /// The whole content of a regular file.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    do throws(FileError) {
      let bytes = try unseenRead(path)
      FileWitness.note(.content, path, ContentDigest(bytes))
      return bytes
    } catch {
      FileWitness.note(.content, path, errorDigest(error))
      throw error
    }
  }

  /// The content of a regular file of at most so many bytes.
  ///
  /// - Throws: `FileError` also if it is larger.
  static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8] {
    guard let size = size(of: path), size <= limit else {
      throw FileError("read", path, reason: "it is too large")
    }
    return try read(path)
  }

  /// What stands at a path, links followed; nothing when there is nothing.
  package static func kind(of path: String) -> Kind? {
    let kind = unseenKind(of: path)
    FileWitness.note(.kind, path, kindDigest(kind))
    return kind
  }

  /// What stands at a path of which a folder has said it already, where it does say it.
  static func kind(of path: String, listedAs listed: Kind?) -> Kind? {
    guard let listed else { return kind(of: path) }
    FileWitness.note(.kind, path, kindDigest(listed))
    return listed
  }

  /// Names in a folder, sorted by their bytes, without `.` and `..`.
  package static func names(in folder: String) throws(FileError) -> [String] {
    try entries(in: folder).map(\.name)
  }

  /// The same, with what stands there as far as the folder says it.
  static func entries(in folder: String) throws(FileError) -> [(name: String, kind: Kind?)] {
    do throws(FileError) {
      let entries = try unseenEntries(in: folder)
      FileWitness.note(.names, folder, namesDigest(entries.map(\.name)))
      return entries
    } catch {
      FileWitness.note(.names, folder, errorDigest(error))
      throw error
    }
  }

  /// The absolute form of a path, for finding configurations upwards; links followed.
  package static func absolute(_ path: String) -> String {
    let absolute = unseenAbsolute(path)
    FileWitness.note(.place, path, ContentDigest(absolute))
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
