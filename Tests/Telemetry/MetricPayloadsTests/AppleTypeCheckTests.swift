#if !canImport(MetricKit)
  import Foundation
  import TestTools
  import Testing

  /// Type-checks code for Apple platforms against modules `os` and `MetricKit` that only have the
  /// signatures (`Tests/AppleStubs`). The package does not include these modules, because the value
  /// of `canImport(MetricKit)` would then depend on the order of the build.
  @Suite struct AppleTypeCheckTests {
    /// Runs the compiler; returns its output if it fails, otherwise `nil`.
    private static func compile(_ words: [String]) throws -> String? {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      let features = [
        "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
        "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
      ].flatMap { ["-enable-upcoming-feature", $0] }
      process.arguments =
        ["swiftc", "-swift-version", "6", "-warnings-as-errors"] + features + words
      let log = FileManager.default.temporaryDirectory
        .appendingPathComponent("type-check-\(UUID().uuidString)")
      try Data().write(to: log)
      defer { try? FileManager.default.removeItem(at: log) }
      process.standardError = try FileHandle(forWritingTo: log)
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus == 0 ? nil : try String(contentsOf: log, encoding: .utf8)
    }

    /// Calls `body` with a folder that contains the two modules.
    private static func withStubs(_ body: (URL) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("apple-stubs-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      for module in ["os", "MetricKit"] {
        let source = packageFolder.appendingPathComponent(
          "Tests/AppleStubs/\(module)/\(module).swift")
        let failure = try compile([
          "-emit-module", "-parse-as-library", "-module-name", module, "-I", folder.path, "-o",
          folder.appendingPathComponent("\(module).swiftmodule").path, source.path,
        ])
        #expect(failure == nil, "\(failure ?? "")")
      }
      try body(folder)
    }

    private static func sources(of module: String) -> [String] {
      let folder = packageFolder.appendingPathComponent("Sources/Telemetry/\(module)")
        .resolvingSymlinksInPath()
      let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      let files = (found?.allObjects ?? []).compactMap { ($0 as? URL)?.path }
      return files.filter { $0.hasSuffix(".swift") }.sorted()
    }

    /// The build folder with the modules that the sources may import, next to the running tests.
    private static let modules: String = {
      let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
      let executable = bundle ?? CommandLine.arguments.first ?? ""
      return URL(fileURLWithPath: executable).deletingLastPathComponent()
        .appendingPathComponent("Modules").path
    }()

    /// The name that SwiftPM gives a root package: that of its folder.
    private static let packageName = packageFolder.lastPathComponent.lowercased()

    @Test func `the sources for Apple platforms match the signatures; misuse does not`() throws {
      try Self.withStubs { stubs in
        let common = ["-typecheck", "-parse-as-library", "-I", stubs.path]
        for module in ["MetricPayloads", "SyncTelemetry"] {
          let failure = try Self.compile(
            common + ["-I", Self.modules, "-package-name", Self.packageName]
              + ["-module-name", module] + Self.sources(of: module))
          #expect(failure == nil, "\(failure ?? "")")
        }

        let wrong = stubs.appendingPathComponent("wrong.swift")
        try Data(
          """
          import MetricKit
          import os
          let name = "FullSync"
          func wrong() { mxSignpost(.begin, log: MXMetricManager.makeLogHandle(category: "a"), name: name) }
          var state: OSSignposter.IntervalState?
          """.utf8
        ).write(to: wrong)
        let expected = try Self.compile(common + ["-module-name", "Wrong", wrong.path]) ?? ""
        #expect(
          expected.contains("IntervalState") && expected.contains("StaticString"), "\(expected)")
      }
    }
  }
#endif
