import Foundation
import Testing

/// The help of every command at 80 columns.
@Suite struct HelpTests {
  private let scratch: EmptyScratch

  init() throws { scratch = try EmptyScratch() }

  private func help(_ path: [String]) throws -> String {
    let outcome = try Tool.docgen.run(
      path + ["--help"], in: scratch.folder, environment: ["COLUMNS": "80"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    return outcome.output
  }

  /// The commands without subcommands, with their help.
  private func leaves(_ path: [String] = []) throws -> [(path: [String], help: String)] {
    let text = try help(path)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(path)")
    let tables = text.matches(of: #/(?:Commands|Tools):\n((?: .*\n)+)/#)
    if tables.isEmpty { return [(path, text)] }
    var names = tables.flatMap { $0.1.matches(of: #/(?m)^  (\S+)/#).map { String($0.1) } }
    if path.isEmpty { names += ["completions", "man"] }
    return try names.flatMap { try leaves(path + [$0]) }
  }

  @Test func `every command fits, and has an example unless it stands alone`() throws {
    let leaves = try leaves()
    #expect(leaves.count > 30, "\(leaves.map(\.path))")
    for (path, text) in leaves {
      #expect(text.hasSuffix("\n") && text.contains("Usage: docgen \(path.joined(separator: " "))"))
      let standsAlone = ["lsp"].contains(path.first ?? "") || path == ["baseline", "show"]
      #expect(standsAlone || text.contains("Examples:\n"), "\(path)")
    }
  }

  /// The errors for a malformed command line.
  private static let problems = [
    "unexpected '", "unknown option", "unknown command", "is ambiguous", " is missing\n",
    "needs a value", "takes no value", " takes text, ",
  ]

  /// Every example is a valid command line; only its files and names may be missing.
  @Test func `every example is understood`() throws {
    for (path, text) in try leaves() {
      let lines = text.matches(of: #/(?m)^  ((?:docgen|git|yes) .*)$/#).map { String($0.1) }
      for line in lines {
        for part in line.split(separator: #/ \|\| | && | \| /#) where part.hasPrefix("docgen ") {
          let command = part.prefix { !"<>".contains($0) }
          let words = command.matches(of: #/'([^']*)'|[^ ']+/#).dropFirst()
            .map { String($0.1 ?? $0.0) }
          // These commands would not end: `lsp` reads standard input, and `watch` waits for
          // changes.
          if words == ["lsp"] || words.first == "watch" { continue }
          let outcome = try Tool.docgen.run(words, in: scratch.folder)
          #expect(
            !Self.problems.contains(where: outcome.errors.contains),
            "\(path): \(line)\n\(outcome)")
        }
      }
    }
  }
}
