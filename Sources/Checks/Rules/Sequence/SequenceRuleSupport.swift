import Diagnostics
import Diagrams
import Markup
import Models

/// What the rules about hand-drawn sequence diagrams share.
struct SequenceFinding {
  let region: CheckedRegion
  let verification: SequenceVerification
  let deviation: SequenceDeviation
  let page: CheckedPage

  /// The drawn message concerned; the whole diagram where there is none.
  var location: SourceLocation {
    page.location(of: deviation.drawn?.range, in: region.region.fences.first)
  }

  /// Every deviation of one kind on a page.
  static func all(_ kind: SequenceDeviation.Kind, on page: CheckedPage) -> [SequenceFinding] {
    page.regions.flatMap { region -> [SequenceFinding] in
      guard case .sequence(let verification) = region.outcome else { return [] }
      return verification.deviations.filter { $0.kind == kind }.map {
        SequenceFinding(region: region, verification: verification, deviation: $0, page: page)
      }
    }
  }

  /// Where the traces show what happened, and in which scenarios.
  var observed: [Evidence] {
    var evidence: [Evidence] = []
    if let happened = deviation.happened {
      let place = SourceLocation(file: happened.place.file, line: happened.place.line)
      evidence.append(Evidence(.observed, happened.description, at: place))
    }
    if !deviation.scenarios.isEmpty {
      evidence.append(Evidence(.note, "in " + deviation.scenarios.joined(separator: ", ")))
    }
    return evidence
  }
}
