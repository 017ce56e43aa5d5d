import Basics
internal import Foundation

/// The entries of a store, one after the other.
///
///     for try await entry in store.entries(from: start, until: end) { … }
public struct MetricEntries: AsyncSequence, Sendable {
  private let makeBatches: @Sendable () -> EntryBatches
  private let skipped = Locked(0)

  init(_ makeBatches: @escaping @Sendable () -> EntryBatches) { self.makeBatches = makeBatches }

  /// The number of lines in the latest iteration that are not entries: torn, damaged, or written by
  /// another program.
  public internal(set) var skippedLines: Int {
    get { skipped.withLock { $0 } }
    nonmutating set { skipped.withLock { $0 = newValue } }
  }

  /// The same entries in batches, which is faster if all of them are read.
  func batches() -> EntryBatches { makeBatches() }

  /// Begins at the first entry.
  public func makeAsyncIterator() -> Iterator { Iterator(batches: makeBatches(), owner: self) }

  /// Iterates over the entries.
  public struct Iterator: AsyncIteratorProtocol {
    let batches: EntryBatches
    let owner: MetricEntries
    private var batch: [MetricEntry] = []
    private var index = 0

    init(batches: EntryBatches, owner: MetricEntries) {
      self.batches = batches
      self.owner = owner
    }

    /// The next entry; throws if the store cannot be read.
    public mutating func next() async throws -> MetricEntry? {
      try await next(isolation: nil)
    }

    /// The next entry, without leaving the caller's actor if the entry is already in memory.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(any Error) -> MetricEntry? {
      while index >= batch.count {
        guard let next = try await batches.next() else { return nil }
        owner.skippedLines = batches.skippedLines
        batch = next
        index = 0
      }
      defer { index += 1 }
      return batch[index]
    }
  }
}

/// Entries in batches, read away from the caller's actor.
final class EntryBatches: Sendable {
  private enum Source {
    case store(MetricStoreCore, start: Date, end: Date)
    case cursor(EntryCursor)
    case function(@Sendable () async throws -> [MetricEntry])
    case ended
  }

  private let source: Locked<Source>
  private let skipped = Locked(0)

  init(_ core: MetricStoreCore, from start: Date, until end: Date) {
    source = Locked(.store(core, start: start, end: end))
  }

  init(once function: @escaping @Sendable () async throws -> [MetricEntry]) {
    source = Locked(.function(function))
  }

  var skippedLines: Int { skipped.withLock { $0 } }

  /// The next entries; `nil` at the end.
  @concurrent func next() async throws -> [MetricEntry]? {
    switch source.withLock({ $0 }) {
    case .ended: return nil
    case .cursor: return try read()
    case .function(let function):
      source.withLock { $0 = .ended }
      return try await function()
    case .store(let core, let start, let end):
      try await core.buffer.afterWriting { sink in
        let pieces = try sink.pieces()
        self.source.withLock { $0 = .cursor(EntryCursor(pieces, from: start, until: end)) }
      }
      return try read()
    }
  }

  private func read() throws -> [MetricEntry]? {
    try source.withLock { source in
      guard case .cursor(let cursor) = source else { return nil }
      let batch = try cursor.next()
      if batch == nil { source = .ended }
      skipped.withLock { $0 = cursor.skippedLines }
      return batch
    }
  }
}
