import Basics
internal import Dispatch
internal import Foundation

/// Buffers values between the caller and a sink.
///
///     submit ─┐                            ┌─ append (one write for all waiting values)
///             ├─► pending ─► serial queue ─┤
///     record ─┘   (locked)                 └─ synchronize, for flush
///
/// The first waiting value sets the time of the write; later ones do not postpone it. A value of an
/// awaited `record` is written at once, together with all waiting values. As with the group commit
/// of databases, many values thus share the cost of one write; a caller pays for a lock and an
/// append to an array.
final class MetricBuffer: @unchecked Sendable {
  private struct Item {
    let sample: PendingSample
    let continuation: CheckedContinuation<Void, any Error>?
  }

  private struct State {
    var items: [Item] = []
    var isScheduled = false
    var statistics = MetricStoreStatistics()
    /// The reason why a submitted value was lost; the next flush throws it.
    var loss: MetricStoreError?
  }

  /// Unchecked `Sendable`, because nothing else uses the sink of a store.
  private struct Output: @unchecked Sendable {
    let sink: any MetricSink
    var writer = EntryLineWriter()

    /// Passes the encoded lines to the sink; returns the error if that fails.
    mutating func append() -> MetricStoreError? {
      do throws(MetricStoreError) {
        try sink.append(writer.takeBytes())
        return nil
      } catch {
        return error
      }
    }
  }

  let options: MetricStoreOptions
  private let state = Locked(State())
  private let queue = DispatchQueue(label: "TypedMetrics.store", qos: .utility)
  /// Used only on the serial queue, so that its lock never blocks.
  private let output: Locked<Output>

  init(_ sink: any MetricSink, options: MetricStoreOptions) {
    output = Locked(Output(sink: sink))
    self.options = options
  }

  var statistics: MetricStoreStatistics {
    state.withLock { state in
      var statistics = state.statistics
      statistics.pending = state.items.count
      return statistics
    }
  }

  // MARK: - Taking values

  func submit(_ sample: PendingSample) {
    enum Next { case nothing, later, report }
    let next: Next = state.withLock { state in
      guard state.items.count < options.pendingLimit else {
        state.statistics.dropped += 1
        state.loss = .tooManyPending(limit: options.pendingLimit)
        return .report
      }
      state.items.append(Item(sample: sample, continuation: nil))
      defer { state.isScheduled = true }
      return state.isScheduled ? .nothing : .later
    }
    switch next {
    case .nothing: break
    case .later: writeLater(after: options.writeDelay)
    case .report: options.onError?(.tooManyPending(limit: options.pendingLimit))
    }
  }

  /// Returns once the value is in the sink.
  func record(_ sample: PendingSample) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let item = Item(sample: sample, continuation: continuation)
      state.withLock { $0.items.append(item) }
      queue.async { self.write() }
    }
  }

  // MARK: - On the queue

  /// Writes all waiting values, then makes them durable. Throws if a value submitted earlier is not
  /// stored.
  func flush() async throws {
    try await afterWriting { sink in
      try sink.synchronize()
      let loss = self.state.withLock { state in
        defer { state.loss = nil }
        return state.loss
      }
      if let loss { throw loss }
    }
  }

  /// Writes all waiting values, then calls `work` with the sink.
  func afterWriting<Result: Sendable>(
    _ work: @escaping @Sendable (any MetricSink) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        self.write()
        let result = self.output.withLock { output in Swift.Result { try work(output.sink) } }
        continuation.resume(with: result)
      }
    }
  }

  private func writeLater(after delay: Duration) {
    let (seconds, attoseconds) = delay.components
    let nanoseconds = Int(clamping: attoseconds / 1_000_000_000)
    let time = DispatchTime.now() + .seconds(Int(clamping: seconds)) + .nanoseconds(nanoseconds)
    queue.asyncAfter(deadline: time) { self.write() }
  }

  private func write() {
    let items = state.withLock { state in
      defer { state.items = [] }
      state.isScheduled = false
      return state.items
    }
    guard !items.isEmpty else { return }
    let (encoded, failure) = output.withLock { output in
      let encoded = items.filter { encode($0, with: &output.writer) }
      return (encoded, encoded.isEmpty ? nil : output.append())
    }
    if let failure {
      failed(encoded, failure)
    } else {
      state.withLock { state in
        state.statistics.written += encoded.count
        if state.loss == state.statistics.failure { state.loss = nil }
        state.statistics.failure = nil
      }
      for item in encoded { item.continuation?.resume() }
    }
  }

  private func encode(_ item: Item, with writer: inout EntryLineWriter) -> Bool {
    do {
      try writer.append(item.sample)
      return true
    } catch {
      let failure = MetricStoreError.notEncodable(item.sample.metric, "\(error)")
      state.withLock { state in
        state.statistics.notEncodable += 1
        if item.continuation == nil { state.loss = failure }
      }
      if let continuation = item.continuation {
        continuation.resume(throwing: failure)
      } else {
        options.onError?(failure)
      }
      return false
    }
  }

  /// Awaited values fail. The others are tried again after a second, or with the next write.
  private func failed(_ items: [Item], _ error: MetricStoreError) {
    let kept = items.filter { $0.continuation == nil }
    let schedules = state.withLock { state in
      let room = max(0, options.pendingLimit - state.items.count)
      state.statistics.dropped += max(0, kept.count - room)
      state.items.insert(contentsOf: kept.suffix(room), at: 0)
      state.statistics.failedWrites += 1
      state.statistics.failure = error
      if !kept.isEmpty { state.loss = error }
      if kept.count > room { state.loss = .tooManyPending(limit: options.pendingLimit) }
      defer { state.isScheduled = state.isScheduled || !state.items.isEmpty }
      return !state.isScheduled && !state.items.isEmpty
    }
    for item in items { item.continuation?.resume(throwing: error) }
    if !kept.isEmpty { options.onError?(error) }
    if schedules { writeLater(after: max(options.writeDelay, .seconds(1))) }
  }
}
