// The TraceTesting module connects traces with Swift Testing: the trait `.recorded(…)` runs a test
// as a recorded scenario.
//
// It is separate from Traces, because programs that record must not link the testing library.

#if canImport(Testing) && compiler(>=6.1)
  public import Testing
  import Traces

  /// Records a test as the trace of a scenario.
  ///
  ///     @Test(.recorded("download", "A file is downloaded."))
  ///     func download() async throws {
  ///       try await Downloader(http: RecordingHTTPClient(…)).download(file)
  ///     }
  ///
  /// In the test, `TraceRecorder.current` is the recorder. The trace is written only if the test
  /// does not throw.
  public struct RecordedTrait: TestTrait, TestScoping {
    let name: String
    let title: String
    let folder: String
    let file: String
    let path: String

    /// Runs the test, and writes the trace.
    ///
    /// - Parameters:
    ///   - test: the test.
    ///   - testCase: the case of a parameterized test; the trace holds the last case.
    ///   - function: the body of the test.
    /// - Throws: the error of the test, or `TraceFileError`.
    public func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      try await withoutActuallyEscaping(function) { function in
        let scenario = RecordedScenario(name, title, file: file) { try await function() }
        try await RecordedScenario.record([scenario], into: folder, file: path)
      }
    }
  }

  extension Trait where Self == RecordedTrait {
    /// Records the test as a scenario.
    ///
    /// - Parameters:
    ///   - scenario: the name of the trace, unique within the project.
    ///   - title: the scenario in one sentence.
    ///   - folder: the folder for traces, below the project's folder if it is relative.
    ///   - file: the file of the test.
    ///   - path: the path of that file.
    /// - Returns: the trait.
    public static func recorded(
      _ scenario: String, _ title: String = "", into folder: String = ".build/traces",
      file: String = #fileID, path: String = #filePath
    ) -> Self {
      RecordedTrait(name: scenario, title: title, folder: folder, file: file, path: path)
    }
  }
#endif
