import Foundation
import TestTools
import Testing
import TypedMetrics

/// 100,000 in `make metrics-kills`.
@Suite struct MutationTests {
  @Test func `a damaged store file never traps, and intact lines stay readable`() async throws {
    let share = rounds("METRICS_MUTATIONS", 152) / 8
    try await withThrowingTaskGroup(of: Int.self) { group in
      for seed in 0..<8 {
        group.addTask { try await damage(rounds: share, seed: UInt64(seed)) }
      }
      let done = try await group.reduce(0, +)
      #expect(done == 8 * share)
    }
  }

  /// Damages a file repeatedly and reads it each time. Returns the number of rounds.
  private func damage(rounds: Int, seed: UInt64) async throws -> Int {
    let folder = try Folder()
    let store = try MetricFileStore(file: folder.file())
    try await fill(store)
    let original = Array(try Data(contentsOf: folder.file()))
    let lines = original.split(separator: 0x0A)
    var random = SeededRandom(seed)
    for round in 0..<rounds {
      var bytes = original
      let touched = mutate(&bytes, using: &random)
      try Data(bytes).write(to: folder.file())
      var count = 0
      for entry in try await store.retrieveAll(from: .distantPast, until: .distantFuture) {
        count += 1
        _ = try? entry.value(of: Metric<String>(name: "text"))
        _ = try? entry.value(of: Metric<Double>(name: "number"))
      }
      // A mutation changes a range of bytes; all lines outside of it must be intact.
      let untouched = lines.filter {
        $0.endIndex < touched.lowerBound || $0.startIndex > touched.upperBound
      }
      #expect(count >= untouched.count - 1, "seed \(seed), round \(round)")
    }
    return rounds
  }

  private func fill(_ store: MetricFileStore) async throws {
    for index in 0..<6 {
      try await store.record(Metric<Double>(name: "number"), value: Double(index) / 3)
      try await store.record(Metric<String>(name: "text"), value: "a\n\"\(index)\" \u{1F30D}")
      try await store.record(
        Metric<[String: [Int?]]>(name: "nested", in: Bucket("b")), value: ["k": [index, nil]])
    }
  }

  /// Changes some bytes and returns the changed range of the original.
  private func mutate(_ bytes: inout [UInt8], using random: inout SeededRandom) -> ClosedRange<Int>
  {
    let start = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count - 1, start + Int.random(in: 0..<40, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes[start] = UInt8.random(in: .min ... .max, using: &random)
    case 1: bytes.removeSubrange(start...end)
    case 2:
      let from = Int.random(in: 0..<bytes.count, using: &random)
      bytes.insert(contentsOf: bytes[from..<min(bytes.count, from + 60)], at: start)
    default:
      for index in start...end {
        bytes[index] = Array("{}[]\",:0-eE\\\n\u{0}".utf8).randomElement(using: &random) ?? 0
      }
    }
    return start...end
  }
}
