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
  package static let id = "wrong-version"
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A required platform or Swift version differs from the manifest."

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard let manifest = page.manifest, !manifest.requirements.isEmpty else { return [] }
    let requirements = manifest.requirements.filter {
      $0.name != "Swift" || !page.hasOlderManifests(than: manifest)
    }
    return VersionClaim.all(on: page).compactMap { claim in
      guard let required = requirements.first(where: { $0.name == claim.name }),
        required.version != claim.version,
        claim.version < required.version || !page.isDeclaredElsewhere(claim, than: manifest)
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
    surroundings?.names(manifest.folder).contains { $0.hasPrefix("Package@swift-") } == true
  }
}
