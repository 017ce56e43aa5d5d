import JSON
import Traces

/// The inputs of docgen in a folder, and the patterns that match them.
///
/// The patterns should be short and still match new files, so they name folders and not files, and
/// exclude what projects keep but do not write: copies, build products, test data. Each exclusion
/// is kept only if it has an effect.
struct ProjectInventory: Sendable {
  let swiftFiles: [String]
  let documents: [String]
  let traces: [String]
  /// Folders to leave out that the patterns would enter.
  let excluded: [String]
  /// Hidden folders with documents that the patterns do not enter, those with the most first.
  let hidden: [(folder: String, documents: Int)]

  /// Folders with third-party code or build products.
  private static let foreign = [
    "Carthage", "DerivedData", "Pods", "build", "node_modules", "vendor", "third_party",
    "*.xctemplate",
  ]
  /// Documents in these folders are data of tests.
  private static let samples = ["Fixtures", "Snapshots", "TestData"].map { "**/\($0)/**/*.md" }
  /// Instructions for coding agents in hidden folders; `AGENTS.md` and others are found by their
  /// extension.
  private static let agentPatterns = [
    ".cursor/rules/**/*.mdc", ".github/copilot-instructions.md", ".github/instructions/**/*.md",
  ]
  /// Pages that are about the past or about people, not about the code.
  private static let unrelated = ["CHANGELOG", "CODE_OF_CONDUCT", "LICENSE", "SECURITY"]

  /// Searches a folder; names that begin with a dot are left out, except for traces of a build.
  ///
  /// - Throws: `FileError` for a folder that cannot be listed.
  init(of folder: String) throws(FileError) {
    let foreign = Self.foreign.map { "**/\($0)/**" }
    let tests = ["**/*Tests/**", "**/Tests/**", "**/tests/**", "**/test/**"]
    let swift = try FileFinder.files(
      matching: ["**/*.swift"], excluding: foreign + ["**/Package*.swift", ProjectReader.listings],
      in: folder)
    let isTest = { (path: String) in tests.contains { Glob($0).matches(path) } }
    swiftFiles = swift.filter { !isTest($0) }
    let pages = try FileFinder.files(
      matching: ["**/*.{md,markdown}", "**/*.docc/**/*.tutorial"] + Self.agentPatterns,
      excluding: foreign + tests + Self.samples, in: folder)
    let copies = try Self.copies(in: folder, pages, swift, excluding: foreign)
    documents = pages.filter { path in
      // `CLAUDE.md` is often a link to `AGENTS.md`.
      !FileSystem.isLink("\(folder)/\(path)")
        && !Self.unrelated.contains { path.uppercased().hasPrefix($0) }
        && !copies.contains { path.hasPrefix($0 + "/") }
    }
    hidden = try Self.hidden(in: folder, excluding: foreign)
    let recorded = try FileFinder.files(
      matching: ["**/*.jsonl", ".build/traces/*.jsonl"], excluding: foreign, in: folder)
    traces = recorded.filter { path in
      guard let bytes = try? Confinement(folder).read(path) else { return false }
      return String(decoding: bytes.prefix(200), as: UTF8.self).contains(#""docgen-trace""#)
    }
    let sources = Set(swiftFiles.compactMap(Self.top))
    let entered = sources.union(documents.compactMap(Self.top))
    let everything = try FileFinder.files(matching: ["**/*.{swift,md}"], in: folder)
    let inside = everything.filter { entered.contains(Self.top($0) ?? "") }
    excluded =
      copies.map { $0 + "/**" }
      + (foreign + Self.samples + tests).filter { pattern in
        inside.contains { Glob(pattern).matches($0) }
      }
  }

  /// Folders with copies of other software: they hold documents and a license of their own, and no
  /// Swift, or the license names other copyright holders than the project's license.
  private static func copies(
    in folder: String, _ pages: [String], _ swift: [String], excluding foreign: [String]
  ) throws(FileError) -> [String] {
    let licenses = try FileFinder.files(
      matching: ["**/{LICENSE,LICENSE.txt,LICENSE.md,COPYING}"], excluding: foreign, in: folder)
    let own = licenses.filter { !$0.contains("/") }.map { holders(folder + "/" + $0) }
    return licenses.compactMap { license in
      let copy = license.split(separator: "/").dropLast().joined(separator: "/")
      let name = copy.split(separator: "/").last?.lowercased() ?? "docs"
      guard !name.hasPrefix("doc"), pages.contains(where: { $0.hasPrefix(copy + "/") }) else {
        return nil
      }
      guard swift.contains(where: { $0.hasPrefix(copy + "/") }) else { return copy }
      let holders = holders(folder + "/" + license)
      let isForeign =
        !holders.isEmpty && !own.isEmpty
        && own.allSatisfy { !$0.isEmpty && $0.isDisjoint(with: holders) }
      return isForeign ? copy : nil
    }
  }

  /// The copyright holders that a license file names: `Copyright (c) 2026 Ann Lee` -> `annlee`.
  private static func holders(_ path: String) -> Set<String> {
    guard let bytes = try? FileSystem.read(path) else { return [] }
    let text = String(decoding: bytes.prefix(10_000), as: UTF8.self).lowercased()
      .replacing(/all rights reserved|present/, with: "")
    return Set(
      text.matches(of: /copyright[^\n]*[0-9]{4}[^\na-z]*([a-z][^\n]*)/).map {
        $0.output.1.filter(\.isLetter)
      })
  }

  /// Folders of tools and builds: projects keep no documents in them.
  private static let ignoredHidden: Set = [".build", ".git", ".hg", ".svn", ".swiftpm", ".venv"]

  private static func hidden(
    in folder: String, excluding foreign: [String]
  ) throws(FileError) -> [(folder: String, documents: Int)] {
    let names = try FileSystem.entries(in: folder).map(\.name).filter {
      $0.hasPrefix(".") && !ignoredHidden.contains($0)
    }
    let pages = try FileFinder.files(
      matching: names.map { "\($0)/**/*.{md,markdown}" }, excluding: foreign, in: folder)
    let skipped = pages.filter { path in !agentPatterns.contains { Glob($0).matches(path) } }
    let counts = Dictionary(grouping: skipped.compactMap(top)) { $0 }.mapValues(\.count)
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (folder: $0.key, documents: $0.value) }
  }

