import TestTools
import Testing

/// Runs every test of a suite on SQLite, and again on PostgreSQL if a server is there. The tests
/// create their databases by `Server`.
struct EveryStorage: SuiteTrait, TestTrait, TestScoping {
  @TaskLocal static var isPostgreSQL = false

  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
    guard PostgreSQLServer.url != nil else { return }
    let naming = IssueHandlingTrait.compactMapIssues { issue in
      var issue = issue
      issue.comments.append("on PostgreSQL")
      return issue
    }
    try await Self.$isPostgreSQL.withValue(true) {
      try await naming.provideScope(for: test, testCase: testCase, performing: function)
    }
  }
}

extension Trait where Self == EveryStorage {
  /// Runs every test of the suite on each storage.
  static var everyStorage: Self { EveryStorage() }
}
