import Foundation
import RepositoryGenerator

/// A generated repository of 5 million lines, next to the goals for a monorepo: a check with an empty
/// cache, checks after small changes, and the memory of an open editor.
///
/// `MONOREPO_FRACTION=10` measures a tenth of it.
struct MonorepoBench {
  static let name = "monorepo"

  private let size: GeneratedRepository
  private let root: String
  private let cache: String

  init() {
    let divisor = ProcessInfo.processInfo.environment["MONOREPO_FRACTION"].flatMap { Int($0) } ?? 1
    size = GeneratedRepository.fraction(max(1, divisor))
    root = CheckBench.tools.appendingPathComponent("monorepo/\(size.lines)-lines").path
    cache = root + ".cache"
  }

  func run() async {
    do {
      try generate()
      setenv("XDG_CACHE_HOME", cache, 1)
      try await measureCold()
      try measureChanges()
      try measureEditor()
    } catch {
      Report.failed(Self.name, error)
    }
  }

  /// Writes the repository unless an earlier run did.
  private func generate() throws {
    let isThere = FileManager.default.fileExists(atPath: root)
    if !isThere {
      let folder = root + ".new"
      try? FileManager.default.removeItem(atPath: folder)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try size.write(to: folder)
      try FileManager.default.moveItem(atPath: folder, toPath: root)
    }
    Report.line(
      "\(size.lines) lines of Swift", "\(size.files) files",
      beside: "\(size.documents) documents, \(size.diagrams) diagrams, one commit")
  }

  /// The absolute paths of the Swift files.
  private func sources() -> [String] {
    size.features.flatMap { $0.sourcePaths.map { root + "/" + $0 } }
  }

  private func measureCold() async throws {
    let paths = sources()
    let cores = ProcessInfo.processInfo.activeProcessorCount
    var parsing = Timings()
    await parsing.measure {
      await CodeBench.parse(count: paths.count, workers: cores) {
        (try? Data(contentsOf: URL(fileURLWithPath: paths[$0]))).map { [UInt8]($0) } ?? []
      }
    }
    try? FileManager.default.removeItem(atPath: cache)
    let (check, time) = try checkOnce()
    let peer = parsing.leastProcessorTime / 1e9
    Report.line(
      "  check with an empty cache", "\(Report.number(time)) s",
      beside: "\(Report.number(parsing.best / 1e7 / time)) % of the speed of bare SwiftParser on "
        + "\(cores) cores (\(Report.number(parsing.best / 1e9)) s), "
        + "\(Report.number(peer / check.processorTime * 100)) % by the processor's time; goal 80 %")
    Report.line(
      "  its memory", Self.megabytes(check.peakMemory), beside: "goal: under 2,000 MB")
  }

  private func measureChanges() throws {
    try checked("nothing changed", goal: 1) { _ in }
    let feature = size.feature(size.documents / 2)
    try checked("one Swift file changed", goal: 1.5) { round in
      try change(feature.sourcePaths[0], "// Changed in round \(round).\n")
    }
    try checked("one document changed", goal: 1) { round in
      try change(feature.documentPath, "\nChanged in round \(round).\n")
    }
  }

  /// The best of three checks, each after a change.
  private func checked(_ what: String, goal: Double, after change: (Int) throws -> Void) throws {
    var best: (usage: ProcessUsage, time: Double)?
    for round in 0..<3 {
      try change(round)
      let next = try checkOnce()
      if next.time < best?.time ?? .infinity { best = next }
    }
    guard let best else { return }
    Report.line(
      "  \(what)", "\(Report.number(best.time)) s",
      beside: "\(Report.number(best.usage.processorTime)) s of the processor's time, "
        + "\(Self.megabytes(best.usage.peakMemory)); goal: under \(goal) s")
  }

  private func checkOnce() throws -> (usage: ProcessUsage, time: Double) {
    let start = ContinuousClock.now
    let usage = try CheckBench.docgen("check", "--hints", in: root)
    return (usage, (ContinuousClock.now - start).nanoseconds / 1e9)
  }

  private func change(_ path: String, _ addition: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: root + "/" + path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(addition.utf8))
    try file.close()
  }

  /// Opens a document, types, and asks for its findings.
  private func measureEditor() throws {
    let page = size.feature(size.documents / 2).documentPath
    let server = try BenchServer(URL(fileURLWithPath: root))
    try server.start(page, try String(contentsOfFile: root + "/" + page, encoding: .utf8))
    for version in 2...20 {
      try server.type("x", version: version)
      _ = try server.request("textDocument/diagnostic", server.document)
    }
    let memory = server.memory
    server.end()
    Report.line(
      "  memory of an open editor", memory.map { Self.megabytes($0.current) } ?? "not measured",
      beside: memory.map { "peak \(Self.megabytes($0.peak)); goal: under 1,500 MB" } ?? "")
  }

  private static func megabytes(_ bytes: Int) -> String { "\(bytes / 1_000_000) MB" }
}
