import Basics
import CommandLineTool
import Diagnostics
import SwiftIndex

/// The results of `docgen check`, each valid until one of its inputs changes.
///
/// One file for each command line. A damaged file, or one of another build, is ignored.
///
/// The idea is that of build systems with recorded dependencies: the key is the command line, and
/// the value has the output together with every observation of the file system that it followed
/// from, and the states of the projects (`StoredState`). A hit needs no list of inputs in advance: it
/// repeats the observations, and any difference is a miss. Files with the same metadata as before are
/// not read again.
///
/// Limits: the program's options, the width and color of the terminal and the build are part of the
/// key; environment variables that a check reads would have to be added to it.
struct CheckResultCache: Sendable {
  /// The output of a check, and its exit code.
  ///
  /// The output is stored as printed, so that a hit prints the same bytes, except for the time in
  /// the last line.
  struct Outcome: Equatable, Sendable {
    var exitCode: ExitCode
    var printed: String
    var printedErrors: String
    /// The last line, without its time.
    var summary: String?
  }

  private static let version = "docgen check 4"
  /// The maximum number of results.
  ///
  /// If the folder is full, all results are removed: which ones are still useful is unknown, and
  /// each costs only one check.
  private static let capacity = 16

  private let folder: String
  private let key: ContentDigest

  /// Returns `nil` without a cache folder, or if the options exclude caching.
  init?(_ arguments: ParsedArguments, console: any Console, folder: String) {
    // A recorder does not see the history that `--blame` and `--changed-since` ask for, and standard
    // input.
    guard !arguments[CommonOptions.noCache], !arguments[CommonOptions.verbose],
      !arguments[CheckCommand.blame], arguments[CommandContext.changedSince] == nil,
      !arguments.operands.contains("-"),
      let stamp = CacheFolder.stamp,
      let place = CacheFolder.path(for: FileSystem.unseenAbsolute(folder))
    else { return nil }
    self.folder = place + "/checks"
    // Before anything is read: a folder created later would be a change.
    try? FileSystem.makeFolder(self.folder)
    let options = arguments.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let parts =
      [Self.version, Program.version, String(stamp), FileSystem.unseenAbsolute(folder)]
      + ["\(console.width) \(console.terminalColumns ?? 0) \(console.wantsColor)"] + options + [
        "--"
      ] + arguments.operands
    key = ContentDigest(parts.joined(separator: "\u{0}"))
  }

  private var file: String { folder + "/" + key.text }

  /// The result of the same check, if all its inputs are unchanged, and the states of the projects that
  /// were compared for that.
  func result() async -> (outcome: Outcome?, states: [ComparedState]) {
    guard var reader = CacheFile.read(file).flatMap(SealedReader.init),
      let outcome = try? reader.outcome(), let names = try? reader.states(),
      let observations = try? reader.observations(),
      await FileAccessRecorder.stillSees(observations)
    else { return (nil, []) }
    var states: [ComparedState] = []
    for name in names {
      guard let state = await StoredState(in: name.folder, name.digest)?.compared() else {
        continue
      }
      states.append(state)
    }
    let isSame = states.count == names.count && states.allSatisfy(\.isUnchanged)
    return (isSame ? outcome : nil, states)
  }

  /// Stores a result with its inputs, if the folder can be written.
  ///
  /// Nothing is stored if a file changed while the check ran, since the result then belongs to no
  /// single state of the project.
  func keep(_ outcome: Outcome, _ recorder: FileAccessRecorder) {
    let observations = recorder.observations
    guard !observations.values.contains(.changing) else { return }
    var writer = SealedWriter()
    writer.add(outcome)
    writer.add(recorder.states) { writer, state in
      writer.add(state.folder)
      writer.add(state.digest)
    }
    writer.add(observations.map { ($0.key, $0.value) })
    let names = (try? FileSystem.unseenNames(in: folder)) ?? []
    if names.count >= Self.capacity {
      for name in names { CacheFile.remove(folder + "/" + name) }
    }
    CacheFile.keep(writer.finished.all, at: file)
  }
}

// MARK: - Bytes

extension SealedWriter {
  fileprivate mutating func add(_ outcome: CheckResultCache.Outcome) {
    add(Int(outcome.exitCode.rawValue))
    add(outcome.printed)
    add(outcome.printedErrors)
    add(outcome.summary) { $0.add($1) }
  }

  mutating func add(_ answer: FileAccessRecorder.Answer) {
    add(answer.digest)
    add(answer.metadata) { $0.add($1) }
  }

  mutating func add(_ observations: [(FileAccessRecorder.Observation, FileAccessRecorder.Answer)]) {
    add(observations) { writer, entry in
      writer.add(entry.0.question.rawValue)
      writer.add(entry.0.path)
      writer.add(entry.1)
    }
  }
}

extension SealedReader {
  fileprivate mutating func outcome() throws(DamagedBytes) -> CheckResultCache.Outcome {
    guard let code = ExitCode(rawValue: Int32(truncatingIfNeeded: try number())) else {
      throw DamagedBytes()
    }
    return CheckResultCache.Outcome(
      exitCode: code, printed: try text(), printedErrors: try text(),
      summary: try optional { reader throws(DamagedBytes) in try reader.text() })
  }

  fileprivate mutating func states() throws(DamagedBytes) -> [StoredState.Name] {
    try array { reader throws(DamagedBytes) in
      StoredState.Name(folder: try reader.text(), digest: try reader.digest())
    }
  }

  mutating func answer() throws(DamagedBytes) -> FileAccessRecorder.Answer {
    FileAccessRecorder.Answer(
      try digest(),
      metadata: try optional { reader throws(DamagedBytes) in try reader.digest() })
  }

  mutating func observations() throws(DamagedBytes) -> [(
    FileAccessRecorder.Observation, FileAccessRecorder.Answer
  )] {
    try array { reader throws(DamagedBytes) in
      guard let question = FileAccessRecorder.Question(rawValue: try reader.text()) else {
        throw DamagedBytes()
      }
      let observation = FileAccessRecorder.Observation(
        question: question, path: try reader.text())
      return (observation, try reader.answer())
    }
  }
}
