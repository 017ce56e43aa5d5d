import Checks
package import Diagnostics
import Traces

/// What `.docgen.json` says: where documents, sources and traces are.
package struct Configuration: Hashable, Sendable {
  /// The name of the file, looked for in the working folder and upwards.
  package static let fileName = ".docgen.json"

  /// Markdown files to read.
  package var documents = ["README.md", "docs/**/*.md"]
  /// Swift files to read.
  package var sources = ["Sources/**/*.swift"]
  /// Traces to read.
  package var traces: [String] = []
  /// Files to leave out of all of these.
  package var excluded: [String] = []
  /// Words between backticks that look like names of the code and are none.
  package var ignored: [String] = []
  /// The folder of templates that replace or add to the built-in ones.
  package var templates = "templates"
  /// What pages promise to hold, by a pattern of their paths; the first that fits counts.
  package var contracts: [NamedContract] = []
  /// The command that records the traces, named when they are missing.
  package var record: String?
  /// Named lists of labels in drawn diagrams and what they stand for.
  package var synonyms: [String: [String: String]] = [:]

  package init() {}
}

extension Configuration {
  private static func list(_ key: String) -> WritableKeyPath<Configuration, [String]>? {
    switch key {
    case "documents": \.documents
    case "sources": \.sources
    case "traces": \.traces
    case "exclude": \.excluded
    case "ignore": \.ignored
    default: nil
    }
  }

  /// Every key with what it means, in the order of the manual.
  package static let keys: [(name: String, meaning: String)] = [
    ("documents", "Markdown files to read, as a list of patterns"),
    ("sources", "Swift files to read, as a list of patterns"),
    ("traces", "trace files to read, as a list of patterns"),
    ("exclude", "files to leave out of all of these, as a list of patterns"),
    (
      "ignore",
      "words between backticks that look like names of the code and are none, as a list of patterns"
    ),
    ("contracts", "what pages must hold, as an object of patterns and contracts"),
    ("templates", "the folder of templates"),
    ("record", "the command that records the traces, named when they are missing"),
    ("synonyms", "named lists of labels of drawn diagrams, each with what it stands for"),
  ]

  /// Reads a configuration; comments and trailing commas are allowed.
  /// Findings name the file as `file` says.
  package static func read(
    _ bytes: [UInt8], file: String
  ) -> (configuration: Configuration?, problems: [Diagnostic]) {
    let source = SourceText(bytes: bytes)
    func problem(_ text: String, from start: Int, to end: Int) -> Diagnostic {
      let range = SourceRange(start: source.position(of: start), end: source.position(of: end))
      return Diagnostic(
        rule: "configuration", category: .usage, at: SourceLocation(file: file, range: range),
        text)
    }
    var configuration = Configuration()
    do throws(JSONError) {
      let node = try JSONParser.parse(bytes[...], allowsComments: true)
      guard case .object(let members) = node.value else {
        return (nil, [problem("expected an object, not \(node.kind)", from: 0, to: 1)])
      }
      let problems = members.compactMap { member -> Diagnostic? in
        guard let complaint = configuration.set(member) else { return nil }
        return problem(complaint.text, from: complaint.start, to: complaint.end)
      }
      return (problems.isEmpty ? configuration : nil, problems)
    } catch {
      return (nil, [problem(error.reason, from: error.offset, to: error.offset + 1)])
    }
  }

  private struct Complaint {
    var text: String
    var start: Int
    var end: Int
  }

  private mutating func set(_ member: JSONMember) -> Complaint? {
    let node = member.node
    func complaint(_ text: String) -> Complaint {
      Complaint(text: text, start: node.start, end: node.end)
    }
    if let path = Self.list(member.key) {
      guard case .array(let elements) = node.value else {
        return complaint("`\(member.key)` must be a list of patterns, not \(node.kind)")
      }
      self[keyPath: path] = []
      for element in elements {
        guard case .text(let pattern) = element.value else {
          return complaint("`\(member.key)` must hold strings, not \(element.kind)")
        }
        self[keyPath: path].append(pattern)
      }
      return nil
    }
    if member.key == "contracts" {
      do throws(ContractError) {
        contracts = try ContractReader.contracts(node)
      } catch {
        return Complaint(text: error.reason, start: error.start, end: error.end)
      }
      return nil
    }
    switch (member.key, node.value) {
    case ("templates", .text(let folder)): templates = folder
    case ("record", .text(let command)): record = command
    case ("$schema", .text): break
    case ("synonyms", .object(let lists)):
      for list in lists {
        guard case .object(let pairs) = list.node.value else {
          return complaint("`synonyms` must hold objects of labels, not \(list.node.kind)")
        }
        for pair in pairs {
          guard case .text(let meant) = pair.node.value else {
            return complaint("a synonym must be a string, not \(pair.node.kind)")
          }
          synonyms[list.key, default: [:]][pair.key] = meant
        }
      }
    case ("synonyms", _): return complaint("`synonyms` must be an object, not \(node.kind)")
    case ("templates", _), ("record", _), ("$schema", _):
      return complaint("`\(member.key)` must be a string, not \(node.kind)")
    default: return unknown(member)
    }
    return nil
  }

  private func unknown(_ member: JSONMember) -> Complaint {
    let near = NearMiss.best(for: member.key, among: Self.keys.map(\.name))
    let hint = near.map { "; did you mean `\($0)`?" } ?? ""
    return Complaint(
      text: "unknown key `\(member.key)`\(hint)", start: member.keyStart,
      end: member.keyStart + member.key.utf8.count + 2)
  }
}
