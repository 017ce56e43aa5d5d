import Foundation

/// The real Mermaid, asked in one node process about many texts.
///
/// Its bundle is taken from `DOCGEN_MERMAID_BUNDLE`, or from `.build/mermaid/mermaid.js` below the
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

  static func bundle() throws -> String {
    let root = Corpus.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path =
      ProcessInfo.processInfo.environment["DOCGEN_MERMAID_BUNDLE"]
      ?? root.appendingPathComponent(".build/mermaid/mermaid.js").path
    guard FileManager.default.fileExists(atPath: path) else {
      throw Missing(description: "the real Mermaid is not at \(path): run `make test-deps`")
    }
    return path
  }

  struct Shown: Decodable, Sendable {
    var id: Int
    /// Labels, messages and notes.
    var shown: [String]
    /// What states, participants and classes are called.
    var names: [String]
  }

  /// The verdicts on texts, in their order.
  static func verdicts(_ texts: [String], models: Bool = false) throws -> [Verdict] {
    try ask("verdicts.js", texts, models ? ["--model-text"] : [])
  }

  /// The texts that each diagram shows.
  static func shown(_ texts: [String]) throws -> [Shown] { try ask("shown.js", texts, []) }

  private static func ask<Answer: Decodable>(
    _ name: String, _ texts: [String], _ options: [String]
  ) throws -> [Answer] {
    let script = Corpus.folder.deletingLastPathComponent()
      .appendingPathComponent("RealMermaid/\(name)").path
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
    try Data().write(to: output)

    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["node", script, try bundle()] + options
    var environment = ProcessInfo.processInfo.environment
    environment["NODE_PATH"] = environment["NODE_PATH"] ?? "/usr/share/nodejs"
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Missing(description: "node ended with \(process.terminationStatus)")
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
}
