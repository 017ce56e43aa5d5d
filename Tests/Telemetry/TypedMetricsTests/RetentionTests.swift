import Foundation
import Testing
import TypedMetrics

@Suite struct RetentionTests {
  private let old = Date(timeIntervalSinceNow: -10 * 86_400)

  @Test func `old entries are removed everywhere, together with unreadable lines`() async throws {
    let folder = try Folder()
    let store = try fileStore(folder)
    try await store.record(fileMetric, value: 1)
    try await store.record(fileMetric, value: 2, at: old)
    try appendText("rubbish\n", to: folder)
    try await store.record(fileMetric, value: 3)
    let result = try await store.optimize(maxRetentionDays: 7)
    #expect(result.kept == 2 && result.removed == 1 && result.unreadable == 1)
    let reading = try await store.read(fileMetric)
    #expect(reading.samples.map(\.value) == [1, 3] && reading.skippedLines == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
  }

  @Test func `a store stays below its maximum size and keeps the newest entries`() async throws {
    let folder = try Folder()
    let limit = 20_000
    let store = try fileStore(
      folder, MetricStoreOptions(retention: MetricRetention(maximumBytes: limit)))
    for value in 0..<600 { try await store.record(fileMetric, value: value) }
    #expect(try Data(contentsOf: folder.file()).count <= limit)
    let values = try await store.retrieveAll(for: fileMetric).map(\.value)
    #expect(values == Array((600 - values.count)..<600))
    #expect(values.count > 100)
  }

  @Test func `an automatic compaction that fails neither loses nor repeats entries`() async throws {
    let folder = try Folder()
    let store = try fileStore(
      folder, MetricStoreOptions(retention: MetricRetention(maximumBytes: 2_000)))
    // The compaction's file cannot be created where a folder has its name.
    let obstacle = folder.file().path + ".compacting"
    try FileManager.default.createDirectory(
      atPath: obstacle, withIntermediateDirectories: false)
    for value in 0..<100 { try await store.record(fileMetric, value: value) }
    #expect(try Data(contentsOf: folder.file()).count > 2_000)
    #expect(try await store.retrieveAll(for: fileMetric).map(\.value) == Array(0..<100))
    await #expect(throws: MetricStoreError.self) {
      _ = try await store.compact(MetricRetention(maximumBytes: 2_000))
    }
    try FileManager.default.removeItem(atPath: obstacle)
    try await store.record(fileMetric, value: 100)
    #expect(try Data(contentsOf: folder.file()).count <= 2_000)
    #expect(try await store.retrieveAll(for: fileMetric).last?.value == 100)
  }

  @Test func `a store with a maximum age removes old entries by itself`() async throws {
    let folder = try Folder()
    try await fileStore(folder).record(fileMetric, value: 1, at: old)
    let store = try fileStore(
      folder, MetricStoreOptions(retention: MetricRetention(maximumAge: 86_400)))
    try await store.record(fileMetric, value: 2)
    #expect(try await store.retrieveAll(for: fileMetric).map(\.value) == [2])
  }

  @Test func `a compaction keeps the file's permissions and loses nothing of other stores`()
    async throws
  {
    let folder = try Folder()
    let first = try fileStore(folder)
    let second = try fileStore(folder)
    try await first.record(fileMetric, value: -1, at: old)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.file().path)
    await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in [first, second].enumerated() {
        group.addTask {
          for value in 0..<200 { try await store.record(fileMetric, value: number * 200 + value) }
        }
      }
      group.addTask {
        for _ in 0..<30 {
          try await first.record(fileMetric, value: -1, at: old)
          try await second.compact(MetricRetention(maximumAge: 86_400))
        }
      }
    }
    let values = try await first.retrieveAll(for: fileMetric).map(\.value)
    #expect(values.filter { $0 >= 0 }.sorted() == Array(0..<400))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file().path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func `memory and defaults follow their policies too`() async throws {
    let retention = MetricRetention(maximumAge: 86_400, maximumBytes: 40_000)
    let options = MetricStoreOptions(retention: retention)
    let suite = try Suite()
    let memory = MetricMemoryStore(options: options)
    let defaults = MetricUserDefaultsStore(
      userDefaults: suite.defaults, userDefaultKey: "m", options: options)
    let stores: [any BufferedMetricStore] = [memory, defaults]
    for store in stores {
      try await store.record(fileMetric, value: -1, at: old)
      for value in 0..<2_000 { fileMetric.record(value, in: store) }
      try await store.flush()
      _ = try await store.compact()
      let values = try await store.retrieveAll(for: fileMetric).map(\.value)
      #expect(values.last == 1_999 && !values.contains(-1))
      #expect(values.count < 800 && values.count > 100, "\(values.count)")
    }
  }
}
