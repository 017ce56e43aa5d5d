import Foundation
import TypedMetrics

enum Worker {
  static func run(_ words: [String]) async -> Int32 {
    guard words.count >= 4, let store = store(words[1], words[2]) else { return 2 }
    do {
      switch (words[0], words.dropFirst(4).compactMap { Int($0) }) {
      case ("record", let numbers) where numbers.count == 2:
        try await record(store, name: words[3], tasks: numbers[0], count: numbers[1])
      case ("endless", []): try await recordEndlessly(store, name: words[3])
      default: return 2
      }
      return 0
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      return 1
    }
  }

  private static func store(_ kind: String, _ place: String) -> AnyMetricStore? {
    switch kind {
    case "file": return try? MetricFileStore(file: URL(fileURLWithPath: place)).erased
    case "limited":
      let options = MetricStoreOptions(retention: MetricRetention(maximumBytes: 40_000))
      return try? MetricFileStore(file: URL(fileURLWithPath: place), options: options).erased
    case "defaults":
      return UserDefaults(suiteName: place).map {
        MetricUserDefaultsStore(userDefaults: $0, userDefaultKey: "metrics").erased
      }
    default: return nil
    }
  }

  /// Half of the values are awaited one by one; if that would take too long, in groups.
  private static func record(
    _ store: AnyMetricStore, name: String, tasks: Int, count: Int
  ) async throws {
    let awaitsAll = store.unbox(as: MetricFileStore.self) != nil
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          let metric = Metric<Int>(name: "\(name).\(task)")
          for value in 0..<count {
            if value % 2 == 0 && awaitsAll || value % 1_000 == 0 {
              try await store.record(metric, value: value)
            } else {
              metric.record(value, in: store)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    try await store.flush()
  }

  /// After each flush, prints the number of values that are certainly stored.
  private static func recordEndlessly(_ store: AnyMetricStore, name: String) async throws {
    let metric = Metric<Int>(name: name)
    var count = 0
    while true {
      for _ in 0..<Int.random(in: 1...300) {
        metric.record(count, in: store)
        count += 1
      }
      try await store.flush()
      FileHandle.standardOutput.write(Data("\(count)\n".utf8))
    }
  }
}
