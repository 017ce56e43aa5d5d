import Foundation
import Testing
import TypedMetrics

private let metric = Metric<Int>(name: "n", in: Bucket("b"))

private func store(
  _ folder: Folder, _ options: MetricStoreOptions = MetricStoreOptions()
) throws -> MetricFileStore {
  try MetricFileStore(file: folder.file(), options: options)
}

private func append(_ text: String, to folder: Folder) throws {
  let handle = try FileHandle(forWritingTo: folder.file())
  try handle.seekToEnd()
  try handle.write(contentsOf: Data(text.utf8))
  try handle.close()
}

private func text(_ folder: Folder) throws -> String {
  try String(contentsOf: folder.file(), encoding: .utf8)
}

@Suite struct FileStoreTests {
  @Test func `a line is as documented`() async throws {
    let folder = try Folder()
    let store = try store(folder)
    let time = Date(timeIntervalSinceReferenceDate: 816_901_410.75)
    let startup = Bucket("app").doubleMetric("startup_time_ms")
    try await store.record(startup, value: 428.5, at: time)
    #expect(
      try text(folder)
        == #"{"time":816901410.75,"metric":{"bucket":"app","name":"startup_time_ms","#
        + #""type":"Double","version":1},"value":428.5}"# + "\n")
  }

  @Test(arguments: [
    "{\"time\":1,\"metric\":{\"bucket\":\"b\",\"na", "{\"time\":", "\u{0}\u{0}\u{0}",
    "{\"time\":1,\"metric\":{\"bucket\":\"b\",\"name\":\"n\",\"type\":\"Int\",\"version\":1},"
      + "\"value\":12",
  ])
  func `a torn line hides no good one, neither before nor behind it`(torn: String) async throws {
    let folder = try Folder()
    let first = try store(folder)
    try await first.record(metric, value: 1)
    try append(torn, to: folder)
    let second = try store(folder)
    try await second.record(metric, value: 2)
    try await first.record(metric, value: 3)
    let reading = try await second.read(metric)
    #expect(reading.samples.map(\.value) == [1, 2, 3])
    #expect(reading.skippedLines == 1)
  }

  @Test func `a good line behind a torn one is found also without a line break between them`()
    async throws
  {
    let folder = try Folder()
    let store = try store(folder)
    try await store.record(metric, value: 1)
    let line = try text(folder)
    try append(String(line.dropLast(9)) + line + "\u{FFFD}\n", to: folder)
    try append(String(line.dropLast(9)) + line, to: folder)
    let reading = try await store.read(metric)
    #expect(reading.samples.map(\.value) == [1, 1, 1])
    #expect(reading.skippedLines == 1)
  }

  @Test func `foreign lines and invalid bytes are skipped and counted`() async throws {
    let folder = try Folder()
    let store = try store(folder)
    for value in 0..<100 { try await store.record(metric, value: value) }
    var data = try Data(contentsOf: folder.file())
    data.append(contentsOf: [0xC3, 0x0A])
    data.append(Data("hello\n{}\n[1,2]\n\n{\"time\":1,\"metric\":{},\"value\":1}\n".utf8))
    data.append(Data("{\"time\":\"x\",\"metric\":{},\"value\":1} \n".utf8))
    try data.write(to: folder.file())
    try await store.record(metric, value: 100)
    let reading = try await store.read(metric)
    #expect(reading.samples.map(\.value) == Array(0...100))
    #expect(reading.skippedLines == 6)
  }

  @Test func `a line longer than memory should hold is skipped`() async throws {
    let folder = try Folder()
    let store = try store(folder)
    try await store.record(metric, value: 1)
    try append(String(repeating: "x", count: 34 << 20) + "\n", to: folder)
    try await store.record(metric, value: 2)
    let reading = try await store.read(metric)
    #expect(reading.samples.map(\.value) == [1, 2])
    #expect(reading.skippedLines == 1)
  }

  @Test func `deep nesting in a value neither traps nor hides others`() async throws {
    let folder = try Folder()
    let store = try store(folder)
    try await store.record(metric, value: 1)
    let line = try text(folder).dropLast(3)
    let deep = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
    try append("\(line)\(deep)}\n\(line)\(deep.dropLast())}\n", to: folder)
    try await store.record(metric, value: 2)
    let entries = try await store.retrieveAll(from: .distantPast, until: .distantFuture)
    #expect(entries.count == 3)
    #expect(try await store.retrieveAll(for: Metric<String>(name: "other")).isEmpty)
  }

  @Test func `recording without pause does not put off writing`() async throws {
    let folder = try Folder()
    let store = try store(folder, MetricStoreOptions(writeDelay: .milliseconds(300)))
    let deadline = ContinuousClock.now + .seconds(60)
    while store.statistics.written == 0, ContinuousClock.now < deadline {
      metric.record(1, in: store)
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(store.statistics.written > 0)
  }

  @Test func `a store in a folder that does not exist cannot be made`() throws {
    let folder = try Folder()
    let place = folder.url.appendingPathComponent("none/metrics.jsonl")
    #expect {
      try MetricFileStore(file: place)
    } throws: { error in
      "\(error)" == "cannot open '\(place.path)': No such file or directory"
    }
  }

