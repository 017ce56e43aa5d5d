import Foundation

/// The response times of `docgen lsp` for this project's own documents, compared with a complete
/// check of them.
struct EditorBench: Bench {
  let name = "editor"
  private static let page = "docs/error-recovery.md"

  func run() {
    do {
      let folder = Self.package
      let check = try Self.checking(folder)
      let server = try BenchServer(folder)
      let begin = ContinuousClock.now
      let text = try String(
        contentsOf: folder.appendingPathComponent(Self.page), encoding: .utf8)
      try server.start(Self.page, text)
      _ = try server.request("textDocument/diagnostic", server.document)
      let ready = (ContinuousClock.now - begin).nanoseconds
      Report.line(
        "an editor's first findings", Self.milliseconds(ready),
        beside: "docgen check --no-cache \(Self.milliseconds(check)) in this run")
      try keystrokes(server, text, check)
      try questions(server, text, check)
      server.end()
    } catch {
      Report.failed("docgen lsp", error)
    }
  }

  /// Types a letter before the page, and requests the findings of the changed page.
  private func keystrokes(_ server: BenchServer, _ text: String, _ check: Double) throws {
    var timings = Timings()
    for version in 2...60 {
      try timings.measure {
        try server.type("x", version: version)
        _ = try server.request("textDocument/diagnostic", server.document)
      }
    }
    Report.line(
      "  findings after a keystroke", Self.milliseconds(timings.mean),
      beside: Self.beside(timings, check))
  }

  private func questions(_ server: BenchServer, _ text: String, _ check: Double) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains("->>") } ?? 0
    var place = server.document
    place["position"] = ["line": line, "character": lines[line].utf16.count - 2]
    var hover = Timings()
    for _ in 0..<60 {
      try hover.measure { _ = try server.request("textDocument/hover", place) }
    }
    Report.line(
      "  hover on a message", Self.milliseconds(hover.mean), beside: Self.beside(hover, check))
    var completion = Timings()
    place["position"] = ["line": 0, "character": 5]
    for version in 61...120 {
      // The text changes before each request, as in an editor.
      try server.replace("a `Sy\n\n" + text, version: version)
      try completion.measure { _ = try server.request("textDocument/completion", place) }
    }
    Report.line(
      "  completion of a name", Self.milliseconds(completion.mean),
      beside: Self.beside(completion, check))
  }

  private static func beside(_ timings: Timings, _ check: Double) -> String {
    "p99 \(milliseconds(timings.p99)); \(Report.number(timings.mean / check * 100)) % of that check"
  }

  private static func milliseconds(_ nanoseconds: Double) -> String {
    "\(Report.number(nanoseconds / 1e6)) ms"
  }

  // MARK: - Processes

  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static var docgen: URL {
    URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
      .appendingPathComponent("docgen")
  }

  /// The time of a complete check in nanoseconds, the best of three.
  private static func checking(_ folder: URL) throws -> Double {
    var timings = Timings()
    for _ in 0..<3 {
      try timings.measure {
        let process = Process()
        process.executableURL = docgen
        process.arguments = ["check", "--no-cache", "--quiet"]
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
      }
    }
    return timings.best
  }
}

/// A `docgen lsp` and its two pipes.
final class BenchServer {
  typealias Object = [String: Any]

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let folder: URL
  private var buffer = Data()
  private var lastID = 0
  private var uri = ""

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  init(_ folder: URL) throws {
    self.folder = folder
    process.executableURL = EditorBench.docgen
    process.arguments = ["lsp"]
    process.currentDirectoryURL = folder
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit { if process.isRunning { process.terminate() } }

  /// The current memory of the server and its peak, in bytes.
  var memory: (current: Int, peak: Int)? { ProcessFigures.memory(of: process.processIdentifier) }

  var document: Object { ["textDocument": ["uri": uri]] }

  func start(_ page: String, _ text: String) throws {
    uri = folder.appendingPathComponent(page).absoluteString
    _ = try request(
      "initialize",
      [
        "processId": NSNull(), "rootUri": folder.absoluteString,
        "capabilities": ["textDocument": ["diagnostic": Object()]],
      ])
    try notify("initialized", [:])
    try notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "markdown", "version": 1, "text": text]])
  }

  func type(_ text: String, version: Int) throws {
    let start = ["line": 0, "character": 2]
    try change(["range": ["start": start, "end": start], "text": text], version)
  }

  func replace(_ text: String, version: Int) throws { try change(["text": text], version) }

  private func change(_ change: Object, _ version: Int) throws {
    try notify(
      "textDocument/didChange",
      ["textDocument": ["uri": uri, "version": version], "contentChanges": [change]])
  }

  func end() {
    _ = try? request("shutdown", [:])
    try? send(["method": "exit"])
    process.waitUntilExit()
  }

  private func notify(_ method: String, _ params: Object) throws {
    try send(["method": method, "params": params])
  }

  private func send(_ message: Object) throws {
    let content = try JSONSerialization.data(
      withJSONObject: message.merging(["jsonrpc": "2.0"]) { one, _ in one })
    let header = Data("Content-Length: \(content.count)\r\n\r\n".utf8)
    try input.fileHandleForWriting.write(contentsOf: header + content)
  }

  /// Sends a request and waits for the response.
  func request(_ method: String, _ params: Object) throws -> Object {
    lastID += 1
    try send(["id": lastID, "method": method, "params": params])
    while true {
      let message = try message()
      guard message["id"] as? Int == lastID, message["method"] == nil else { continue }
      if let error = message["error"] { throw Failure(description: "\(method): \(error)") }
      return message
    }
  }

  private func message() throws -> Object {
    while true {
      if let end = buffer.range(of: Data("\r\n\r\n".utf8)) {
        let header = String(decoding: buffer[buffer.startIndex..<end.lowerBound], as: UTF8.self)
        let length = header.split(separator: " ").last.flatMap { Int($0) } ?? 0
        if buffer.endIndex - end.upperBound >= length {
          let content = buffer[end.upperBound..<(end.upperBound + length)]
          buffer = Data(buffer[(end.upperBound + length)...])
          return (try JSONSerialization.jsonObject(with: Data(content)) as? Object) ?? [:]
        }
      }
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { throw Failure(description: "the server has ended") }
      buffer += piece
    }
  }
}
