import Diagnostics
import Markdown
import SwiftIndex

/// The version of a dependency in a block or sentence that `Package.swift` or `Package.resolved` had
/// when the line was written, and has no longer.
///
///     .package(url: "https://example.com/quay", from: "2.0.0")
///     Harbor uses quay 2.4.1.
extension WrongVersion {
  static func dependencyFindings(on page: CheckedPage) -> [Diagnostic] {
    guard let manifest = page.manifest, !manifest.dependencies.isEmpty,
      let repository = page.context?.repository
    else { return [] }
    let claims =
      RecommendedVersion.all(on: page)
      + RecommendedVersion.inSentences(on: page, about: manifest.dependencies.map(\.name))
    guard !claims.isEmpty else { return [] }
    let file = manifest.resolvedFile
    let now = DependencyVersions(
      manifest, resolved: page.context?.index.repository.text(file) ?? "")
    return claims.compactMap { claim in
      guard let current = now.version(of: claim.package), !now.has(claim.version, of: claim.package)
      else { return nil }
      func old(_ file: String) -> String {
        repository.text(of: file, whenWritingLine: claim.range.start.line, of: page.page.path) ?? ""
      }
      let before = DependencyVersions(
        PackageManifest(file: manifest.file, bytes: Array(old(manifest.file).utf8)),
        resolved: old(file))
      guard before.has(claim.version, of: claim.package) else { return nil }
      let source =
        current.isResolved ? "`Package.resolved` has" : "the manifest requires"
      return Diagnostic(
        rule: id, severity: severity, confidence: .medium, at: page.page.location(claim.range),
        "\(source) `\(claim.package)` \(current.text), the page says \(claim.version.text)",
        caretLabel: "documented")
    }
  }
}

/// The versions of dependencies at one time.
private struct DependencyVersions {
  /// By names in lowercase.
  private var declared: [String: String] = [:]
  private var resolved: [String: String] = [:]

  init(_ manifest: PackageManifest, resolved text: String) {
    for dependency in manifest.dependencies {
      declared[dependency.name.lowercased()] = dependency.version
    }
    // `"identity" : "quay", … "state" : { … "version" : "2.4.1" }`; `package` in older files.
    let pin =
      /"(?:identity|package)"\s*:\s*"([^"]+)"[^{}]*\{[^{}]*"version"\s*:\s*"([^"]+)"/
    for match in text.matches(of: pin) { resolved[match.1.lowercased()] = String(match.2) }
  }

  func has(_ version: ReleaseVersion, of package: String) -> Bool {
    [declared[package], resolved[package]].contains {
      $0.flatMap { ReleaseVersion($0) } == version
    }
  }

  /// The version to name: that of the manifest, or the resolved one.
  func version(of package: String) -> (text: String, isResolved: Bool)? {
    declared[package].map { ($0, false) } ?? resolved[package].map { ($0, true) }
  }
}

extension PackageManifest {
  fileprivate var resolvedFile: String {
    folder.isEmpty ? "Package.resolved" : folder + "/Package.resolved"
  }
}

extension RecommendedVersion {
  /// Versions of three numbers directly after the name of a package: "[quay](…) 2.4.1".
  fileprivate static func inSentences(
    on page: CheckedPage, about names: [String]
  ) -> [RecommendedVersion] {
    let names = names.map { $0.lowercased() }
    return page.page.blocks.filter { $0.kind == .paragraph }.flatMap { block in
      page.page.lines(of: block).flatMap { line -> [RecommendedVersion] in
        // Most lines have no digit, and the search for each name is slow.
        guard line.text.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return [] }
        let text = line.text.lowercased()
        guard text.utf8.count == line.text.utf8.count,
          page.isWritten(block.range), !page.subject.isHistorical(atLine: line.start.line)
        else { return [] }
        return names.compactMap { name in
          version(after: name, in: text).map { found in
            let column = text.utf8.distance(from: text.startIndex, to: found.start) + 1
            let start = line.position(column: column)
            return RecommendedVersion(
              package: name, version: found.version,
              range: SourceRange(
                line: start.line, column: start.column, length: found.version.text.utf8.count))
          }
        }
      }
    }
  }

  private static func version(
    after name: String, in text: String
  ) -> (version: ReleaseVersion, start: String.Index)? {
    guard let range = text.firstRange(of: name),
      text[..<range.lowerBound].last.map({ !$0.isLetter && !$0.isNumber && $0 != "-" }) ?? true
    else { return nil }
    let pattern =
      /[`*\]]*(?:\([^)]*\))?[ `*:|@=(]*(?:version )?v?([0-9]+\.[0-9]+\.[0-9]+)(?![.\-]?[0-9a-z])/
    guard let match = text[range.upperBound...].prefixMatch(of: pattern),
      let version = ReleaseVersion(String(match.1))
    else { return nil }
    return (version, match.1.startIndex)
  }
}