  var sourcePatterns: [String] { Self.patterns(swiftFiles, suffix: ".swift", named: false) }
  var documentPatterns: [String] {
    guard !documents.isEmpty else { return Configuration().documents }
    let agents = Self.agentPatterns.filter { pattern in
      documents.contains { Glob(pattern).matches($0) }
    }
    let articles = documents.filter { path in !agents.contains { Glob($0).matches(path) } }
    let tutorials = articles.filter { $0.hasSuffix(".tutorial") }
    let pages = articles.filter { !$0.hasSuffix(".tutorial") }
    return Self.patterns(pages, suffix: ".md", named: true) + agents
      + Self.patterns(tutorials, suffix: ".tutorial", named: true)
  }
  var tracePatterns: [String] {
    let folders = traces.map { $0.split(separator: "/").dropLast().joined(separator: "/") }
    return Set(folders).sorted().map { $0.isEmpty ? "*.jsonl" : $0 + "/*.jsonl" }
  }

  private static func top(_ path: String) -> String? {
    let parts = path.split(separator: "/")
    return parts.count > 1 ? String(parts[0]) : nil
  }

  /// `Sources/**/*.swift`, one for each folder; other files by name, or by one pattern.
  private static func patterns(_ files: [String], suffix: String, named: Bool) -> [String] {
    let beside = files.filter { top($0) == nil }
    let folders = Set(files.compactMap(top)).sorted()
    return (named || beside.isEmpty ? beside : ["*" + suffix])
      + folders.map { "\($0)/**/*\(suffix)" }
  }

  /// The initial configuration.
  var configuration: String {
    func list(_ values: [String]) -> String {
      "[" + values.map { JSON.text($0).encoded }.joined(separator: ", ") + "]"
    }
    let traces =
      traces.isEmpty
      ? #"// "traces": [".build/traces/*.jsonl"],"# : "\"traces\": \(list(tracePatterns)),"
    return """
      {
        // The oldest docgen that this project can be checked with.
        "requires": "\(Program.version)",
        // Markdown documents to check.
        "documents": \(list(documentPatterns)),
        // Swift files that they describe; they need not compile here.
        "sources": \(list(sourcePatterns)),
        // Files to leave out of all of these.
        "exclude": \(list(excluded)),
        // Recordings of the running program, for verifying state machines and sequences.
        \(traces)
        // The command that records them.
        // "record": "make traces",
        // Words in inline code that look like names of the code but are not, as patterns.
        "ignore": [],
        // The severities of findings: "docgen explain" lists the rules.
        "severities": {
          // "loose-diagram": "error",
          // "unknown-symbol": {"docs/drafts/**": "off"},
        },
      }

      """
  }
}
