import Basics
import CommandLineTool
import Diagnostics
import SwiftIndex

/// The results of `docgen check`, each valid until one of its inputs changes.
///
/// One file for each command line: texts with their lengths, after a digest of all. A damaged file, or
/// one of another build, is ignored.
///
/// The idea is that of build systems with recorded dependencies: the key is the command line, and
/// the value has the output together with every observation of the file system that it followed
/// from. A hit needs no list of inputs in advance: it repeats the observations, and any difference
/// is a miss. Proving a hit reads all files again, which takes a small part of the time of a check.
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

  private static let version = "docgen check 1"
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

  /// The number of observations that one core repeats at a time.
  private static let portion = 256

  /// The result of the same check, if all its inputs are unchanged.
  ///
  /// All cores repeat observations; the first different answer ends it.
  func result() async -> Outcome? {
    guard let bytes = CacheFile.read(file) else { return nil }
    var reader = LengthReader(bytes)
    guard let outcome = reader.outcome() else { return nil }
    var portions: [[(FileAccessRecorder.Observation, ContentDigest)]] = [[]]
    while !reader.isAtEnd {
      guard let observation = reader.observation() else { return nil }
      if portions[portions.count - 1].count == Self.portion { portions.append([]) }
      portions[portions.count - 1].append(observation)
    }
    let isDifferent = Locked(false)
    let results = await Parallel.map(portions) { portion in
      let isSame = portion.allSatisfy { observation, answer in
        !isDifferent.withLock(\.self) && FileAccessRecorder.stillSees(observation, answer)
      }
      if !isSame { isDifferent.withLock { $0 = true } }
      return isSame
    }
    return results.allSatisfy(\.self) ? outcome : nil
  }

  /// Stores a result with its inputs, if the folder can be written.
  ///
  /// Nothing is stored if a file changed while the check ran, since the result then belongs to no
  /// single state of the project.
  func keep(_ outcome: Outcome, _ observations: [FileAccessRecorder.Observation: ContentDigest]) {
    guard !observations.values.contains(.changing) else { return }
    var writer = LengthWriter()
    writer.add(outcome)
    for (observation, answer) in observations { writer.add(observation, answer) }
    let names = (try? FileSystem.unseenNames(in: folder)) ?? []
    if names.count >= Self.capacity {
      for name in names { CacheFile.remove(folder + "/" + name) }
    }
    CacheFile.keep(writer.finished, at: file)
  }
}

// MARK: - Bytes

/// A digest of all, then `4:text` for each text.
private struct LengthWriter {
  private var bytes: [UInt8] = []

  mutating func add(_ text: String) {
    bytes += Array("\(text.utf8.count):".utf8)
    bytes += Array(text.utf8)
  }

  mutating func add(_ outcome: CheckResultCache.Outcome) {
    add(String(outcome.exitCode.rawValue))
    add(outcome.printed)
    add(outcome.printedErrors)
    add(outcome.summary.map { "=" + $0 } ?? "")
  }

  mutating func add(_ observation: FileAccessRecorder.Observation, _ answer: ContentDigest) {
    add(observation.question.rawValue)
    add(observation.path)
    add(answer.text)
  }

  var finished: [UInt8] { Array(ContentDigest(bytes).text.utf8) + bytes }
}

/// The digest depends on `CacheSecret`, so a damaged file is ignored, and so is one that was not
/// written by the same user.
private struct LengthReader {
  private let bytes: [UInt8]
  private var index = 32

  init(_ bytes: [UInt8]) {
    let digest = ContentDigest(text: String(decoding: bytes.prefix(32), as: UTF8.self))
    let isWhole =
      bytes.count >= 32 && digest == ContentDigest(Array(bytes[32...]))
    self.bytes = isWhole ? bytes : []
  }

  var isAtEnd: Bool { index >= bytes.count }

  mutating func text() -> String? {
    guard index < bytes.count, let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")),
      let count = Int(String(decoding: bytes[index..<colon], as: UTF8.self)), count >= 0,
      count <= bytes.count - colon - 1
    else { return nil }
    index = colon + 1 + count
    return String(decoding: bytes[(colon + 1)..<index], as: UTF8.self)
  }

  mutating func outcome() -> CheckResultCache.Outcome? {
    guard let code = text().flatMap({ Int32($0) }).flatMap(ExitCode.init), let printed = text(),
      let printedErrors = text(), let summary = text()
    else { return nil }
    return CheckResultCache.Outcome(
      exitCode: code, printed: printed, printedErrors: printedErrors,
      summary: summary.isEmpty ? nil : String(summary.dropFirst()))
  }

  mutating func observation() -> (FileAccessRecorder.Observation, ContentDigest)? {
    guard let question = text().flatMap(FileAccessRecorder.Question.init), let path = text(),
      let answer = text().flatMap({ ContentDigest(text: $0) })
    else { return nil }
    return (FileAccessRecorder.Observation(question: question, path: path), answer)
  }
}
