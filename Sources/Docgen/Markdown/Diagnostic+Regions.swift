internal import Diagnostics

/// Errors in the combination of markers.
extension Diagnostic {
  static func unclosedRegion(_ marker: Marker, in file: String) -> Diagnostic {
    structure(
      .unclosedRegion, marker, in: file,
      summary: "the region `\(marker.subject?.text ?? "")` is never closed",
      help: "put `<!-- docgen:end -->` on a line of its own after it")
  }

  static func unmatchedEnd(_ marker: Marker, in file: String) -> Diagnostic {
    structure(
      .unmatchedEnd, marker, in: file, summary: "`docgen:end` closes nothing",
      help: "remove it, or put a `docgen:begin` before it")
  }

  static func nestedRegion(_ inner: Marker, in outer: Marker, file: String) -> Diagnostic {
    structure(
      .nestedRegion, inner, in: file,
      summary: "a region begins inside another region",
      help: "docgen would overwrite it: close the outer region first, or move this one out",
      at: (outer, "the outer region begins here"))
  }

  static func splitRegion(_ begin: Marker, _ end: Marker, in file: String) -> Diagnostic {
    structure(
      .splitRegion, end, in: file,
      summary: "`docgen:end` is in another list item or quote than its `docgen:begin`",
      help: "indent both markers alike", at: (begin, "the region begins here"))
  }

  static func inlineMarker(_ marker: Marker, in file: String) -> Diagnostic {
    structure(
      .misplacedMarker, marker, in: file,
      summary: "`\(marker.directive.rawValue)` is within a paragraph",
      help: "put the marker on a line of its own, with nothing before it")
  }

  static func markerInHTML(_ marker: Marker, line: Int, in file: String) -> Diagnostic {
    structure(
      .misplacedMarker, marker, in: file,
      summary:
        "`\(marker.directive.rawValue)` is inside the HTML that begins on line \(line)",
      help: "the Markdown after it would be shown as raw text: leave a blank line before the marker"
    )
  }

  static func verifyWithoutFence(
    _ marker: Marker, found: String, wanted: String, in file: String
  ) -> Diagnostic {
    structure(
      .verifyWithoutFence, marker, in: file,
      summary: "`docgen:verify` is followed by \(found), not by \(wanted)",
      help: "put the marker directly before its block")
  }

  static func unclosedValue(_ marker: Marker, in file: String) -> Diagnostic {
    structure(
      .unclosedValue, marker, in: file,
      summary: "the value `\(marker.subject?.text ?? "")` is never closed",
      help: "put `<!-- /docgen:value -->` after the value, in the same paragraph")
  }

  static func unmatchedValueEnd(_ marker: Marker, in file: String) -> Diagnostic {
    structure(
      .unmatchedValueEnd, marker, in: file, summary: "`/docgen:value` closes nothing",
      help: "remove it, or put a `docgen:value` before the value")
  }

  static func splitValue(_ open: Marker, _ close: Marker, in file: String) -> Diagnostic {
    structure(
      .splitValue, close, in: file,
      summary: "a value is closed in another paragraph, emphasis or link than it is opened in",
      help: "put both markers directly around the value", at: (open, "the value begins here"))
  }

  static func valueSplitsParagraph(_ marker: Marker, in file: String) -> Diagnostic {
    var diagnostic = structure(
      .valueSplitsParagraph, marker, in: file,
      summary: "a value at the start of a line ends the paragraph when the page is shown",
      help: "break the line elsewhere, so that a word precedes the marker")
    diagnostic.severity = .warning
    return diagnostic
  }

  static func disableWithoutReason(_ marker: Marker, in file: String) -> Diagnostic {
    structure(
      .malformedMarker, marker, in: file, summary: "`docgen:disable` gives no reason",
      help: "add reason=\"…\" for those who read this later")
  }

  static func disableOfNothing(_ marker: Marker, in file: String) -> Diagnostic {
    structure(
      .misplacedMarker, marker, in: file, summary: "`docgen:disable` is followed by no block",
      help: "put it directly before the block it is about")
  }

  private static func structure(
    _ rule: InputRule, _ marker: Marker, in file: String, summary: String, help: String,
    at other: (Marker, String)? = nil
  ) -> Diagnostic {
    var evidence = [Evidence(.help, help)]
    if let (marker, text) = other {
      evidence.insert(
        Evidence(.note, text, at: SourceLocation(file: file, range: marker.range)), at: 0)
    }
    return Diagnostic(
      rule: rule, at: SourceLocation(file: file, range: marker.range), summary,
      evidence: evidence)
  }
}
