import Diagnostics
import Models
import Rules
import SwiftIndex
import Templates
import Traces

/// Reads files below a root and records problems.
///
/// A problem never ends the reading: everything else is still read and checked, and the exit code
/// reports the problem. Texts of the overlay, which are unsaved texts of an editor, take precedence
/// over files.
struct ProjectReader {
  struct File: Sendable {
    var path: String
    var bytes: [UInt8]
  }

  let root: Root
  private let overlay: Overlay
  private(set) var problems: [Diagnostic] = []
  /// The files that match each list of patterns: those that were found, or known in advance.
  private(set) var lists: [String: [String]] = [:]

  init(root: Root, overlay: Overlay = Overlay(), lists: [String: [String]] = [:]) {
    self.root = root
    self.overlay = overlay
    self.lists = lists
  }

  /// The files that match patterns, with their contents.
  ///
  /// Both lists are globs relative to the root. Files are sorted; a file that cannot
  /// be read is missing from the result and recorded as a problem.
  mutating func files(_ patterns: [String], excluding additional: [String] = []) -> [File] {
    paths(patterns, excluding: additional).compactMap { file($0) }
  }

  mutating func paths(_ patterns: [String], excluding additional: [String] = []) -> [String] {
    guard !patterns.isEmpty else { return [] }
    let excluded = root.configuration.excluded + additional
    let name = (patterns + [""] + excluded).joined(separator: "\n")
    if let known = lists[name] { return known }
    do throws(FileError) {
      let paths = try FileFinder.files(
        matching: patterns, excluding: excluded, in: root.folder)
      let added = overlay.files(
        matching: patterns, excluding: excluded, below: root.folder)
      let all = paths + added.filter { !paths.contains($0) }
      lists[name] = all
      return all
    } catch {
      problems.append(Self.unreadable(error, path: relative(error.path)))
      return []
    }
  }

  /// The Swift files that the configuration names, read on all cores. Those in DocC catalogs are
  /// listings of tutorials, not sources.
  mutating func sources() async -> [File] {
    let paths = paths(root.configuration.sources, excluding: [Self.listings])
    let results = await Parallel.map(paths) {
      [self] path -> (file: File?, problems: [Diagnostic]) in
      var reader = self
      reader.problems = []
      return (reader.file(path), reader.problems)
    }
    problems += results.flatMap(\.problems)
    return results.compactMap(\.file)
  }

  static let listings = "**/*.docc/**/*.swift"

  /// The manifests of the packages at the root and up to two folders below it.
  mutating func manifests() -> [File] {
    files(["Package.swift", "*/Package.swift", "*/*/Package.swift"])
  }

