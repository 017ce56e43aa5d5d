package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A version of a platform or of Swift that a page requires, and another one in the manifest.
///
/// The nearest `Package.swift` at or above the page's folder decides. A version that it had when the
/// line was written is an error. Any other version that is lower than the package requires is a
/// warning: readers with that version cannot use the package. A higher one is a hint, since a part of
/// the package may need it, unless the line is about the deployment target.
package enum WrongVersion: Rule {
  package static let id = RuleID("wrong-version")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A required platform or Swift version differs from the manifest."
  package static let explanation = Explanation.other(
    """
    A platform or Swift version under a heading such as "Requirements", after "requires" or in a \
    badge is compared with the nearest `Package.swift`. A version that the manifest had when the line \
    was written is an error, any other lower version a warning, as is another \
    deployment target; a higher one is a hint. In \
    `.package(url:from:)` of the package itself, and in lines of CocoaPods and Carthage, a version that \
    no tag has reached, or one of an older major version, is reported; it is an error if the line is \
    older than the newest tag. The version of a dependency that the manifest or `Package.resolved` has \
    raised since, and a "latest version" that is no longer the latest, are warnings. So are the version of \
    a tool that the `Mintfile` has in another version, a `.package(url:)` without a version, platforms \
    of a manifest in a block that are too low for the package it depends on, and a Swift toolchain in a \
    command that is older than the manifest allows.
    """,
    "a document", text: "Harbor requires iOS 13+, and `Package.swift` has `.iOS(.v15)`.",
    remedy: "Write the version of the manifest.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    releaseFindings(on: page) + dependencyFindings(on: page) + requirementFindings(on: page)
      + blockFindings(on: page) + toolFindings(on: page) + unversionedFindings(on: page)
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
      let wasTrue = page.hadRequirement(claim, in: manifest)
      let isSure =
        (wasTrue || claim.version < required.version || page.isAboutDeployment(claim))
        && !page.subject.isHistorical(atLine: claim.range.start.line)
      let location = SourceLocation(file: manifest.file, line: required.line, column: 1)
      return Diagnostic(
        rule: id, severity: severity, confidence: !isSure ? .low : wasTrue ? .high : .medium,
        at: page.page.location(claim.range),
        "the package requires \(required.name) \(required.version.text), "
          + "the page says \(claim.name) \(claim.text)",
        caretLabel: "documented",
        evidence: [Evidence(.declared, "\(required.name) \(required.version.text)", at: location)])
    }
  }
}

extension CheckedPage {
  /// Whether a manifest had a version when the author of a page wrote it.
  fileprivate func hadRequirement(_ claim: VersionClaim, in manifest: PackageManifest) -> Bool {
    let old = context?.repository?.text(
      of: manifest.file, whenWritingLine: claim.range.start.line, of: page.path)
    return old.map { PackageManifest(file: manifest.file, bytes: Array($0.utf8)) }?.requirements
      .contains { $0.name == claim.name && $0.version == claim.version } == true
  }

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
  func hasOlderManifests(than manifest: PackageManifest) -> Bool {
    context?.names(manifest.folder).contains { $0.hasPrefix("Package@swift-") } == true
  }
}

extension CheckedPage {
  /// Whether the line of a claim is about the setting of the manifest, not about a part of the package.
  fileprivate func isAboutDeployment(_ claim: VersionClaim) -> Bool {
    page.source.line(claim.range.start.line).lowercased().contains("deployment target")
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
