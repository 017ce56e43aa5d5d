import Diagnostics
import JSON
package import Rules
package import SwiftIndex
import Traces

/// The contents of `.docgen.json`: where documents, sources and traces are.
package struct Configuration: Hashable, Sendable {
  /// The name of the file, searched in the working folder and upwards.
  package static let fileName = ".docgen.json"

  /// Markdown files to read.
  package var documents = ["README.md", "docs/**/*.md"]
  /// Swift files to read.
  package var sources = ["Sources/**/*.swift"]
  /// Traces to read.
  package var traces: [String] = []
  /// Symbol graphs to read: facts of the compiler about the sources.
  package var symbolGraphs: [String] = []
  /// Files to leave out of all of these.
  package var excluded: [String] = []
  /// Words in inline code that look like names of the code but are not.
  package var ignored: [String] = []
  /// The severities of findings.
  package var severities = Severities()
  /// The folder of templates that replace or add to the built-in ones.
  package var templates = "templates"
  /// The required contents of pages, by a pattern of their paths; the first match counts.
  package var contracts: [NamedContract] = []
  /// The command that records the traces, suggested when they are missing.
  package var record: String?
  /// Whether blocks may run without `--run`. It counts only if the command line names the file.
  package var runs = false
  /// Pages and Swift files whose Swift blocks are verified without markers.
  package var verifiedSwift: [String] = []
  /// The folder of a finished build that blocks are compiled against.
  package var buildFolder: String?
  /// The platforms of the code; an empty list means all.
  package var platforms: [BuildPlatform] = []
  /// The file of Mermaid's own script, for drawing.
  package var mermaid: String?
  /// Named lists of labels in drawn diagrams with their meanings.
  package var synonyms: [String: [String: String]] = [:]

  package init() {}
}

/// A contract and its pages.
package struct NamedContract: Hashable, Sendable {
  /// A pattern of paths.
  package var pages: String
  package var contract: PageContract
}

extension Configuration {
  /// Applies the members of a file that have no problems: lists and texts replace earlier values,
  /// objects are merged, with the new entries first.
  ///
  /// The members must have been checked before: values of a wrong type are skipped without a
  /// report.
  mutating func apply(_ members: [JSONMember]) {
    for member in members {
      let node = member.node
      switch member.key {
      case "documents": documents = node.texts
      case "sources": sources = node.texts
      case "traces": traces = node.texts
      case "symbolGraphs": symbolGraphs = node.texts
      case "exclude": excluded = node.texts
      case "ignore": ignored = node.texts
      case "severities": severities = Severities(node, before: severities)
      case "templates": templates = node.text ?? templates
      case "record": record = node.text
      case "run": runs = node.value == .boolean(true)
      case "verifySwift": verifiedSwift = node.texts
      case "buildFolder": buildFolder = node.text
      case "platforms":
        if case .array(let nodes) = node.value {
          platforms = nodes.compactMap { BuildPlatform($0) }
        }
      case "mermaid": mermaid = node.text
      case "contracts":
        contracts.insert(
          contentsOf: node.members.map {
            NamedContract(pages: $0.key, contract: PageContract($0.node))
          }, at: 0)
      case "synonyms":
        for list in node.members {
          for pair in list.node.members {
            synonyms[list.key, default: [:]][pair.key] = pair.node.text
          }
        }
      default: break
      }
    }
  }
}

extension PageContract {
  init(_ node: JSONNode) {
    self.init()
    for member in node.members {
      switch member.key {
      case "sections": sections = member.node.texts
      case "diagrams": diagrams = member.node.texts
      case "patterns": patterns = member.node.texts
      default: if case .integer(let count) = member.node.value { lines = count }
      }
    }
  }
}

extension BuildPlatform {
  /// `"iOS"` or `{"os": "Linux", "flags": ["DEBUG"]}`
  init?(_ node: JSONNode) {
    func value(_ key: String) -> JSONNode? { node.members.first { $0.key == key }?.node }
    guard let os = node.text ?? value("os")?.text else { return nil }
    self.init(
      os: os, architecture: value("architecture")?.text, flags: Set(value("flags")?.texts ?? []),
      modules: Set(value("modules")?.texts ?? []))
  }
}

extension JSONNode {
  var text: String? {
    guard case .text(let text) = value else { return nil }
    return text
  }

  /// The texts of an array; a single text counts as one.
  var texts: [String] {
    guard case .array(let elements) = value else { return text.map { [$0] } ?? [] }
    return elements.compactMap(\.text)
  }

  var members: [JSONMember] {
    guard case .object(let members) = value else { return [] }
    return members
  }
}
