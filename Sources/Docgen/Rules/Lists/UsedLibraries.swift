import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Libraries and test frameworks that a page says the project uses, and that no source imports.
///
///     The commands use swift-argument-parser.
///     `Tests` has XCTest suites.
enum UsedLibraries {
  static func unknown(on page: CheckedPage) -> [Diagnostic] {
    packages(on: page) + testFramework(on: page) + attributes(on: page)
      + UsedTechnique.unused(on: page)
  }

  /// Attributes of the platforms at the start of list entries, on a page about the project's structure,
  /// that no source uses.
  private static func attributes(on page: CheckedPage) -> [Diagnostic] {
    guard page.isAboutStructure else { return [] }
    let claims = page.enumerations.filter { $0.form == .list }.flatMap(\.entries)
      .compactMap { entry -> (String, SourceRange)? in
        guard let name = entry.text.prefixMatch(of: /`@([A-Z]\w+)`/)?.1,
          PlatformNames.hasType(String(name)),
          !page.subject.isHistorical(atLine: entry.range.start.line)
        else { return nil }
        return (String(name), entry.range)
      }
    guard !claims.isEmpty, let repository = page.context?.repository else { return [] }
    return claims.filter { !repository.contains($0.0, in: .code) }.map { name, range in
      Diagnostic(
        rule: UnknownDependency.id, severity: UnknownDependency.severity, confidence: .medium,
        at: page.page.location(range), "no source uses `@\(name)`", caretLabel: "documented")
    }
  }

  /// Libraries of the Swift project after a verb such as "uses", or in a list of dependencies.
  private static func packages(on page: CheckedPage) -> [Diagnostic] {
    guard let manifest = page.manifest, let index = page.context?.index else { return [] }
    let words = page.plainWords { words, number in
      guard number > 0, words[number].text.utf8.contains(UInt8(ascii: "-")),
        modules[words[number].text.lowercased()] != nil,
        verbs.contains(words[number - 1].text.lowercased())
      else { return nil as Void? }
      let before = words[max(0, number - 4)..<(number - 1)].map { $0.text.lowercased() }
      return before.contains(where: conditions.contains) ? nil : ()
    }
    let entries = page.enumerations.filter {
      $0.form == .list && $0.headings.first?.text.lowercased().hasSuffix("dependencies") == true
    }.flatMap(\.entries).compactMap { entry -> (String, SourceRange)? in
      let name = entry.text.drop { "*_`[".contains($0) }.prefix { $0.isLetter || $0 == "-" }
      return modules[String(name)] == nil ? nil : (String(name), entry.range)
    }
    let claims = (words.map { ($0.span.text.lowercased(), $0.span.range) } + entries).filter {
      !page.subject.isHistorical(atLine: $1.start.line)
    }
    guard !claims.isEmpty else { return [] }
    let imported = index.imported(page.project.code)
    let used = claims.filter { name, _ in
      !imported.contains { module in modules[name].map { module.hasPrefix($0) } == true }
    }
    guard !used.isEmpty else { return [] }
    let files = ["Package.swift", "project.pbxproj", "project.yml", "Project.swift"]
      .flatMap(index.files(named:))
    let texts =
      files.compactMap { index.repository.text($0)?.lowercased() }
      + page.project.manifests.flatMap(\.dependencies).map { $0.name.lowercased() }
    return used.filter { name, _ in !texts.contains { $0.contains(name) } }.map { name, range in
      Diagnostic(
        rule: UnknownDependency.id, severity: UnknownDependency.severity, confidence: .medium,
        at: page.page.location(range), "`\(manifest.file)` does not depend on `\(name)`",
        caretLabel: "documented")
    }
  }

  /// Sentences about `XCTest` suites and cases, if the tests use Swift Testing only.
  private static func testFramework(on page: CheckedPage) -> [Diagnostic] {
    let nouns: Set<Substring> = ["suite", "suites", "case", "cases", "test", "tests"]
    let claims = page.plainWords { words, number in
      let isTests = words.indices.contains(number + 1) && nouns.contains(words[number + 1].text)
      return words[number].text == "XCTest" && isTests ? () : nil
    }.map(\.span).filter { !page.subject.isHistorical(at: $0) }
    // The words of a repository are read only if a page asks for them.
    guard !claims.isEmpty, let repository = page.context?.repository,
      repository.contains("Testing", in: .code), !repository.contains("XCTest", in: .code),
      !page.project.code.mentions("XCTest")
    else { return [] }
    return claims.map { span in
      Diagnostic(
        rule: UnknownDependency.id, severity: UnknownDependency.severity, confidence: .medium,
        at: page.page.location(span.range), "no source imports `XCTest`, the tests use `Testing`",
        caretLabel: "documented")
    }
  }

  private static let verbs: Set = ["use", "uses", "using", "via"]
  /// Words before the verb if the sentence does not claim that the project uses the library.
  private static let conditions: Set = [
    "you", "you're", "your", "if", "when", "not", "can", "could", "to", "instead", "don't",
    "doesn't",
  ]

  /// Libraries that are only of use to a project whose sources import them, with the beginnings of
  /// their modules' names.
  private static let modules = [
    "swift-argument-parser": "ArgumentParser", "swift-log": "Logging", "swift-nio": "NIO",
    "swift-algorithms": "Algorithms", "swift-async-algorithms": "AsyncAlgorithms",
    "swift-metrics": "Metrics", "swift-crypto": "Crypto", "swift-atomics": "Atomics",
    "swift-numerics": "Numerics", "swift-http-types": "HTTPTypes", "swift-syntax": "SwiftSyntax",
    "swift-service-lifecycle": "ServiceLifecycle", "async-http-client": "AsyncHTTPClient",
  ]
}

extension CheckedPage {
  /// Whether the page describes the structure of the project, by its name.
  var isAboutStructure: Bool {
    let file = page.path.fileName.lowercased()
    return ["claude.md", "agents.md"].contains(file) || file.contains("architecture")
  }
}
