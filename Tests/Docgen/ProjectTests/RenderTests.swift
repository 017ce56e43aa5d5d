import Diagnostics
import Foundation
import Markdown
import Testing

/// A Mermaid block that the real Mermaid refuses: `docs/a.md:12: Parse error …`.
struct Refusal: CustomStringConvertible {
  var place: String
  var error: String
  var description: String { "\(place): \(error)" }
}

/// Asks the real Mermaid, run by node, about every Mermaid block of some documents.
enum RealMermaid {
  /// - Returns: how many blocks there are, and which are refused.
  static func check(_ files: [(path: String, bytes: [UInt8])]) throws -> (Int, [Refusal]) {
    var lines = Data()
    var places: [String] = []
    for file in files {
      let page = Page(path: file.path, bytes: file.bytes)
      for fence in page.fences where fence.language.lowercased() == "mermaid" {
        let line = ["id": String(places.count), "text": fence.literal]
        lines += try JSONSerialization.data(withJSONObject: line) + Data("\n".utf8)
        places.append("\(file.path):\(fence.range.start.line)")
      }
    }
    var refusals: [Refusal] = []
    var answered = 0
    for answer in try answers(to: lines) {
      guard let id = (answer["id"] as? String).flatMap({ Int($0) }), places.indices.contains(id)
      else { continue }
      answered += 1
      if answer["ok"] as? Bool != true {
        let error = answer["error"] as? String ?? "no reason given"
        refusals.append(Refusal(place: places[id], error: error))
      }
    }
    guard answered == places.count else {
      throw ScratchError(text: "Mermaid answered \(answered) of \(places.count) questions")
    }
    return (places.count, refusals)
  }

  private static func answers(to lines: Data) throws -> [[String: Any]] {
    let bundle = Tool.package.appendingPathComponent(".build/mermaid/mermaid.js")
    guard FileManager.default.fileExists(atPath: bundle.path) else {
      throw ScratchError(text: "the real Mermaid is not installed: run 'make test-deps'")
    }
    let script = Tool.package.appendingPathComponent(
      "Tests/Docgen/MermaidTests/RealMermaid/verdicts.js")
    let outcome = try Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["NODE_PATH=/usr/share/nodejs", "node", script.path, bundle.path], in: Tool.package,
      input: lines)
    guard outcome.code == 0 else { throw ScratchError(text: "node failed: \(outcome)") }
    return try outcome.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return object as? [String: Any] ?? [:]
    }
  }
}

@Suite struct RenderTests {
  @Test func `the real Mermaid accepts every diagram of the documents`() throws {
    let files = try Tool.documents().map { path in
      (path, [UInt8](try Data(contentsOf: Tool.package.appendingPathComponent(path))))
    }
    let (count, refusals) = try RealMermaid.check(files)
    #expect(count >= 10)
    for refusal in refusals { Issue.record("\(refusal)") }
  }

  @Test func `a block that Mermaid refuses is named by file and line`() throws {
    let text = """
      # Title

      ```mermaid
      sequenceDiagram
          A->>B: fine
      ```

      > ```mermaid
      > sequenceDiagram
      >     A->>
      > ```
      """
    let (count, refusals) = try RealMermaid.check([("docs/a.md", Array(text.utf8))])
    #expect(count == 2)
    #expect(refusals.map(\.place) == ["docs/a.md:8"])
    #expect(refusals.first?.error.contains("Parse error") == true)
  }
}
