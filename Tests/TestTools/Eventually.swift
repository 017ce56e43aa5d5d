// The TestTools module has the helpers that several test targets share.
//
// They make tests repeatable and bounded: random numbers depend on a seed (`SeededRandom`), waiting
// ends with an error (`eventually`), folders vanish with their object (`TemporaryFolder`), and time
// is measured on the processor, so that other tests do not matter (`processorTime`). Environment
// variables set the number of repetitions (`rounds`), few in `make test`. The module depends on
// Basics alone, and not on the testing library.

/// A condition that a test waits for has not become true in time.
package struct NeverTrue: Error {
  /// The location of the waiting test.
  package let location: String
}

/// Waits until a condition is true, and checks it every millisecond.
///
/// A test with its own polling loop would hang instead of failing.
///
/// - Throws: `NeverTrue` after `limit`, by default the time limit of a test, or the error of the
///   condition. The limit also applies to a cancelled task.
package func eventually(
  within limit: Duration = .seconds(60 * testMinutes), _ file: StaticString = #fileID,
  _ line: Int = #line,
  _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + limit
  while try await !condition() {
    guard ContinuousClock.now < end else { throw NeverTrue(location: "\(file):\(line)") }
    try? await Task.sleep(for: .milliseconds(1))
    if Task.isCancelled { await Task.yield() }
  }
}
