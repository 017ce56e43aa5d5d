import Diagnostics
import Markdown
import SwiftIndex

/// A list or table of packages with their addresses that claims to be the project's dependencies.
///
///     The library depends on these packages:
///     - [swift-log](https://github.com/apple/swift-log)
///
/// An address is a dependency if `Package.swift` or `Package.resolved` has its last component.
struct DependencyList {
  struct Entry {
    var identity: String
    var owner: String
    var range: SourceRange
  }

  private let list: Enumeration
  private let page: CheckedPage
  private let manifest: PackageManifest
  private let entries: [Entry]
  /// Direct and indirect dependencies in lower case.
  private let known: Set<String>

  /// The lists of a page of which at least half of the addresses are dependencies.
  static func all(on page: CheckedPage) -> [DependencyList] {
    page.enumerations.compactMap { DependencyList($0, on: page) }
  }

  private init?(_ list: Enumeration, on page: CheckedPage) {
    let texts = [list.lead?.sentence, list.headings.first?.text].compactMap { $0?.lowercased() }
    guard list.form != .headings, texts.contains(where: { $0.contains("depend") }),
      !page.subject.isHistorical(atLine: list.range.start.line),
      let manifest = page.manifest, !manifest.dependencies.isEmpty,
      // Without the resolved versions, an entry may be a dependency of a dependency.
      let resolved = page.context?.index.repository.text(manifest.path("Package.resolved"))
    else { return nil }
    let identities = resolved.matches(of: /"identity"\s*:\s*"([^"]+)"/).map { $0.1.lowercased() }
    known = Set(identities + manifest.dependencies.map { $0.name.lowercased() })
    entries = list.entries.compactMap { entry in
      Self.address(in: entry.text).map {
        Entry(identity: $0.identity, owner: $0.owner, range: entry.range)
      }
    }
    let count = entries.count { [known] in known.contains($0.identity) }
    guard count >= 2, count * 2 >= entries.count, entries.count == list.entries.count else {
      return nil
    }
    (self.list, self.page, self.manifest) = (list, page, manifest)
  }

  private static func address(in text: String) -> (owner: String, identity: String)? {
    guard let match = text.firstMatch(of: /github\.com[\/:]([\w.-]+)\/([\w.-]+)/) else {
      return nil
    }
    let name = match.2.lowercased()
    return (match.1.lowercased(), name.hasSuffix(".git") ? String(name.dropLast(4)) : name)
  }

  /// Entries that are not dependencies.
  var unknown: [Diagnostic] {
    entries.filter { !known.contains($0.identity) }.map { entry in
      Diagnostic(
        rule: UnknownDependency.id, severity: UnknownDependency.severity, confidence: .medium,
        at: page.page.location(entry.range),
        "`\(manifest.file)` does not depend on `\(entry.identity)`", caretLabel: "documented")
    }
  }
}

extension DependencyList {
  /// The dependencies that are newer than a list which had all others; plug-ins do not count.
  var omission: Diagnostic? {
    guard let first = entries.first, let last = entries.last,
      let repository = page.context?.repository
    else { return nil }
    let old = [first, last].compactMap { entry in
      repository.text(
        of: manifest.file, whenWritingLine: entry.range.start.line, of: page.page.path)
    }.map { PackageManifest(file: manifest.file, bytes: Array($0.utf8)) }
    let listed = Set(entries.map(\.identity))
    let missing = manifest.dependencies.filter { dependency in
      !listed.contains(dependency.name.lowercased()) && !dependency.name.contains("plugin")
    }
    guard old.count == 2, !missing.isEmpty, missing.count <= entries.count,
      missing.allSatisfy({ dependency in
        old.allSatisfy { !$0.dependencies.map(\.name).contains(dependency.name) }
      })
    else { return nil }
    let count = missing.count.counted("newer dependency", many: "newer dependencies")
    return Diagnostic(
      rule: IncompleteList.id, severity: IncompleteList.severity, confidence: .medium,
      at: page.page.location(list.range),
      "the list leaves out \(count): \(missing.map { "`\($0.name)`" }.joined(separator: ", "))",
      caretLabel: "documented",
      evidence: missing.prefix(3).map {
        Evidence(
          .declared, "`\($0.name)`",
          at: SourceLocation(file: manifest.file, line: $0.line, column: 1))
      })
  }
}

extension PackageManifest {
  /// The path of a file next to the manifest.
  fileprivate func path(_ name: String) -> String { folder.isEmpty ? name : folder + "/" + name }
}
