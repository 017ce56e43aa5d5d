import Foundation

/// The speed of the real Mermaid, warmed up, in one process of Node.
struct RealMermaidSpeed: Decodable {
  struct Passes: Decodable {
    /// The time of the best pass over all texts.
    var seconds: Double
    /// The number of rejected texts.
    var refused: Int
  }

  /// `mermaid.parse`.
  var parse: Passes
  /// The generated parsers alone, with a database without any effect.
  var grammar: Passes

  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let tests = package.appendingPathComponent("Tests/Docgen/MermaidTests")

  static func measure(_ texts: [String]) throws -> RealMermaidSpeed {
    let bundle = package.appendingPathComponent(".build/mermaid/mermaid.js").path
    guard FileManager.default.fileExists(atPath: bundle) else {
      throw Missing(description: "the real Mermaid is not at \(bundle): run `make test-deps`")
    }
    var lines = Data()
    for (number, text) in texts.enumerated() {
      lines += try JSONEncoder().encode(Question(id: number, text: text)) + [0x0A]
    }
    let folder = try ScratchFolder()
    let input = URL(fileURLWithPath: folder.path("texts.jsonl"))
    let output = URL(fileURLWithPath: folder.path("speed.json"))
    try lines.write(to: input)
    try Data().write(to: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["node", tests.appendingPathComponent("RealMermaid/bench.js").path, bundle]
    var environment = ProcessInfo.processInfo.environment
    environment["NODE_PATH"] = environment["NODE_PATH"] ?? "/usr/share/nodejs"
    process.environment = environment
    process.standardInput = try FileHandle(forReadingFrom: input)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
    process.waitUntilExit()
    return try JSONDecoder().decode(RealMermaidSpeed.self, from: Data(contentsOf: output))
  }

  private struct Question: Encodable {
    var id: Int
    var text: String
  }
}
