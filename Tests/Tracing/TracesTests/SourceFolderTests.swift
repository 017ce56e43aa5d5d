import Foundation
import TestTools
import Testing
import Traces

/// A project on disk: a machine, its caller, a scenario, and unrelated files.
@Suite struct SourceFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let files = [
      "Package.swift": "// swift-tools-version: 6.0",
      "Sources/App/DoorMachine.swift": "struct DoorMachine { var limit = Limits.most }",
      "Sources/App/DoorMachine+Events.swift":
        "extension DoorMachine { enum Event { case pushed } }",
      "Sources/App/Limits.swift": "enum Limits { static let most = 3 }",
      "Sources/App/Door.swift": "final class Door { let machine = DoorMachine() }",
      "Sources/App/Garden.swift": "struct Garden { let text = \"struct DoorMachine\" }",
      "Sources/Other/Limits.swift": "extension Limits {}",
      "Sources/Recorder/Visit.swift": "func visit() {}",
      "Tests/AppTests/DoorTests.swift": "extension DoorMachine {}",
      ".build/checkouts/a/DoorMachine.swift": "struct DoorMachine {}",
    ]
    for (path, text) in files {
      let url = URL(fileURLWithPath: folder.file(path))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  private func trace() -> Trace {
    let recorder = TraceRecorder(clock: TraceClock { 0 })
    let span = recorder.call(
      from: "User", to: "Door", "push", file: "Recorder/Visit.swift", line: 1)
    recorder.transition(
      machine: "DoorMachine", from: "closed", event: "pushed", to: "open",
      file: "App/Door.swift", line: 1)
    recorder.returned(span, file: "Recorder/Visit.swift", line: 1)
    return recorder.trace(header: TraceHeader(scenario: "visit"))
  }

  @Test
  func
    `the sources of a trace are its call sites, machines, participants, and the types that machines use`()
  {
    let sources = SourceFolder(around: folder.file("Sources/Recorder/Visit.swift"))
    #expect(sources.path == folder.path)
    #expect(
      sources.sources(of: trace()).map(\.file) == [
        "Sources/App/Door.swift", "Sources/App/DoorMachine+Events.swift",
        "Sources/App/DoorMachine.swift", "Sources/App/Limits.swift",
        "Sources/Recorder/Visit.swift",
      ])
  }

  @Test func `a test file counts only if it is given`() {
    let sources = SourceFolder(at: folder.path)
    #expect(
      sources.sources(of: trace(), and: ["AppTests/DoorTests.swift"]).map(\.file).last
        == "Tests/AppTests/DoorTests.swift")
    let empty = Trace(header: TraceHeader(scenario: "none"))
    #expect(
      sources.sources(of: empty, and: ["App/Limits.swift"]).map(\.file) == [
        "Sources/App/Limits.swift"
      ])
  }

  @Test func `a folder without sources yields none`() {
    #expect(SourceFolder(at: folder.path + "/missing").sources(of: trace()).isEmpty)
    #expect(SourceFolder(around: "App/Door.swift").path == "App")
  }

  @Test func `the last line lists the sources`() throws {
    var trace = trace()
    trace.sources = SourceFolder(at: folder.path).sources(of: trace)
    let bytes = TraceWriter.encode(trace)
    let (read, errors) = TraceReader.read(bytes)
    #expect(errors.isEmpty)
    #expect(read?.sources == trace.sources)
    #expect(trace.sources.allSatisfy { $0.digest.count == 16 && $0.parts.count.isMultiple(of: 8) })
    let last = String(decoding: bytes, as: UTF8.self).split(separator: "\n").last
    #expect(last?.hasPrefix(#"{"type":"end","records":3,"dropped":0,"sources":[{"file":"#) == true)
  }

  @Test func `merged traces have the sources of all`() throws {
    var (one, other) = (trace(), trace())
    one.sources = [TraceSource(file: "A.swift", digest: "1")]
    other.header.scenario = "again"
    other.sources = [
      TraceSource(file: "A.swift", digest: "2"), TraceSource(file: "B.swift", digest: "3"),
    ]
    let merged = try TraceMerge.merged([one, other], scenario: "both")
    #expect(merged.sources == one.sources + other.sources)
  }
}
