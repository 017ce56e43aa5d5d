import SyncScenarios

/// Records every scenario once for all tests.
actor RecordingCache {
  static let shared = RecordingCache()

  private var tasks: [String: Task<ScenarioRecording, any Error>] = [:]

  func recording(of scenario: Scenario) async throws -> ScenarioRecording {
    if let task = tasks[scenario.name] { return try await task.value }
    let task = Task { try await scenario.record() }
    tasks[scenario.name] = task
    return try await task.value
  }
}