  /// The Makefile at the root, with the files that it includes.
  func makefile() -> Makefile? {
    func text(_ path: String) -> String? {
      (overlay.texts[root.folder + "/" + path] ?? (try? root.files.read(path))).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    let found = Makefile.names.lazy.compactMap { name in text(name).map { (name, $0) } }.first
    return found.map { Makefile(path: $0, $1, read: text) }
  }

  mutating func file(_ path: String) -> File? {
    if let bytes = overlay.texts[root.folder + "/" + path] { return File(path: path, bytes: bytes) }
    do throws(FileError) {
      return File(path: path, bytes: try root.files.read(path))
    } catch {
      problems.append(Self.unreadable(error, path: path))
      return nil
    }
  }

  /// At most 20 errors of a file are reported, since a file of another format has an error on each
  /// line.
  mutating func traces(_ file: File) -> [RecordedTrace] {
    let (traces, errors) = RecordedTrace.read(file.bytes, file: file.path)
    problems += errors.prefix(20).map { error in
      Diagnostic(
        rule: .traceSyntax,
        at: SourceLocation(file: file.path, line: error.line, column: error.column), error.reason,
        evidence: [
          Evidence(
            .help,
            "record the trace again; reference/trace-format.md in share/doc/docgen has the format")
        ])
    }
    return traces
  }

  /// The symbol graphs that match patterns.
  mutating func symbolGraphs(_ patterns: [String]) -> [SymbolGraph] {
    let (graphs, errors) = SymbolGraphReader.read(files(patterns).map { ($0.path, $0.bytes) })
    problems += errors
    return graphs
  }

  /// Reports patterns without a match: a configuration that checks nothing must not look
  /// successful. Also reports a missing file that the author named. Unreadable files were reported
  /// before.
  mutating func report(
    ofUnmatched key: String, _ patterns: [String], _ files: [File], severity: Diagnostic.Severity
  ) {
    let matched =
      files.map(\.path)
      + problems.filter { $0.rule == RuleID(.unreadable) }
      .map(\.location.file)
    let unmatched = patterns.filter { !matched.contains(where: Glob($0).matches) }
    if unmatched.count == patterns.count {
      report(ofUnmatched: unmatched, key, severity)
    } else if patterns != Configuration().documents {
      for pattern in unmatched { report(ofUnmatched: [pattern], key, .warning) }
    }
  }

  private mutating func report(
    ofUnmatched patterns: [String], _ key: String, _ severity: Diagnostic.Severity
  ) {
    let list = patterns.map { "`\($0)`" }.joined(separator: ", ")
    var help = "patterns are relative to the folder of \(root.name)"
    if patterns.contains(where: { $0.hasPrefix("../") }) { help += ", and cannot leave it" }
    let folder = patterns.first { root.files.kind(of: $0) == .folder }
    if let folder {
      let path = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
      let ending = key == "sources" ? "swift" : "md"
      help = "`\(folder)` is a folder; the files in it are `\(path)/**/*.\(ending)`"
    }
    problems.append(
      Diagnostic(
        rule: .configuration, severity: severity, category: .usage,
        at: SourceLocation(file: root.name),
        patterns.isEmpty ? "`\(key)` is empty" : "no file matches `\(key)`: \(list)",
        evidence: [Evidence(.help, help)]))
  }

  static func repeatedScenarios(_ traces: [RecordedTrace]) -> [Diagnostic] {
    var files: [String: String] = [:]
    var problems: [Diagnostic] = []
    for trace in traces {
      if let first = files[trace.scenario] {
        problems.append(
          Diagnostic(
            rule: .duplicateScenario,
            at: SourceLocation(file: trace.file, line: 1),
            "the scenario `\(trace.scenario)` is recorded in \(first) already",
            evidence: [Evidence(.help, "remove one of the two traces")]))
      }
      files[trace.scenario] = files[trace.scenario] ?? trace.file
    }
    return problems
  }

  private func relative(_ path: String) -> String {
    let prefix = root.folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  private static func unreadable(_ error: FileError, path: String) -> Diagnostic {
    Diagnostic(
      rule: .unreadable, at: SourceLocation(file: path),
      "the file cannot be \(error.operation == "list" ? "listed" : "read"): \(error.reason)",
      evidence: [
        Evidence(.help, "fix its permissions, or leave it out with `exclude` in .docgen.json")
      ])
  }
}

extension TemplateSource {
  /// The templates of a project's folder, and the built-in ones that it does not replace.
  static func read(_ folder: String, in reader: inout ProjectReader) -> TemplateSource {
    var files = BuiltInTemplates.texts.reduce(into: [String: File]()) { files, template in
      files[template.key] = File(path: template.key + ".mustache", text: template.value)
    }
    for file in reader.files([folder + "/*.mustache"]) {
      let name = file.path.split(separator: "/").last.map { $0.dropLast(".mustache".count) } ?? ""
      files[String(name)] = File(
        path: file.path, text: String(decoding: file.bytes, as: UTF8.self))
    }
    var source = TemplateSource(names: files.keys.sorted()) { [files] in files[$0] }
    source.programData = CommandReference.data
    return source
  }
}

extension ModuleMap {
  func input(_ file: ProjectReader.File) -> SourceInput {
    SourceInput(path: file.path, module: module(ofFile: file.path), bytes: file.bytes)
  }
}

extension PackageManifest {
  init(_ file: ProjectReader.File) {
    self.init(file: file.path, bytes: file.bytes)
  }
}
