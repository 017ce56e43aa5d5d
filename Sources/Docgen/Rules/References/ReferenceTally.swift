package import Diagnostics

/// How many references of each kind a project has, and how many of them lead nowhere.
///
/// If nearly none of a kind resolves, the likely reason is a convention that docgen does not know: a
/// base folder, a prefix, a generator. Then a finding of that kind is a warning, unless the history
/// shows the commit that removed the target.
///
///     140 `@Snippet` paths, 140 unresolved   ->  140 warnings, and one `unknown-convention`
///     140 `@Snippet` paths, 3 unresolved     ->  3 errors
package struct ReferenceTally: Sendable {
  private struct Count {
    var all = 0
    var unresolved = 0

    var isOfUnknownConvention: Bool {
      unresolved >= ReferenceTally.minimum
        && (all - unresolved) * 100 <= all * ReferenceTally.percentage
    }
  }

  /// Fewer unresolved references are judged one by one.
  package static let minimum = 8
  /// How many of a hundred references may resolve while the convention still counts as unknown.
  private static let percentage = 10

  private var counts: [ReferenceKind: Count] = [:]

  package init() {}

  /// Counts references; `findings` has one for each that leads nowhere.
  package mutating func add(_ references: [Reference], _ findings: [Diagnostic]) {
    let places = Set(findings.compactMap(Reference.Place.init))
    for reference in references {
      counts[reference.kind, default: Count()].all += 1
      if places.contains(reference.place) {
        counts[reference.kind, default: Count()].unresolved += 1
      }
    }
  }

  /// Whether a finding can be due to an unknown convention: an error that the history does not prove.
  package static func isLimitable(_ finding: Diagnostic) -> Bool {
    ReferenceKind.rules.contains(finding.rule) && finding.severity == .error
      && !finding.evidence.contains { $0.kind == .removed }
  }

  /// See `ConventionTally`.
  package func limiting(
    _ findings: [Diagnostic], about references: [Reference],
    repository: (any RepositoryFacts)?, configuration: String
  ) -> [Diagnostic] {
    let unknown = references.filter { counts[$0.kind]?.isOfUnknownConvention == true }
    let byPlace = Dictionary(unknown.map { ($0.place, $0) }) { first, _ in first }
    if byPlace.isEmpty { return findings }
    var limited: Set<ReferenceKind> = []
    let result = findings.map { finding -> Diagnostic in
      guard Self.isLimitable(finding),
        let reference = Reference.Place(finding).flatMap({ byPlace[$0] })
      else {
        return finding
      }
      if let removal = reference.removal(in: repository) {
        var finding = finding
        finding.evidence.insert(removal, at: 0)
        return finding
      }
      limited.insert(reference.kind)
      var doubtful = finding.limited(
        to: .medium, because: Evidence(.note, summary(of: reference.kind)))
      for index in doubtful.fixIts.indices { doubtful.fixIts[index].isSafe = false }
      return doubtful
    }
    let kinds = limited.sorted { $0.name < $1.name }
    return result
      + kinds.map { UnknownConvention.finding($0, summary(of: $0), in: configuration) }
  }

  /// `0 of 140 `@Snippet` paths resolve`
  private func summary(of kind: ReferenceKind) -> String {
    let count = counts[kind] ?? Count()
    let resolved = count.all - count.unresolved
    return resolved == 0
      ? "0 of \(count.all) \(kind.name) resolve"
      : "only \(resolved) of the \(count.all) \(kind.name) \(resolved.verb("resolves", "resolve"))"
  }
}
