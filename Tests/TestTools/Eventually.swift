/// Something that a test waits for has not come true in time.
package struct NeverTrue: Error {
  /// Where the test waits.
  package let location: String
}

/// Waits until a condition holds, and looks every millisecond.
///
/// A test that polls by itself hangs where it should fail.
///
/// - Throws: `NeverTrue` after `limit`, the time limit of a test unless said, or what the condition throws. The limit holds on a cancelled
///   task too.
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
