import Diagnostics
import Markdown
import SwiftIndex

/// Versions in code blocks that are lower than the package allows: the platforms of a manifest that
/// depends on it, and the toolchain that a command fetches.
///
///     platforms: [.iOS(.v13)], dependencies: [.package(url: "…/House.git", from: "2.0.0")]
///     curl -O https://example.com/swift-5.8.1-RELEASE.tar.gz   ·   docker run swift:5.8
extension WrongVersion {
  static func blockFindings(on page: CheckedPage) -> [Diagnostic] {
    guard let manifest = page.manifest, !manifest.requirements.isEmpty else { return [] }
    let fences = page.fences.filter { page.isWritten($0.range) && !page.subject.isHistorical($0) }
    return fences.flatMap { fence in
      fence.language.lowercased() == "swift"
        ? platformFindings(in: fence, manifest, page) : toolchainFindings(in: fence, manifest, page)
    }
  }

  private static func platformFindings(
    in fence: Fence, _ manifest: PackageManifest, _ page: CheckedPage
  ) -> [Diagnostic] {
    guard fence.literal.contains("platforms:"), fence.literal.contains(".package(") else {
      return []
    }
    let shown = PackageManifest(file: "", bytes: Array(fence.literal.utf8))
    guard shown.dependencies.contains(where: { manifest.ownNames.contains($0.name.lowercased()) })
    else { return [] }
    return shown.requirements.compactMap { claim in
      guard let required = manifest.requirements.first(where: { $0.name == claim.name }),
        claim.version < required.version, !["Swift", "Xcode"].contains(claim.name)
      else { return nil }
      let range = SourceRange(line: claim.line, column: 1, length: 0)
      return finding(
        claim.name, claim.version.text, required, manifest, at: page.location(of: range, in: fence))
    }
  }

  private static func toolchainFindings(
    in fence: Fence, _ manifest: PackageManifest, _ page: CheckedPage
  ) -> [Diagnostic] {
    guard fence.literal.contains("swift"), !page.hasOlderManifests(than: manifest),
      let required = manifest.requirements.first(where: { $0.name == "Swift" })
    else { return [] }
    let pattern = /\bswift(?:-([0-9]+\.[0-9]+(?:\.[0-9]+)?)-RELEASE|:([0-9]+\.[0-9]+))/
    var found: Diagnostic?
    let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard let match = line.firstMatch(of: pattern), let text = match.1 ?? match.2,
        let version = PlatformVersion(text), version < required.version
      else { continue }
      let column = line[..<match.range.lowerBound].utf8.count + 1
      let range = SourceRange(line: index + 1, column: column, length: match.0.utf8.count)
      let place = page.location(of: range, in: fence)
      guard found == nil else {
        found?.note(another: place.range?.start.line ?? 0)
        continue
      }
      found = finding("Swift", String(text), required, manifest, at: place)
    }
    return [found].compactMap(\.self)
  }

  private static func finding(
    _ name: String, _ version: String, _ required: PackageManifest.Requirement,
    _ manifest: PackageManifest, at place: SourceLocation
  ) -> Diagnostic {
    Diagnostic(
      rule: id, severity: severity, confidence: .medium, at: place,
      "the package requires \(name) \(required.version.text), the block has \(name) \(version)",
      caretLabel: "documented",
      evidence: [
        Evidence(
          .declared, "\(name) \(required.version.text)",
          at: SourceLocation(file: manifest.file, line: required.line, column: 1))
      ])
  }
}

extension PackageManifest {
  /// The names of the package and its products, in lowercase.
  var ownNames: Set<String> {
    Set(([name].compactMap(\.self) + ownProducts.map(\.name)).map { $0.lowercased() })
  }
}
