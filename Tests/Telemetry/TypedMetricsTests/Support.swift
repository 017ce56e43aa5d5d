import Foundation
import TypedMetrics

/// A separate folder for a test.
final class Folder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("typed-metrics-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String = "metrics.jsonl") -> URL { url.appendingPathComponent(name) }
}

/// Separate user defaults for a test.
final class Suite {
  let name = "typed-metrics-\(UUID().uuidString)"
  let defaults: UserDefaults

  init() throws {
    guard let defaults = UserDefaults(suiteName: name) else {
      throw CocoaError(.featureUnsupported)
    }
    self.defaults = defaults
  }

  deinit {
    defaults.removePersistentDomain(forName: name)
    defaults.synchronize()
    try? FileManager.default.removeItem(at: file)
    try? FileManager.default.removeItem(at: file.appendingPathExtension("before"))
  }

  /// The file in which Foundation keeps them on platforms other than Apple's.
  var file: URL {
    FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".config/\(name).plist")
  }
}

/// Errors that a store reported.
final class Reported: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: [MetricStoreError] = []

  func add(_ error: MetricStoreError) { lock.withLock { stored.append(error) } }
  var errors: [MetricStoreError] { lock.withLock { stored } }
}

/// `MetricsWorker` of this package, built with the tests.
enum WorkerProcess {
  static let program: URL = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    let executable = bundle ?? CommandLine.arguments.first ?? ""
    return URL(fileURLWithPath: executable).deletingLastPathComponent()
      .appendingPathComponent("MetricsWorker")
  }()

  static func start(
    _ words: [String], output: FileHandle = .nullDevice, errors: FileHandle = .standardError,
    environment: [String: String] = [:]
  ) throws -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = words
    process.standardOutput = output
    process.standardError = errors
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try process.run()
    return process
  }
}
