import Diagnostics
import Markdown
import SwiftIndex

/// The version of the package itself in a dependency that a page recommends, or in a sentence.
///
///     .package(url: "https://example.com/House.git", from: "2.0.0")
///     The latest version is 2.0.0.
extension WrongVersion {
  static func releaseFindings(on page: CheckedPage) -> [Diagnostic] {
    // Tags are versions of the package at the root.
    guard let manifest = page.manifest, manifest.folder.isEmpty,
      let repository = page.context?.repository
    else { return [] }
    let own = manifest.ownNames
    let claims =
      RecommendedVersion.all(on: page).filter { own.contains($0.package) }
      + RecommendedVersion.inXcode(on: page)
    let latest = RecommendedVersion.latest(on: page)
    guard !claims.isEmpty || !latest.isEmpty else { return [] }
    guard let newest = repository.tags.compactMap({ ReleaseVersion($0) }).max() else { return [] }
    // A branch of an older release recommends that release.
    let merged = repository.mergedTags.compactMap { ReleaseVersion($0) }.max() ?? newest
    let behind = claims.filter { $0.version.major < merged.major }
    let ahead = claims.filter { $0.version > newest }
    let hasCurrent = claims.contains { $0.version.major == merged.major }
    return (behind + ahead).map { claim in
      finding(claim, newest: newest, in: repository, isDoubtful: hasCurrent, on: page)
    }
      + latest.filter { $0.version < newest }.map { claim in
        finding(claim, newest: newest, in: repository, isDoubtful: true, on: page)
      }
  }

  /// A line that is older than the newest tag was not updated for it.
  private static func finding(
    _ claim: RecommendedVersion, newest: ReleaseVersion,
    in repository: any RepositoryFacts, isDoubtful: Bool, on page: CheckedPage
  ) -> Diagnostic {
    let tag = Commit(hash: newest.tag, date: "", subject: "")
    let isOlder = repository.isLine(
      claim.range.start.line, of: page.page.path, olderThan: tag)
    return Diagnostic(
      rule: id, severity: severity,
      confidence: isOlder == true && !isDoubtful ? .high : .medium,
      at: page.page.location(claim.range),
      "the newest version of the package is \(newest.text), the page says \(claim.version.text)",
      caretLabel: "documented")
  }
}

/// A version of a package that a page recommends.
struct RecommendedVersion {
  /// In lowercase.
  var package: String
  var version: ReleaseVersion
  var range: SourceRange

  /// The versions in the blocks of a page.
  static func all(on page: CheckedPage) -> [RecommendedVersion] {
    page.fences.filter { page.isWritten($0.range) && !page.subject.isHistorical($0) }
      .flatMap { fence in all(in: fence, on: page) }
  }

  private static func all(in fence: Fence, on page: CheckedPage) -> [RecommendedVersion] {
    let block = fence.literal
    guard block.contains(/\.package\(|\b(?:pod|github)\b/) else { return [] }
    let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
    var package = ""
    // A line of CocoaPods or Carthage: `pod 'House', '~> 2.0'`, `github "owner/House" ~> 2.0`.
    let other =
      /\s*(?:pod|github)\s+['"]([^'"]+)['"]\s*,?\s*['"]?(?:~>|==|>=)?\s*([0-9]+(?:\.[0-9]+)+)['"]?\s*(?:#.*)?/
    func claim(_ package: String, _ text: Substring, inLine index: Int) -> RecommendedVersion? {
      guard let version = ReleaseVersion(String(text)) else { return nil }
      let start = fence.position(
        in: page.page.source, line: index + 1,
        column: lines[index][..<text.startIndex].utf8.count + 1)
      return RecommendedVersion(
        package: PackageManifest.Dependency.name(ofAddress: package).lowercased(),
        version: version,
        range: SourceRange(line: start.line, column: start.column, length: text.utf8.count))
    }
    return lines.enumerated().compactMap { index, line in
      if let match = line.wholeMatch(of: other) {
        return claim(String(match.1), match.2, inLine: index)
      }
      if let address = line.firstMatch(of: /url:\s*"([^"]+)"/) { package = String(address.1) }
      return line.firstMatch(of: /(?:from|exact|upToNextM\w+\(from):\s*"([^"]+)"/)
        .flatMap { claim(package, $0.1, inLine: index) }
    }
  }

  /// The rule that Xcode asks for: "Up to Next Major Version" from 2.0.0.
  static func inXcode(on page: CheckedPage) -> [RecommendedVersion] {
    versions(
      in: page, near: ["ext M"],
      /\b[Uu]p to [Nn]ext M(?:ajor|inor)\b[^.0-9]{0,40}\b(?:from|with|at) ["`*]*v?([0-9]+\.[0-9]+\.[0-9]+)\b/
    )
  }

  /// Sentences about the latest version: "The latest release is 2.1.0".
  static func latest(on page: CheckedPage) -> [RecommendedVersion] {
    versions(
      in: page, near: ["version", "release"],
      /\b(?:[Ll]atest|[Cc]urrent|[Nn]ewest) (?:stable )?(?:version|release)(?: is|:) [*`]*v?([0-9]+\.[0-9]+(?:\.[0-9]+)?)\b/
    )
  }

  /// The versions that a pattern finds in paragraphs, on lines with one of the words.
  private static func versions(
    in page: CheckedPage, near words: [String], _ pattern: Regex<(Substring, Substring)>
  ) -> [RecommendedVersion] {
    page.page.blocks.filter { $0.kind == .paragraph }.flatMap { block in
      page.page.lines(of: block).compactMap { line -> RecommendedVersion? in
        guard words.contains(where: line.text.contains),
          let match = line.text.firstMatch(of: pattern),
          let version = ReleaseVersion(String(match.1)),
          page.isWritten(block.range), !page.subject.isHistorical(atLine: line.start.line)
        else { return nil }
        let start = line.position(
          column: line.text[..<match.1.startIndex].utf8.count + 1)
        return RecommendedVersion(
          package: "", version: version,
          range: SourceRange(line: start.line, column: start.column, length: match.1.utf8.count))
      }
    }
  }
}

/// A version that is not a preview: `1.2.0`, `v1.2`.
struct ReleaseVersion: Comparable {
  let tag: String
  let text: String
  private let numbers: [Int]
  var major: Int { numbers[0] }

  init?(_ tag: String) {
    self.tag = tag
    text = tag.hasPrefix("v") ? String(tag.dropFirst()) : tag
    let parts = text.split(separator: ".")
    let known = parts.compactMap { Int($0) }
    guard known.count == parts.count, (2...3).contains(parts.count) else { return nil }
    // `6.0` is `6.0.0`.
    numbers = known + Array(repeating: 0, count: 3 - known.count)
  }

  static func < (left: ReleaseVersion, right: ReleaseVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  static func == (left: ReleaseVersion, right: ReleaseVersion) -> Bool {
    left.numbers == right.numbers
  }
}
