import Diagnostics

/// The state of a project that its last check left, in the file `state`.
///
/// The results of checks and of pages name it by the digest of its bytes, so that each input of a
/// project is compared once, and stored once.
struct StoredState: Sendable {
  struct Name: Equatable, Sendable {
    /// The project's folder.
    var folder: String
    var digest: ContentDigest
  }

  private static let version = "docgen state 1"

  let name: Name
  let state: ProjectState

  /// Returns `nil` if nothing useful is stored, or another state than the one of that name.
  init?(in folder: String, _ digest: ContentDigest? = nil) {
    guard let file = Self.file(folder), let stamp = CacheFolder.stamp,
      var reader = CacheFile.read(file).flatMap(SealedReader.init),
      digest == nil || digest == reader.seal,
      (try? reader.text()) == Self.key(folder, stamp), let state = try? reader.projectState()
    else { return nil }
    (self.name, self.state) = (Name(folder: folder, digest: reader.seal), state)
  }

  /// Stores a state that a draft begins.
  ///
  /// Returns `nil` without a folder for caches.
  init?(storing state: ProjectState, after draft: Draft, in folder: String) async {
    guard let file = Self.file(folder), CacheFolder.stamp != nil else { return nil }
    var writer = await draft.begun.value
    writer.addRest(of: state, from: draft.state.observations.count)
    let bytes = writer.finished
    try? FileSystem.makeFolder(String(file.dropLast("/state".count)))
    CacheFile.keep(bytes.all, at: file)
    (self.name, self.state) = (Name(folder: folder, digest: bytes.seal), state)
  }

  /// The part of a state that is known before the check: it is written while pages are checked.
  struct Draft: Sendable {
    let state: ProjectState
    fileprivate let begun: Task<SealedWriter, Never>

    init(_ state: ProjectState, in folder: String) {
      self.state = state
      begun = Task {
        var writer = SealedWriter()
        writer.add(StoredState.key(folder, CacheFolder.stamp ?? 0))
        writer.addInputs(of: state)
        return writer
      }
    }
  }

  private static func file(_ folder: String) -> String? {
    CacheFolder.path(for: folder).map { $0 + "/state" }
  }

  private static func key(_ folder: String, _ stamp: UInt64) -> String {
    [version, Program.version, String(stamp), folder].joined(separator: "\u{0}")
  }

  /// Compares the state with the files of now.
  func compared() async -> ComparedState {
    let contents = await FileAccessRecorder.current(state.contents(in: name.folder))
    let rest = await FileAccessRecorder.current(state.observations)
    return ComparedState(stored: self, contents: contents, rest: rest)
  }
}

/// A stored state after a comparison with the current files.
struct ComparedState: Sendable {
  let stored: StoredState
  /// The contents of the sources, then of the documents; `nil` for those that have changed.
  let contents: [FileAccessRecorder.Answer?]
  /// The answers to all other observations; `nil` for those that have changed.
  let rest: [FileAccessRecorder.Answer?]

  var isUnchanged: Bool { (contents + rest).allSatisfy { $0 != nil } }

  /// The stored state with current metadata; `nil` if anything other than contents has changed.
  var current: ProjectState? {
    var state = stored.state
    for (position, answer) in rest.enumerated() {
      guard let answer else { return nil }
      state.observations[position].1 = answer
    }
    for (position, answer) in contents.enumerated() {
      guard let answer else { continue }
      if position < state.sources.count {
        state.sources[position].content = answer
      } else {
        state.documents[position - state.sources.count].content = answer
      }
    }
    return state
  }
}
