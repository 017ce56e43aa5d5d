#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes what a recorder records to a file while the program runs, so that little is lost when it
/// ends without warning.
///
///     let file = try TraceFile(path: "app.jsonl", recorder: recorder, header: header)
///     let following = Task { try await file.follow(every: .seconds(1)) }
///     …
///     following.cancel()
///     try file.close()
///
/// What was recorded before a call of `flush()` that has returned is in the file, whatever becomes
/// of the process; what was recorded after the last one is lost with it. Followed every second, a
/// crash costs at most the last second. What has been written is no longer held in memory.
public final class TraceFile: Sendable {
  private let recorder: TraceRecorder
  private let state: TraceLock<State>

  private struct State {
    var descriptor: Int32
    var records = 0
  }

  /// Creates a file, or empties one that is there, and writes the first lines.
  ///
  /// - Throws: `TraceFileError`.
  public init(
    path: String, recorder: TraceRecorder, header: TraceHeader, machines: [DeclaredMachine] = []
  ) throws(TraceFileError) {
    self.recorder = recorder
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw TraceFileError(path: path, code: errno) }
    self.path = path
    state = TraceLock(State(descriptor: descriptor))
    try write(TraceWriter.opening(header, machines), to: descriptor)
  }

  /// Where the file is.
  public let path: String

  /// Writes everything recorded so far. It is in the file when this returns; with `durably`, it also
  /// survives a power failure.
  ///
  /// - Throws: `TraceFileError`; what could not be written is lost, and the file ends before it.
  public func flush(durably: Bool = false) throws(TraceFileError) {
    try state.withLock { state in
      Result { () throws(TraceFileError) in try self.flush(&state, durably: durably) }
    }.get()
  }

  /// Flushes again and again, until the task is cancelled.
  ///
  /// - Parameter interval: the time from one flush to the next, and so the most that a crash costs.
  /// - Throws: `TraceFileError`.
  public func follow(every interval: Duration) async throws {
    while !Task.isCancelled {
      try flush()
      do { try await Task.sleep(for: interval) } catch { return }
    }
  }

  /// Flushes durably, writes the last line, and closes the file. Does nothing the second time.
  ///
  /// - Parameter sources: the Swift files that the trace came from, see `SourceFolder`.
  /// - Throws: `TraceFileError`.
  public func close(sources: [TraceSource] = []) throws(TraceFileError) {
    try state.withLock { state in
      Result { () throws(TraceFileError) in
        if state.descriptor < 0 { return }
        defer {
          closeDescriptor(state.descriptor)
          state.descriptor = -1
        }
        try self.flush(&state, durably: false)
        try self.write(
          TraceWriter.ending(
            records: state.records, dropped: self.recorder.dropped, sources: sources),
          to: state.descriptor)
        fsync(state.descriptor)
      }
    }.get()
  }

  deinit {
    state.withLock { if $0.descriptor >= 0 { closeDescriptor($0.descriptor) } }
  }

  private func flush(_ state: inout State, durably: Bool) throws(TraceFileError) {
    guard state.descriptor >= 0 else { return }
    let records = recorder.drain().records(from: state.records)
    if !records.isEmpty {
      state.records += records.count
      try write(TraceWriter.lines(of: records), to: state.descriptor)
    }
    if durably { fsync(state.descriptor) }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(TraceFileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeBytes(descriptor, $0.baseAddress, count: $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw TraceFileError(path: path, code: errno)
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// Why a trace could not be written.
public struct TraceFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The system's error number.
  public var code: Int32

  /// The file and the reason.
  public var description: String { "\(path): \(String(cString: strerror(code)))" }
}

/// `close` and `write` of the system, where members have these names too.
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, count: Int) -> Int {
  write(descriptor, bytes, count)
}
