#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes the events of a recorder to a file while the program runs, so that a crash loses little.
///
///     let file = try TraceFile(path: "app.jsonl", recorder: recorder, header: header)
///     let following = Task { try await file.follow(every: .seconds(1)) }
///     …
///     following.cancel()
///     try file.close()
///
/// Events recorded before a completed call of `flush()` are in the file, whatever happens to the
/// process. Events recorded after the last flush are lost if the process ends. With a flush every
/// second, a crash costs at most the last second. Written events no longer occupy memory.
public final class TraceFile: Sendable {
  private let recorder: TraceRecorder
  private let state: TraceLock<State>

  private struct State {
    var descriptor: Int32
    var records = 0
  }

  /// Creates or empties a file, and writes its first lines.
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

  /// The path of the file.
  public let path: String

  /// Writes all events recorded so far. They are in the file when this returns; with `durably`,
  /// they also survive a power failure.
  ///
  /// - Throws: `TraceFileError`; the events that could not be written are lost, and the file ends
  ///   before them.
  public func flush(durably: Bool = false) throws(TraceFileError) {
    try state.withLock { state in
      Result { () throws(TraceFileError) in try self.flush(&state, durably: durably) }
    }.get()
  }

  /// Flushes repeatedly until the task is cancelled.
  ///
  /// - Parameter interval: the time between flushes, and thus the most that a crash costs.
  /// - Throws: `TraceFileError`.
  public func follow(every interval: Duration) async throws {
    while !Task.isCancelled {
      try flush()
      do { try await Task.sleep(for: interval) } catch { return }
    }
  }

  /// Flushes durably, writes the last line, and closes the file. A second call has no effect.
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

/// The reason why a trace could not be written.
public struct TraceFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The system's error number.
  public var code: Int32

  /// The file and the reason.
  public var description: String { "\(path): \(String(cString: strerror(code)))" }
}

/// The system's `close` and `write`, for use where members have the same names.
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, count: Int) -> Int {
  write(descriptor, bytes, count)
}
