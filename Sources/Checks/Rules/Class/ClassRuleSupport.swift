import Diagnostics
import Diagrams
import Markup

/// What the rules about hand-drawn class diagrams share.
struct ClassFinding {
  let region: CheckedRegion
  let deviation: ClassDeviation
  let page: CheckedPage

  var location: SourceLocation {
    page.location(of: deviation.range, in: region.region.fences.first)
  }

  static func all(on page: CheckedPage) -> [ClassFinding] {
    page.regions.flatMap { region -> [ClassFinding] in
      guard case .classes(let verification) = region.outcome else { return [] }
      return verification.deviations.map {
        ClassFinding(region: region, deviation: $0, page: page)
      }
    }
  }
}
