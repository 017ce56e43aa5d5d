import Foundation
import Testing
import TypedMetrics

@Suite struct FileStoreTests {
  @Test func `a line has the documented format`() async throws {
    let folder = try Folder()
    let store = try fileStore(folder)
    let time = Date(timeIntervalSinceReferenceDate: 816_901_410.75)
    let startup = Bucket("app").doubleMetric("startup_time_ms")
    try await store.record(startup, value: 428.5, at: time)
    #expect(
      try fileText(folder)
        == #"{"time":816901410.75,"metric":{"bucket":"app","name":"startup_time_ms","#
        + #""type":"Double","version":1},"value":428.5}"# + "\n")
  }

  @Test(arguments: [
    "{\"time\":1,\"metric\":{\"bucket\":\"b\",\"na", "{\"time\":", "\u{0}\u{0}\u{0}",
    "{\"time\":1,\"metric\":{\"bucket\":\"b\",\"name\":\"n\",\"type\":\"Int\",\"version\":1},"
      + "\"value\":12",
  ])
  func `a torn line hides neither the lines before nor those after it`(torn: String) async throws {
    let folder = try Folder()
    let first = try fileStore(folder)
    try await first.record(fileMetric, value: 1)
    try appendText(torn, to: folder)
    let second = try fileStore(folder)
    try await second.record(fileMetric, value: 2)
    try await first.record(fileMetric, value: 3)
    let reading = try await second.read(fileMetric)
    #expect(reading.samples.map(\.value) == [1, 2, 3])
    #expect(reading.skippedLines == 1)
  }

  @Test func `a valid line after a torn one is found even without a line break between them`()
    async throws
  {
    let folder = try Folder()
    let store = try fileStore(folder)
    try await store.record(fileMetric, value: 1)
    let line = try fileText(folder)
    try appendText(String(line.dropLast(9)) + line + "\u{FFFD}\n", to: folder)
    try appendText(String(line.dropLast(9)) + line, to: folder)
    let reading = try await store.read(fileMetric)
    #expect(reading.samples.map(\.value) == [1, 1, 1])
    #expect(reading.skippedLines == 1)
  }

  @Test func `foreign lines and invalid bytes are skipped and counted`() async throws {
    let folder = try Folder()
    let store = try fileStore(folder)
    for value in 0..<100 { try await store.record(fileMetric, value: value) }
    var data = try Data(contentsOf: folder.file())
    data.append(contentsOf: [0xC3, 0x0A])
    data.append(Data("hello\n{}\n[1,2]\n\n{\"time\":1,\"metric\":{},\"value\":1}\n".utf8))
    data.append(Data("{\"time\":\"x\",\"metric\":{},\"value\":1} \n".utf8))
    try data.write(to: folder.file())
    try await store.record(fileMetric, value: 100)
    let reading = try await store.read(fileMetric)
    #expect(reading.samples.map(\.value) == Array(0...100))
    #expect(reading.skippedLines == 6)
  }

  @Test func `a line that is too long for memory is skipped`() async throws {
    let folder = try Folder()
    let store = try fileStore(folder)
    try await store.record(fileMetric, value: 1)
    try appendText(String(repeating: "x", count: 34 << 20) + "\n", to: folder)
    try await store.record(fileMetric, value: 2)
    let reading = try await store.read(fileMetric)
    #expect(reading.samples.map(\.value) == [1, 2])
    #expect(reading.skippedLines == 1)
  }

  @Test func `deep nesting in a value neither traps nor hides other values`() async throws {
    let folder = try Folder()
    let store = try fileStore(folder)
    try await store.record(fileMetric, value: 1)
    let line = try fileText(folder).dropLast(3)
    let deep = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
    try appendText("\(line)\(deep)}\n\(line)\(deep.dropLast())}\n", to: folder)
    try await store.record(fileMetric, value: 2)
    let entries = try await store.retrieveAll(from: .distantPast, until: .distantFuture)
    #expect(entries.count == 3)
    #expect(try await store.retrieveAll(for: Metric<String>(name: "other")).isEmpty)
  }

  @Test func `continuous recording does not delay writing`() async throws {
    let folder = try Folder()
    let store = try fileStore(folder, MetricStoreOptions(writeDelay: .milliseconds(300)))
    let deadline = ContinuousClock.now + .seconds(60)
    while store.statistics.written == 0, ContinuousClock.now < deadline {
      fileMetric.record(1, in: store)
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(store.statistics.written > 0)
  }

  @Test func `a store cannot be created in a missing folder`() throws {
    let folder = try Folder()
    let place = folder.url.appendingPathComponent("none/metrics.jsonl")
    #expect {
      try MetricFileStore(file: place)
    } throws: { error in
      "\(error)" == "cannot open '\(place.path)': No such file or directory"
    }
  }

  @Test func `a full disk is reported, and nothing is lost once there is room again`() async throws
  {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let folder = try Folder()
    try FileManager.default.createSymbolicLink(
      at: folder.file(), withDestinationURL: URL(fileURLWithPath: "/dev/full"))
    let reported = Reported()
    let store = try fileStore(folder, MetricStoreOptions(onError: { reported.add($0) }))
    await #expect(throws: MetricStoreError.self) { try await store.record(fileMetric, value: 1) }
    fileMetric.record(2, in: store)
    await #expect(throws: MetricStoreError.self) { try await store.flush() }
    await #expect(throws: MetricStoreError.self) { try await store.flush() }
    #expect(store.statistics.failure != nil && reported.errors.count >= 1)
    try FileManager.default.removeItem(at: folder.file())
    fileMetric.record(3, in: store)
    try await store.flush()
    #expect(try await store.retrieveAll(for: fileMetric).map(\.value) == [2, 3])
    #expect(store.statistics.failure == nil && store.statistics.pending == 0)
  }

  @Test func `a file that is deleted or replaced is created again`() async throws {
    let folder = try Folder()
    let store = try fileStore(folder)
    try await store.record(fileMetric, value: 1)
    try FileManager.default.removeItem(at: folder.file())
    #expect(try await store.retrieveAll(for: fileMetric).isEmpty)
    try await store.record(fileMetric, value: 2)
    try await store.flush()
    #expect(try await store.retrieveAll(for: fileMetric).map(\.value) == [2])
  }
}
