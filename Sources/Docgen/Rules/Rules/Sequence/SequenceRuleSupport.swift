import Diagnostics
import Diagrams
import Markdown
import Models
import SwiftIndex

/// The common part of the rules about hand-drawn sequence diagrams.
struct SequenceFinding {
  let region: CheckedRegion
  let verification: SequenceVerification
  let deviation: SequenceDeviation
  let page: CheckedPage

  /// The place of the drawn message or branch; the complete diagram if there is none.
  var location: SourceLocation {
    page.location(
      of: deviation.site?.range ?? deviation.drawn?.range, in: region.region.fences.first)
  }

  /// The drawn message in words: `A ->> B: open()`.
  var drawn: String { deviation.drawn?.description ?? "" }
  /// The branch in words: `opt three in a row`.
  var branch: String { deviation.site?.label ?? "" }

  /// Every deviation of one kind on a page.
  static func all(_ kind: SequenceDeviation.Kind, on page: CheckedPage) -> [SequenceFinding] {
    page.regions.flatMap { region -> [SequenceFinding] in
      guard case .sequence(let verification) = region.outcome else { return [] }
      return verification.deviations.filter { $0.kind == kind }.map {
        SequenceFinding(region: region, verification: verification, deviation: $0, page: page)
      }
    }
  }

  /// An error, or a warning if parts of the code that may contradict it were not read.
  var severity: Diagnostic.Severity { deviation.isUncertain ? .warning : .error }
  var isFromCode: Bool { deviation.isFromCode }
  /// The call in the code: `SyncEngine ->> Store: save(event)`.
  var declared: String { deviation.declared?.description ?? "" }

  /// What the code and the traces have, and in which scenarios.
  var observed: [Evidence] {
    var evidence: [Evidence] = []
    if let call = deviation.declared {
      evidence.append(Evidence(.declared, call.description, at: call.location))
    } else if isFromCode, deviation.kind != .tooLarge {
      evidence.append(Evidence(.declared, "no such call in the flow from the entry method"))
    }
    if isFromCode {
      if verification.conformance == nil { return evidence }
      let names = deviation.scenarios.joined(separator: ", ")
      return evidence + [Evidence(.observed, names.isEmpty ? "never sent" : "sent in \(names)")]
    }
    if let happened = deviation.happened {
      let place = SourceLocation(file: happened.place.file, line: happened.place.line)
      let prefix = deviation.kind == .neverSent ? "instead " : ""
      evidence.append(Evidence(.observed, prefix + happened.description, at: place))
    } else if deviation.kind == .neverSent, verification.isFromCode {
      evidence.append(Evidence(.observed, "never sent"))
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
      .help, "it belongs after `\(behind.description)`",
      at: page.location(of: behind.range, in: region.region.fences.first))
  }
}
