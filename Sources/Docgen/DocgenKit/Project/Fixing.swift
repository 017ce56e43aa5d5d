import Diagnostics
import Markdown
import Rules

/// Applies the safe fixes of findings.
///
/// Each page is checked again with its fixes. A fix that reduces neither the errors nor, with the same
/// number of errors, the warnings is left out: a fix must not cause another finding.
///
/// The proof by another check is what makes a fix "safe": rules may suggest fixes that interact,
/// and a fix that creates a finding would make `docgen fix` oscillate. Usually all fixes of a page
/// are tried at once, with one check; only if that is not an improvement are they tried one by one,
/// which costs a check for each.
struct Fixing {
  let project: Project
  let context: ProjectContext

  /// The pages with their fixes applied.
  static func plan(_ project: Project, _ findings: [Diagnostic]) -> [Generation.Change] {
    let fixing = Fixing(project: project, context: project.context)
    let byPage = Dictionary(grouping: findings.filter { $0.fixIts.contains(where: \.isSafe) }) {
      $0.location.file
    }
    return project.pages.compactMap { page in
      fixing.change(of: page, fixing.fixes(byPage[page.path] ?? [], on: page))
    }
  }

  private struct Fix {
    var range: Range<Int>
    var replacement: [UInt8]
  }

  /// The severity of the findings on a page: one error weighs more than all warnings.
  private struct Weight: Comparable {
    var errors: Int
    var warnings: Int

    var findings: Int { errors + warnings }

    static func < (left: Weight, right: Weight) -> Bool {
      (left.errors, left.warnings) < (right.errors, right.warnings)
    }
  }

  /// The replacements in the order of the page; of two that overlap, the first. Generated text is
  /// regenerated instead.
  ///
  /// Markers of regions are an exception, because their text is the author's.
  private func fixes(_ findings: [Diagnostic], on page: Page) -> [Fix] {
    var fixes: [Fix] = []
    let generated = page.regions.filter { $0.kind == .generated }.map(\.range)
    let replacements = findings.compactMap { $0.fixIts.first { $0.isSafe } }.sorted {
      $0.range < $1.range
    }
    for fix in replacements {
      let isGenerated = generated.contains {
        $0.start <= fix.range.start && fix.range.end <= $0.end
          && !isMarker(fix.range, of: page)
      }
      let (start, end) = (
        page.source.offset(of: fix.range.start), page.source.offset(of: fix.range.end)
      )
      guard !isGenerated, start <= end, start >= fixes.last?.range.upperBound ?? 0 else { continue }
      fixes.append(Fix(range: start..<end, replacement: Array(fix.replacement.utf8)))
    }
    return fixes
  }

  /// Whether a range is in the marker of a region, which the author writes even if docgen writes
  /// the rest.
  private func isMarker(_ range: SourceRange, of page: Page) -> Bool {
    page.regions.contains {
      $0.opening.range.start <= range.start && range.end <= $0.opening.range.end
    }
  }

  private func change(of page: Page, _ fixes: [Fix]) -> Generation.Change? {
    guard !fixes.isEmpty else { return nil }
    let before = weight(of: page)
    var (kept, bytes) = (fixes, applying(fixes, to: page))
    let after = weight(of: Page(path: page.path, bytes: bytes))
    if after.errors > before.errors || after.findings > before.findings - fixes.count {
      kept = []
      var least = before
      for fix in fixes {
        let attempt = applying(kept + [fix], to: page)
        let weight = weight(of: Page(path: page.path, bytes: attempt))
        if weight < least { (least, kept) = (weight, kept + [fix]) }
      }
      bytes = applying(kept, to: page)
    }
    guard !kept.isEmpty else { return nil }
    let texts = [page.source.bytes, bytes].map { String(decoding: $0, as: UTF8.self) }
    return Generation.Change(
      page: page, bytes: bytes, diff: UnifiedDiff.between(texts[0], texts[1]) ?? "",
      fixes: kept.count)
  }

  private func weight(of page: Page) -> Weight {
    let findings = CheckedPage(
      page, project: project.model, templates: project.templates, context: context
    ).findings(results: project.blockFindings(on: page))
    return Weight(
      errors: findings.count { $0.severity == .error },
      warnings: findings.count { $0.severity == .warning })
  }

  private func applying(_ fixes: [Fix], to page: Page) -> [UInt8] {
    var bytes = page.source.bytes
    for fix in fixes.reversed() { bytes.replaceSubrange(fix.range, with: fix.replacement) }
    return bytes
  }
}
