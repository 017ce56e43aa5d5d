package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A version of a platform or of Swift that a page requires, and another one in the manifest.
///
/// The nearest `Package.swift` at or above the page's folder decides. A lower version than the
/// package requires is a warning: readers with that version cannot use the package. A higher one is
/// a hint, since a part of the package may need it.
package enum WrongVersion: Rule {
  package static let id = RuleID("wrong-version")
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A required platform or Swift version differs from the manifest."
  package static let explanation = Explanation.other(
    """
    A platform or Swift version under a heading such as "Requirements", after "requires" or in a \
    badge is compared with the nearest `Package.swift`. A lower version than that of the manifest is \
    a warning, a higher one a hint. In `.package(url:from:)` of the package itself, and in lines of \
    CocoaPods and Carthage, a version that no tag has reached, or one of an older major version, is \
    a warning.
    """,
    "a document", text: "Harbor requires iOS 13+, and `Package.swift` has `.iOS(.v15)`.",
    remedy: "Write the version of the manifest.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    releaseFindings(on: page) + requirementFindings(on: page)
  }

  private static func requirementFindings(on page: CheckedPage) -> [Diagnostic] {
    guard let manifest = page.manifest, !manifest.requirements.isEmpty else { return [] }
    let requirements = manifest.requirements.filter {
      !["Swift", "Xcode"].contains($0.name) || !page.hasOlderManifests(than: manifest)
    }
    return VersionClaim.all(on: page).compactMap { claim in
      guard let required = requirements.first(where: { $0.name == claim.name }),
        required.version != claim.version, !page.verifies(claim),
        claim.version < required.version
          || claim.name != "Xcode" && !page.isDeclaredElsewhere(claim, than: manifest)
      else { return nil }
      let isSure =
        claim.version < required.version
        && !page.subject.isHistorical(atLine: claim.range.start.line)
      let location = SourceLocation(file: manifest.file, line: required.line, column: 1)
      return Diagnostic(
        rule: id, severity: severity, confidence: isSure ? .medium : .low,
        at: page.page.location(claim.range),
        "the package requires \(required.name) \(required.version.text), "
          + "the page says \(claim.name) \(claim.text)",
        caretLabel: "documented",
        evidence: [Evidence(.declared, "\(required.name) \(required.version.text)", at: location)])
    }
  }
}

/// The version of the package itself in a dependency that a page recommends.
///
///     .package(url: "https://example.com/House.git", from: "2.0.0")
extension WrongVersion {
  fileprivate static func releaseFindings(on page: CheckedPage) -> [Diagnostic] {
    // Tags are versions of the package at the root.
    guard let manifest = page.manifest, manifest.folder.isEmpty,
      let repository = page.context?.repository
    else { return [] }
    let own = ([manifest.name].compactMap(\.self) + manifest.ownProducts.map(\.name))
      .map { $0.lowercased() }
    let claims = page.fences.filter { page.isWritten($0.range) }.flatMap { fence in
      requirements(in: fence.literal).map { (fence, $0) }
    }.filter { own.contains($0.1.package) && !page.subject.isHistorical($0.0) }
    guard !claims.isEmpty else { return [] }
    let releases = repository.tags.compactMap { ReleaseVersion($0) }
    guard let newest = releases.max() else { return [] }
    return claims.compactMap { fence, claim in
      guard claim.version > newest || claim.version.major < newest.major else { return nil }
      return Diagnostic(
        rule: id, severity: severity, confidence: .medium,
        at: page.location(of: claim.range, in: fence),
        "the newest version of the package is \(newest.text), the page says \(claim.version.text)",
        caretLabel: "documented")
    }
  }

  private struct Requirement {
    var package: String
    var version: ReleaseVersion
    /// In the block.
    var range: SourceRange
  }

  private static func requirements(in block: String) -> [Requirement] {
    guard block.contains(/\.package\(|\b(?:pod|github)\b/) else { return [] }
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
    var package = ""
    // A line of CocoaPods or Carthage: `pod 'House', '~> 2.0'`, `github "owner/House" ~> 2.0`.
    let other =
      /\s*(?:pod|github)\s+['"]([^'"]+)['"]\s*,?\s*['"]?(?:~>|==|>=)?\s*([0-9]+(?:\.[0-9]+)+)['"]?\s*(?:#.*)?/
    return lines.enumerated().compactMap { index, line in
      if let match = line.wholeMatch(of: other), let version = ReleaseVersion(String(match.2)) {
        let column = line[..<match.2.startIndex].utf8.count + 1
        return Requirement(
          package: PackageManifest.Dependency.name(ofAddress: String(match.1)).lowercased(),
          version: version,
          range: SourceRange(line: index + 1, column: column, length: match.2.utf8.count))
      }
      if let address = line.firstMatch(of: /url:\s*"([^"]+)"/) {
        package = PackageManifest.Dependency.name(ofAddress: String(address.1)).lowercased()
      }
      guard let match = line.firstMatch(of: /(?:from|exact|upToNextM\w+\(from):\s*"([^"]+)"/),
        let version = ReleaseVersion(String(match.1))
      else { return nil }
      let column = line[..<match.1.startIndex].utf8.count + 1
      return Requirement(
        package: package, version: version,
        range: SourceRange(line: index + 1, column: column, length: match.1.utf8.count))
    }
  }
}

/// A version that is not a preview: `1.2.0`, `v1.2`.
private struct ReleaseVersion: Comparable {
  let text: String
  private let numbers: [Int]
  var major: Int { numbers[0] }

  init?(_ text: String) {
    self.text = text.hasPrefix("v") ? String(text.dropFirst()) : text
    let parts = self.text.split(separator: ".")
    numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, (2...3).contains(parts.count) else { return nil }
  }

  static func < (left: ReleaseVersion, right: ReleaseVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}

extension CheckedPage {
  /// Whether another package of the project declares the version of a claim.
  fileprivate func isDeclaredElsewhere(_ claim: VersionClaim, than manifest: PackageManifest)
    -> Bool
  {
    project.manifests.contains { other in
      other.file != manifest.file
        && other.requirements.contains { $0.name == claim.name && $0.version == claim.version }
    }
  }

  /// Whether other manifests next to one are for other versions of Swift: `Package@swift-5.9.swift`.
  fileprivate func hasOlderManifests(than manifest: PackageManifest) -> Bool {
    context?.names(manifest.folder).contains { $0.hasPrefix("Package@swift-") } == true
  }
}

extension CheckedPage {
  /// Whether the claim is in a block that is compared with the code as a whole.
  fileprivate func verifies(_ claim: VersionClaim) -> Bool {
    page.regions.contains { region in
      region.kind == .verified
        && (region.range.start.line...region.range.end.line).contains(claim.range.start.line)
    }
  }
}
