import Foundation
import TestTools
import Testing
import TypedMetrics

#if !os(Windows)
  /// A store that several processes share.
  enum SharedPlace: String, CaseIterable, CustomTestStringConvertible {
    case file, defaults
    var testDescription: String { rawValue }

    /// Calls `body` with the worker's argument for the place, and with a function that opens a
    /// store there.
    func with(_ body: (String, () throws -> AnyMetricStore) async throws -> Void) async throws {
      switch self {
      case .file:
        let folder = try Folder()
        let file = folder.file()
        try await body(file.path) { try MetricFileStore(file: file).erased }
      case .defaults:
        let suite = try Suite()
        try await body(suite.name) {
          MetricUserDefaultsStore(userDefaults: suite.defaults, userDefaultKey: "metrics").erased
        }
      }
    }
  }

  @Suite(.serialized) struct ProcessTests {
    /// 10,000 in `make metrics-kills`: 2 x 8 x 10,000 = 160,000 entries in each store.
    private let records = rounds("METRICS_RECORDS", 500)

    @Test(arguments: SharedPlace.allCases)
    func `two processes with eight tasks each neither lose nor duplicate values`(place: SharedPlace)
      async throws
    {
      try await place.with { path, store in
        let processes = try ["one", "two"].map {
          try WorkerProcess.start(["record", place.rawValue, path, $0, "8", "\(records)"])
        }
        for process in processes { process.waitUntilExit() }
        #expect(processes.map(\.terminationStatus) == [0, 0])
        let entries = try store().entries(from: .distantPast, until: .distantFuture)
        var values: [String: [Int]] = [:]
        for try await entry in entries {
          let number = try entry.value(of: Metric<Int>(name: entry.metric.name))
          values[entry.metric.name, default: []].append(number)
        }
        #expect(values.values.reduce(0) { $0 + $1.count } == 2 * 8 * records)
        #expect(values.count == 16 && entries.skippedLines == 0)
        for found in values.values { #expect(found.sorted() == Array(0..<records)) }
      }
    }

    @Test(arguments: SharedPlace.allCases)
    func `after a SIGKILL, everything before a completed flush is stored`(place: SharedPlace)
      async throws
    {
      for round in 0..<rounds("METRICS_KILLS", 4) {
        try await place.with { path, store in
          let promised = try killed(["endless", place.rawValue, path, "n"])
          let reading = try await readingAfterOneMore(store())
          let values = reading.samples.map(\.value)
          let kept = values.filter { $0 >= 0 }
          #expect(kept.sorted() == Array(0..<kept.count), "round \(round)")
          #expect(kept.count >= promised, "round \(round): \(kept.count) of \(promised)")
          #expect(values.contains(-1) && reading.skippedLines <= 1, "round \(round)")
        }
      }
    }

    #if !canImport(Darwin)
      /// Simulates a process that was killed while Foundation rewrote the domain's file.
      @Test(arguments: [nil, "", "<?xml version=\"1.0\"?><plist><dict><key>me"])
      func `defaults that a killed process left torn are restored, including keys of other owners`(
        torn: String?
      ) async throws {
        let suite = try Suite()
        func store() -> MetricUserDefaultsStore {
          MetricUserDefaultsStore(userDefaults: suite.defaults, userDefaultKey: "metrics")
        }
        suite.defaults.set("dark", forKey: "appearance")
        try await store().record(Metric<Int>(name: "n"), value: 1)
        let copy = suite.file.appendingPathExtension("before")
        try FileManager.default.copyItem(at: suite.file, to: copy)
        // Without a text: another process has written into the lost domain.
        let others = try PropertyListSerialization.data(
          fromPropertyList: ["size": 3], format: .xml, options: 0)
        try (torn.map { Data($0.utf8) } ?? others).write(to: suite.file)

        try await store().record(Metric<Int>(name: "n"), value: 2)
        let values = try await store().read(Metric<Int>(name: "n")).samples.map(\.value)
        #expect(values.sorted() == [1, 2])
        let kept = try PropertyListSerialization.propertyList(
          from: Data(contentsOf: suite.file), format: nil)
        #expect((kept as? [String: Any])?["appearance"] as? String == "dark")
        #expect((kept as? [String: Any])?["size"] as? Int == (torn == nil ? 3 : nil))
        #expect(!FileManager.default.fileExists(atPath: copy.path))
      }

      @Test func `a store of defaults reports that another process keeps them locked`() throws {
        let folder = try Folder()
        let suite = try Suite()
        let lock = open(
          folder.file("typed-metrics-defaults-\(getuid()).lock").path, O_RDWR | O_CREAT, 0o600)
        #expect(lock >= 0 && flock(lock, LOCK_EX) == 0)
        defer { close(lock) }
        let pipe = Pipe()
        let process = try WorkerProcess.start(
          ["record", "defaults", suite.name, "n", "1", "1"], errors: pipe.fileHandleForWriting,
          environment: ["TMPDIR": folder.file("").path])
        process.waitUntilExit()
        try pipe.fileHandleForWriting.close()
        let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
        #expect(process.terminationStatus == 1)
        #expect(String(decoding: said, as: UTF8.self).contains("stayed locked by another process"))
        #expect(!FileManager.default.fileExists(atPath: suite.file.path))
      }

      @Test func `a copy next to an intact file is removed, because its writer was done`()
        async throws
      {
        let suite = try Suite()
        let store = MetricUserDefaultsStore(userDefaults: suite.defaults, userDefaultKey: "metrics")
        try await store.record(Metric<Int>(name: "n"), value: 1)
        let copy = suite.file.appendingPathExtension("before")
        try FileManager.default.copyItem(at: suite.file, to: copy)
        try await store.record(Metric<Int>(name: "n"), value: 2)
        let values = try await store.read(Metric<Int>(name: "n")).samples.map(\.value)
        #expect(values == [1, 2])
        #expect(!FileManager.default.fileExists(atPath: copy.path))
      }
    #endif

    @Test func `a killed compaction leaves the complete old or new file`()
      async throws
    {
      for round in 0..<rounds("METRICS_KILLS", 4) {
        let folder = try Folder()
        let promised = try killed(["endless", "limited", folder.file().path, "n"])
        let reading = try await readingAfterOneMore(MetricFileStore(file: folder.file()).erased)
        let kept = reading.samples.map(\.value).filter { $0 >= 0 }
        let first = kept.first ?? 0
        #expect(kept == Array(first..<(first + kept.count)), "round \(round)")
        #expect(first + kept.count >= promised, "round \(round)")
        #expect(promised < 600 || kept.count > 100, "round \(round): \(kept.count)")
        #expect(reading.skippedLines <= 1, "round \(round)")
      }
    }

    /// Starts a process, kills it a moment later, and returns the number of values that it reported
    /// as stored.
    private func killed(_ words: [String]) throws -> Int {
      let pipe = Pipe()
      let process = try WorkerProcess.start(words, output: pipe.fileHandleForWriting)
      usleep(UInt32.random(in: 5_000...120_000))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      try pipe.fileHandleForWriting.close()
      let printed = try pipe.fileHandleForReading.readToEnd() ?? Data()
      let lines = String(decoding: printed, as: UTF8.self).split(separator: "\n")
      return lines.last.flatMap { Int($0) } ?? 0
    }

    /// Reads the store after another value, -1, was stored.
    private func readingAfterOneMore(_ store: AnyMetricStore) async throws -> MetricReading<Int> {
      let metric = Metric<Int>(name: "n")
      try await store.record(metric, value: -1)
      return try await store.read(metric)
    }
  }
#endif
