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
