import Foundation
import Synchronization
import TestTools

/// The real Mermaid, loaded once into a node process shared by all tests.
///
/// The bundle is at `DOCGEN_MERMAID_BUNDLE`, by default `.build/mermaid/mermaid.js` below the
/// package.
enum RealMermaid {
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  struct Verdict: Decodable, Sendable {
    var id: Int
    var ok: Bool
    var kind: String?
    var error: String?
    /// The model as JSON text with sorted keys.
    var model: String?
  }

  struct Shown: Decodable, Sendable {
    var id: Int
    /// Labels, messages and notes.
    var shown: [String]
    /// The names of states, participants and classes.
    var names: [String]
  }

  /// The verdicts on the texts, in the same order.
  static func verdicts(_ texts: [String], models: Bool = false) throws -> [Verdict] {
    try ask(models ? "models" : "verdicts", texts)
  }

  /// The texts that each diagram shows.
  static func shown(_ texts: [String]) throws -> [Shown] { try ask("shown", texts) }

  private static let process = Mutex<RealMermaidProcess?>(nil)

  private static func ask<Answer: Decodable>(_ what: String, _ texts: [String]) throws -> [Answer] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("mermaid-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appendingPathComponent("input.jsonl")
    let output = folder.appendingPathComponent("output.jsonl")
    var lines = Data()
    for (number, text) in texts.enumerated() {
      lines += try JSONEncoder().encode(Question(id: number, text: text)) + [0x0A]
    }
    try lines.write(to: input)
    let request = Request(ask: what, input: input.path, output: output.path)
    try process.withLock { process in
      do {
        let running = try process ?? RealMermaidProcess()
        process = running
        try running.carryOut(JSONEncoder().encode(request))
      } catch {
        process = nil
        throw error
      }
    }
    let answers = try Data(contentsOf: output).split(separator: 0x0A).map {
      try JSONDecoder().decode(Answer.self, from: Data($0))
    }
    guard answers.count == texts.count else {
      throw Missing(description: "\(answers.count) answers to \(texts.count) questions")
    }
    return answers
  }

  private struct Question: Encodable {
    var id: Int
    var text: String
  }

  private struct Request: Encodable {
    var ask: String
    var input: String
    var output: String
  }
}

/// `node server.js`, which ends with its standard input.
private struct RealMermaidProcess {
  private let process = Process()
  private let requests = Pipe()
  private let replies = Pipe()

  init() throws {
    let script = Corpus.folder.deletingLastPathComponent()
      .appendingPathComponent("RealMermaid/server.js").path
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["node", script, try Self.bundle()]
    var environment = ProcessInfo.processInfo.environment
    environment["NODE_PATH"] = environment["NODE_PATH"] ?? "/usr/share/nodejs"
    process.environment = environment
    process.standardInput = requests
    process.standardOutput = replies
    try process.run()
  }

  private static func bundle() throws -> String {
    let root = packageFolder
    let path =
      ProcessInfo.processInfo.environment["DOCGEN_MERMAID_BUNDLE"]
      ?? root.appendingPathComponent(".build/mermaid/mermaid.js").path
    guard FileManager.default.fileExists(atPath: path) else {
      throw RealMermaid.Missing(
        description: "the real Mermaid is not at \(path): run `make test-deps`")
    }
    return path
  }

  /// Sends one request and waits for its line.
  func carryOut(_ request: Data) throws {
    guard process.isRunning else { throw RealMermaid.Missing(description: "node has ended") }
    try requests.fileHandleForWriting.write(contentsOf: request + [0x0A])
    guard replies.fileHandleForReading.availableData == Data("done\n".utf8) else {
      process.waitUntilExit()
      throw RealMermaid.Missing(description: "node ended with \(process.terminationStatus)")
    }
  }
}
