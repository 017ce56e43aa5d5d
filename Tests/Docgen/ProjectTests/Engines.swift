import Foundation
import Testing

/// The engines that `make engines` installs.
enum Engines {
  static let python = Tool.package.appendingPathComponent(".build/engines/venv/bin/python")
  static let isInstalled = FileManager.default.isExecutableFile(atPath: python.path)
  /// The engines that are installed: Spark only with `make engines SPARK=1`.
  static let names = ["clickhouse", "duckdb", "postgresql"] + (hasSpark ? ["spark"] : [])
  private static let hasSpark = {
    let libraries = python.deletingLastPathComponent().appendingPathComponent("../lib").path
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: libraries)) ?? []
    return versions.contains {
      FileManager.default.fileExists(atPath: "\(libraries)/\($0)/site-packages/pyspark")
    }
  }()
  /// The reason for a skipped test.
  static let missing: Comment = "the engines are missing; `make engines` installs them"

  /// Runs a script of `Tests/Engines`.
  static func run(_ script: String, _ arguments: [String], in folder: URL) throws -> Outcome {
    let path = Tool.package.appendingPathComponent("Tests/Engines/\(script)").path
    return try Tool.run(python, [path] + arguments, in: folder)
  }
}
