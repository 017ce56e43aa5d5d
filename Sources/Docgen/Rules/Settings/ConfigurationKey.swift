import Diagnostics
import SwiftIndex

/// A key of `.docgen.json`. The reader, the JSON Schema and the manual's table are generated from
/// these.
package struct ConfigurationKey: Sendable {
  package var name: String
  package var form: Form
  /// Its meaning, as Markdown without a full stop.
  package var meaning: String

  /// The form of a value.
  package indirect enum Form: Sendable {
    case text, flag
    /// Numbers between dots: `1.2`.
    case version
    /// A whole number that is not negative.
    case count
    case word(of: [String])
    /// A list with the plural of its elements.
    case list(Form, called: String)
    case object([ConfigurationKey])
    /// Any keys, or only these.
    case map(Form, keys: [String]?)
    case either(Form, Form)

    /// `a list of patterns`
    package var title: String {
      switch self {
      case .text: "a string"
      case .flag: "true or false"
      case .version: "a version such as \"1.2\""
      case .count: "a whole number from 0"
      case .word(let words): "one of \(words.joined(separator: ", "))"
      case .list(_, let name): "a list of \(name)"
      case .object, .map: "an object"
      case .either(let one, let other): "\(one.title) or \(other.title)"
      }
    }
  }

  init(_ name: String, _ form: Form, meaning: String) {
    self.name = name
    self.form = form
    self.meaning = meaning
  }
}

extension ConfigurationKey {
  /// Every key of the configuration, in the order of the manual.
  package static let all = [
    ConfigurationKey(
      "documents", patterns, meaning: "Markdown files; `README.md` and `docs/**/*.md` by default"
    ),
    ConfigurationKey("sources", patterns, meaning: "Swift files; `Sources/**/*.swift` by default"),
    ConfigurationKey("traces", patterns, meaning: "trace files; none by default"),
    ConfigurationKey(
      "symbolGraphs", patterns,
      meaning:
        "symbol graphs of the sources, with facts that only the compiler knows; none by default"),
    ConfigurationKey("exclude", patterns, meaning: "files to leave out of all of these"),
    ConfigurationKey(
      "ignore", patterns,
      meaning: "words in inline code that look like names of the code but are not"),
    ConfigurationKey(
      "severities", .map(.either(severity, .map(severity, keys: nil)), keys: weighable),
      meaning: "the severities of a rule's findings, see below"),
    ConfigurationKey(
      "contracts", .map(.object(contract), keys: nil),
      meaning: "the required contents of pages: patterns of paths, each with a contract, see below"),
    ConfigurationKey(
      "platforms",
      .list(.either(.word(of: BuildPlatform.systems), .object(platform)), called: "platforms"),
      meaning:
        "the platforms of the code: `[\"iOS\", {\"os\": \"Linux\", \"flags\": [\"DEBUG\"]}]`; code in "
        + "`#if` branches that no listed platform compiles is left out, in bodies too; all code "
        + "counts by default"),
    ConfigurationKey(
      "templates", .text, meaning: "the folder of templates; `templates` by default"),
    ConfigurationKey(
      "record", .text,
      meaning:
        "the command that records the traces; `--record` runs it if they are missing or stale"),
    ConfigurationKey(
      "run", .flag,
      meaning: "whether marked blocks run without `--run`; it counts only if `--config` names the "
        + "file, since a checkout may be a stranger's"),
    ConfigurationKey(
      "verifySwift", patterns,
      meaning: "pages, and Swift files with documentation comments, whose Swift blocks are all "
        + "compiled and run with `--run`; by default, only blocks with a marker"),
    ConfigurationKey(
      "buildFolder", .text,
      meaning: "the folder of a finished build for these blocks, such as `.build/debug`; by "
        + "default, `--run` builds the package"),
    ConfigurationKey(
      "mermaid", .text,
      meaning:
        "the file of Mermaid's script for `docgen render`; by default, searched in npm's folders"
    ),
    ConfigurationKey(
      "synonyms", .map(.map(.text, keys: nil), keys: nil),
      meaning: "lists of labels by name, each with its meaning: "
        + "`{\"breaker\": {\"open it\": \"breakerOpened\"}}`"),
    ConfigurationKey(
      "extends", .either(.text, .list(.text, called: "paths")),
      meaning: "configurations that this one extends, by paths relative to this file"),
    ConfigurationKey("requires", .version, meaning: "the minimum version of docgen:  `\"0.1\"`"),
    ConfigurationKey(
      "$schema", .text, meaning: "for editors: where the JSON Schema is (`docgen schema` prints it)"
    ),
  ]

  /// The name of lists of path patterns.
  package static let patternsName = "patterns"
  private static let patterns = Form.list(.text, called: patternsName)
  /// The severities of findings; `off` drops a finding.
  package static let severities = Diagnostic.Severity.allCases.map(\.rawValue) + ["off"]
  private static let severity = Form.word(of: severities)

  /// The rules whose severity may be changed: all except those that report that docgen could not do
  /// its work.
  package static let adjustable = RuleCatalogue.descriptions.map(\.id.rawValue).filter {
    !["configuration", "unreadable", "unsafe-write", "unwritable"].contains($0)
  }

  /// The keys of `severities`: rules, and rules with a confidence.
  private static let weighable = (adjustable + ["*"]).flatMap { rule in
    [rule] + Confidence.allCases.map { "\(rule)/\($0.rawValue)" }
  }

  private static let contract = [
    ConfigurationKey(
      "sections", .list(.text, called: "headings"),
      meaning: "headings that a page has, of any level"),
    ConfigurationKey(
      "diagrams", .list(.word(of: PageContract.kinds), called: "kinds of diagram"),
      meaning: "kinds of diagram, at least one of each"),
    ConfigurationKey("lines", .count, meaning: "the minimum number of lines"),
    ConfigurationKey(
      "patterns", .list(.text, called: "texts"),
      meaning: "texts that its lines contain; `*` stands for any characters"),
  ]

  private static let platform = [
    ConfigurationKey(
      "os", .word(of: BuildPlatform.systems), meaning: "the system, as in `#if os(iOS)`"),
    ConfigurationKey(
      "architecture", .text, meaning: "the processor, as in `#if arch(arm64)`; any by default"),
    ConfigurationKey(
      "flags", .list(.text, called: "flags"), meaning: "flags that are set: `DEBUG`"),
    ConfigurationKey(
      "modules", .list(.text, called: "modules"),
      meaning: "modules that can be imported; others are unknown"),
  ]

  /// `contracts.*.lines` and the like: each key with the path to it.
  package static var rows: [(path: String, setting: ConfigurationKey)] {
    all.flatMap { setting -> [(String, ConfigurationKey)] in
      guard case .map(.object(let members), _) = setting.form else {
        return [(setting.name, setting)]
      }
      return [(setting.name, setting)] + members.map { ("\(setting.name).*.\($0.name)", $0) }
    }
  }
}
