import Foundation
import TestTools

/// The outcome of a program run.
struct Outcome: Equatable, CustomStringConvertible {
  var code: Int32
  var output: String
  var errors: String

  var description: String { "exit code \(code)\n\(output)\(errors)" }

  func contains(_ text: String) -> Bool { output.contains(text) }
}

/// The programs of this package, built together with the tests.
enum Tool: String {
  case docgen
  case scenarios = "sync-scenarios"

  /// The package's folder.
  static let package = packageFolder

  /// The build folder of the products, which contains the running test bundle.
  static let products: URL = {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
    let executable = bundle ?? CommandLine.arguments.first ?? ""
    return URL(fileURLWithPath: executable).deletingLastPathComponent()
  }()

  /// The paths of this project's documents in a copy of it: the README and everything in `docs`.
  static func documents(in package: URL = package) throws -> [String] {
    let docs = package.appendingPathComponent("docs").path
    let names = try FileManager.default.subpathsOfDirectory(atPath: docs)
    return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
  }

  var path: String { Self.products.appendingPathComponent(rawValue).path }

  /// Runs the tool without `CI`, because docgen refuses some commands there.
  func run(
    _ arguments: [String], in folder: URL, input: Data = Data(), environment: [String: String] = [:]
  ) throws -> Outcome {
    let desk = ProcessInfo.processInfo.environment.filter { $0.key != "CI" }
    return try Self.run(
      Self.products.appendingPathComponent(rawValue), arguments, in: folder, input: input,
      environment: desk.merging(environment) { $1 })
  }

  static func run(
    _ program: URL, _ arguments: [String], in folder: URL, input: Data = Data(),
    environment: [String: String]? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let captured = FileManager.default.temporaryDirectory
      .appendingPathComponent("docgen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: captured, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: captured) }
    let files = ["in", "out", "err"].map { captured.appendingPathComponent($0) }
    try input.write(to: files[0])
    for file in files.dropFirst() { try Data().write(to: file) }
    let inherited = ProcessInfo.processInfo.environment
    var variables = environment ?? inherited
    // The user's own cache stays untouched.
    if variables["XDG_CACHE_HOME"] == inherited["XDG_CACHE_HOME"] {
      variables["XDG_CACHE_HOME"] = captured.path
    }
    process.environment = variables
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    let texts = try files.dropFirst().map {
      String(decoding: try Data(contentsOf: $0), as: UTF8.self)
    }
    return Outcome(code: process.terminationStatus, output: texts[0], errors: texts[1])
  }
}

/// A copy of this project's documents, sources and fresh traces for tests to change and check.
final class Scratch: FileEditing, Sendable {
  let folder: URL
  /// The home of caches: a folder next to the project.
  private let cacheHome: URL

  /// The traces of this build, recorded once for all tests.
  private static let traces: Result<URL, any Error> = Result {
    let folder = Tool.products.appendingPathComponent("project-test-traces")
    if FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder)
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let outcome = try Tool.scenarios.run(["record", "--out", folder.path], in: folder)
    guard outcome.code == 0 else { throw ScratchError(text: "recording failed: \(outcome)") }
    return folder
  }

  /// The cache that one check of the unchanged sources leaves for the next.
  private static let cache: Result<URL, any Error> = Result {
    let scratch = try Scratch(Scratch.content, cache: nil)
    let outcome = try scratch.docgen("check", "README.md")
    let kept = Tool.products.appendingPathComponent("project-test-cache")
    try? FileManager.default.removeItem(at: kept)
    do {
      try FileManager.default.moveItem(at: scratch.cacheFolder.appending(path: "code"), to: kept)
    } catch {
      throw ScratchError(text: "no cache was written: \(outcome)")
    }
    return kept
  }

  private static let content = [
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", ".github", "Package.swift", "docs",
    "Sources", "Tests", "templates", ".docgen.json",
  ]

  convenience init() throws { try self.init(Self.content, cache: try Self.cache.get()) }

  /// Only these files and folders, and the traces: copying everything takes seconds.
  convenience init(only paths: String...) throws { try self.init(paths, cache: nil) }

  private init(_ content: [String], cache: URL?) throws {
    let manager = FileManager.default
    folder = manager.temporaryDirectory.appendingPathComponent("docgen-\(UUID().uuidString)")
    cacheHome = folder.appendingPathExtension("cache")
    try manager.createDirectory(
      at: folder.appendingPathComponent(".build"), withIntermediateDirectories: true)
    try manager.createDirectory(at: cacheFolder, withIntermediateDirectories: true)
    if let cache { try manager.copyItem(at: cache, to: cacheFolder.appending(path: "code")) }
    // One program copies 2,000 files faster than `FileManager`.
    for (parent, paths) in Dictionary(grouping: content, by: Self.parent) {
      try manager.createDirectory(at: url(parent), withIntermediateDirectories: true)
      let copying = try Tool.run(
        URL(fileURLWithPath: "/bin/cp"), ["-R"] + paths + [url(parent).path], in: Tool.package)
      guard copying.code == 0 else { throw ScratchError(text: "copying failed: \(copying)") }
    }
    try manager.copyItem(
      at: try Self.traces.get(), to: folder.appendingPathComponent(".build/traces"))
  }

  /// `docs/a.md` -> `docs`
  private static func parent(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  deinit {
    for place in [folder, cacheHome] { try? FileManager.default.removeItem(at: place) }
  }

  /// The folder that docgen names after the project's path.
  private var cacheFolder: URL {
    let parts = folder.resolvingSymlinksInPath().path.split(separator: "/")
    return cacheHome.appending(path: "docgen/" + parts.joined(separator: "%"))
  }

  func docgen(_ arguments: String...) throws -> Outcome {
    try Tool.docgen.run(
      arguments, in: folder, environment: ["XDG_CACHE_HOME": cacheHome.path])
  }

  func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

  func bytes(_ path: String) throws -> Data { try Data(contentsOf: url(path)) }

  func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

  func write(_ text: String, to path: String) throws {
    let file = url(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}

struct ScratchError: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}

/// An empty temporary folder.
final class EmptyScratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("docgen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