  @Test func `a full disk is reported, and nothing is lost when there is room again`() async throws
  {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(
      at: folder.file(), withDestinationURL: URL(fileURLWithPath: "/dev/full"))
    let reported = Reported()
    let store = try store(folder, MetricStoreOptions(onError: { reported.add($0) }))
    await #expect(throws: MetricStoreError.self) { try await store.record(metric, value: 1) }
    metric.record(2, in: store)
    await #expect(throws: MetricStoreError.self) { try await store.flush() }
    await #expect(throws: MetricStoreError.self) { try await store.flush() }
    #expect(store.statistics.failure != nil && reported.errors.count >= 1)
    try FileManager.default.removeItem(at: folder.file())
    metric.record(3, in: store)
    try await store.flush()
    #expect(try await store.retrieveAll(for: metric).map(\.value) == [2, 3])
    #expect(store.statistics.failure == nil && store.statistics.pending == 0)
  }

  @Test func `a file that is deleted or replaced is made anew`() async throws {
    let folder = try Folder()
    let store = try store(folder)
    try await store.record(metric, value: 1)
    try FileManager.default.removeItem(at: folder.file())
    #expect(try await store.retrieveAll(for: metric).isEmpty)
    try await store.record(metric, value: 2)
    try await store.flush()
    #expect(try await store.retrieveAll(for: metric).map(\.value) == [2])
  }
}

@Suite struct RetentionTests {
  private let old = Date(timeIntervalSinceNow: -10 * 86_400)

  @Test func `old entries go wherever they stand, and unreadable lines with them`() async throws {
    let folder = try Folder()
    let store = try store(folder)
    try await store.record(metric, value: 1)
    try await store.record(metric, value: 2, at: old)
    try append("rubbish\n", to: folder)
    try await store.record(metric, value: 3)
    let result = try await store.optimize(maxRetentionDays: 7)
    #expect(result.kept == 2 && result.removed == 1 && result.unreadable == 1)
    let reading = try await store.read(metric)
    #expect(reading.samples.map(\.value) == [1, 3] && reading.skippedLines == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
  }

  @Test func `a store keeps itself below its size, the newest entries staying`() async throws {
    let folder = try Folder()
    let limit = 20_000
    let store = try store(
      folder, MetricStoreOptions(retention: MetricRetention(maximumBytes: limit)))
    for value in 0..<600 { try await store.record(metric, value: value) }
    #expect(try Data(contentsOf: folder.file()).count <= limit)
    let values = try await store.retrieveAll(for: metric).map(\.value)
    #expect(values == Array((600 - values.count)..<600))
    #expect(values.count > 100)
  }

  @Test func `a store with a maximum age throws old entries away by itself`() async throws {
    let folder = try Folder()
    try await store(folder).record(metric, value: 1, at: old)
    let store = try store(
      folder, MetricStoreOptions(retention: MetricRetention(maximumAge: 86_400)))
    try await store.record(metric, value: 2)
    #expect(try await store.retrieveAll(for: metric).map(\.value) == [2])
  }

  @Test func `a compaction keeps the file's permissions and loses nothing of other stores`()
    async throws
  {
    let folder = try Folder()
    let first = try store(folder)
    let second = try store(folder)
    try await first.record(metric, value: -1, at: old)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.file().path)
    await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in [first, second].enumerated() {
        group.addTask {
          for value in 0..<200 { try await store.record(metric, value: number * 200 + value) }
        }
      }
      group.addTask {
        for _ in 0..<30 {
          try await first.record(metric, value: -1, at: old)
          try await second.compact(MetricRetention(maximumAge: 86_400))
        }
      }
    }
    let values = try await first.retrieveAll(for: metric).map(\.value)
    #expect(values.filter { $0 >= 0 }.sorted() == Array(0..<400))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file().path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func `memory and defaults keep to their policies too`() async throws {
    let retention = MetricRetention(maximumAge: 86_400, maximumBytes: 40_000)
    let options = MetricStoreOptions(retention: retention)
    let suite = try Suite()
    let memory = MetricMemoryStore(options: options)
    let defaults = MetricUserDefaultsStore(
      userDefaults: suite.defaults, userDefaultKey: "m", options: options)
    let stores: [any BufferedMetricStore] = [memory, defaults]
    for store in stores {
      try await store.record(metric, value: -1, at: old)
      for value in 0..<2_000 { metric.record(value, in: store) }
      try await store.flush()
      _ = try await store.compact()
      let values = try await store.retrieveAll(for: metric).map(\.value)
      #expect(values.last == 1_999 && !values.contains(-1))
      #expect(values.count < 800 && values.count > 100, "\(values.count)")
    }
  }
}
