#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A scenario of a program that can be run and recorded.
///
///     let scenarios = [
///       RecordedScenario("download", "A file is downloaded.") {
///         await Downloader(http: RecordingHTTPClient()).download(file)
///       }
///     ]
///     await RecordedScenario.run(scenarios)
///
/// The time of a record is its number, so two recordings of the same scenario have equal bytes.
public struct RecordedScenario: Sendable {
  /// The name of its trace, unique within a project.
  public let name: String
  /// The scenario in one sentence.
  public let title: String
  /// The participants in the order of diagrams; by default in the order of their first calls.
  public let participants: [TraceParticipant]
  /// The source file of the scenario.
  let file: String
  private let play: @Sendable () async throws -> Void

  /// Creates a scenario.
  ///
  /// - Parameters:
  ///   - name: the name of its trace, unique within a project.
  ///   - title: the scenario in one sentence.
  ///   - participants: the participants; by default those of its calls.
  ///   - file: its source file.
  ///   - play: the code to record. `TraceRecorder.current` is the recorder.
  public init(
    _ name: String, _ title: String = "", participants: [TraceParticipant] = [],
    file: String = #fileID, play: @escaping @Sendable () async throws -> Void
  ) {
    (self.name, self.title, self.participants) = (name, title, participants)
    (self.file, self.play) = (file, play)
  }

  /// Runs and records the scenario.
  ///
  /// - Parameter sources: the Swift files of the project; the trace lists those that it came from.
  /// - Returns: the trace.
  /// - Throws: the error of the scenario.
  public func record(sources: SourceFolder?) async throws -> Trace {
    let recorder = TraceRecorder(clock: .counting)
    try await TraceRecorder.$current.withValue(recorder) { try await play() }
    var trace = recorder.trace(header: TraceHeader(scenario: name, title: title))
    trace.header.participants = participants.isEmpty ? trace.callingOrder : participants
    trace.sources = sources?.sources(of: trace, and: [file]) ?? []
    return trace
  }

  /// Records scenarios, and writes each trace to `NAME.jsonl` in a folder; a file with the same
  /// content is left alone.
  ///
  /// - Parameters:
  ///   - scenarios: the scenarios.
  ///   - folder: the folder for traces, below the project's folder if it is relative.
  ///   - file: a source file of the project.
  /// - Throws: the error of a scenario, or `TraceFileError`.
  public static func record(
    _ scenarios: [RecordedScenario], into folder: String = ".build/traces",
    file: String = #filePath
  ) async throws {
    let sources = SourceFolder(around: file)
    for scenario in scenarios {
      let trace = try await scenario.record(sources: sources)
      try trace.write(to: folder, below: sources.path)
    }
  }

  /// A complete program: records all scenarios, or those named in its arguments, and prints their
  /// names. The exit code is 1 if a scenario fails, 2 if a name is unknown.
  ///
  /// - Parameters:
  ///   - scenarios: the scenarios.
  ///   - folder: the folder for traces, below the project's folder if it is relative.
  ///   - file: a source file of the project.
  public static func run(
    _ scenarios: [RecordedScenario], into folder: String = ".build/traces",
    file: String = #filePath
  ) async {
    let names = CommandLine.arguments.dropFirst()
    if let unknown = names.first(where: { name in !scenarios.contains { $0.name == name } }) {
      let known = scenarios.map(\.name).joined(separator: ", ")
      printError("unknown scenario '\(unknown)'; the scenarios are: \(known)")
      exit(2)
    }
    for scenario in scenarios where names.isEmpty || names.contains(scenario.name) {
      do {
        try await record([scenario], into: folder, file: file)
        print("recorded \(scenario.name)")
      } catch {
        printError("the scenario '\(scenario.name)' failed: \(error)")
        exit(1)
      }
    }
  }

  private static func printError(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    _ = writeBytes(STDERR_FILENO, bytes, count: bytes.count)
  }
}

extension Trace {
  /// The participants in the order of their first calls; one that is never called is an actor.
  fileprivate var callingOrder: [TraceParticipant] {
    var names: [String] = []
    var called: Set<String> = []
    for record in records {
      guard case .call(let call) = record.body else { continue }
      for name in [call.from, call.to] where !names.contains(name) { names.append(name) }
      called.insert(call.to)
    }
    return names.map { TraceParticipant($0, kind: called.contains($0) ? .participant : .actor) }
  }

  /// Writes the trace to `SCENARIO.jsonl` in a folder, completely or not at all.
  fileprivate func write(to folder: String, below root: String) throws(TraceFileError) {
    let path = folder.hasPrefix("/") ? folder : root + "/" + folder
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      mkdir(made, 0o755)
    }
    let file = "\(path)/\(header.scenario).jsonl"
    let bytes = TraceWriter.encode(self)
    if SourceFolder.read(file) == bytes { return }
    let temporary = file + ".new"
    guard let stream = fopen(temporary, "w") else {
      throw TraceFileError(path: temporary, code: errno)
    }
    let count = fwrite(bytes, 1, bytes.count, stream)
    guard fclose(stream) == 0, count == bytes.count, rename(temporary, file) == 0 else {
      throw TraceFileError(path: file, code: errno)
    }
  }
}

extension TraceClock {
  /// A clock that advances a millisecond at each reading.
  fileprivate static var counting: TraceClock {
    let count = TraceLock(Int64(0))
    return TraceClock {
      count.withLock { count in
        defer { count += 1_000_000 }
        return count
      }
    }
  }
}
