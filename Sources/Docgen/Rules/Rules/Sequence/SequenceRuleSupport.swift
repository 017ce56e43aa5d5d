import Diagnostics
import Diagrams
import Markdown
import Models

/// What the rules about hand-drawn sequence diagrams share.
struct SequenceFinding {
  let region: CheckedRegion
  let verification: SequenceVerification
  let deviation: SequenceDeviation
  let page: CheckedPage

  /// The drawn message or branch concerned; the whole diagram where there is none.
  var location: SourceLocation {
    page.location(
      of: deviation.site?.range ?? deviation.drawn?.range, in: region.region.fences.first)
  }

  /// The drawn message in words: `A ->> B: open()`.
  var drawn: String { deviation.drawn?.description ?? "" }
  /// The branch in words: `opt three in a row`.
  var branch: String { deviation.site?.words ?? "" }

  /// Every deviation of one kind on a page.
  static func all(_ kind: SequenceDeviation.Kind, on page: CheckedPage) -> [SequenceFinding] {
    page.regions.flatMap { region -> [SequenceFinding] in
      guard case .sequence(let verification) = region.outcome else { return [] }
      return verification.conformance.deviations.filter { $0.kind == kind }.map {
        SequenceFinding(region: region, verification: verification, deviation: $0, page: page)
      }
    }
  }

  /// Where the traces show what happened, and in which scenarios.
  var observed: [Evidence] {
    var evidence: [Evidence] = []
    if let happened = deviation.happened {
      let place = SourceLocation(file: happened.place.file, line: happened.place.line)
      let words = deviation.kind == .neverSent ? "instead " : ""
      evidence.append(Evidence(.observed, words + happened.description, at: place))
    }
    if deviation.kind == .moved { evidence.append(belonging) }
    if !deviation.scenarios.isEmpty {
      evidence.append(Evidence(.note, "in " + deviation.scenarios.joined(separator: ", ")))
    }
    return evidence
  }

  private var belonging: Evidence {
    guard let behind = deviation.belongsBehind else {
      return Evidence(.help, "it belongs at the beginning")
    }
    return Evidence(
      .help, "it belongs behind `\(behind.description)`",
      at: page.location(of: behind.range, in: region.region.fences.first))
  }
}
