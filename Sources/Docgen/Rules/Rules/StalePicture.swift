package import Diagnostics
package import Markdown

/// A picture of a diagram that has changed since it was drawn, or that was never drawn.
package enum StalePicture: DescribedRule {
  package static let id = RuleID("stale-picture")
  package static let severity = Diagnostic.Severity.error
  package static let summary = "A picture shows an earlier state of its diagram."
  package static let explanation = Explanation.other(
    """
    The image of a region `picture` has the digest of the diagram that it shows: its text and the \
    verdicts of its elements.
    """,
    "a document whose image was drawn before the diagram changed",
    text: """
      <!-- docgen:begin picture of=docs/door.md:3 file=docs/door.png -->
      ![The diagram at docs/door.md:3](door.png)
      <!-- docgen:end -->
      """,
    remedy: "Draw it again: `docgen pictures`.")

  /// `hasFile` is false if the image does not exist.
  package static func finding(
    _ region: Region, on page: Page, _ subject: PictureSubject, hasFile: Bool
  ) -> Diagnostic {
    Diagnostic(
      rule: id, severity: severity, at: page.location(region.opening.range),
      hasFile
        ? "the picture `\(subject.file)` shows an earlier state of its diagram"
        : "the picture `\(subject.file)` does not exist",
      evidence: [Evidence(.fix, "docgen pictures \(page.path)")])
  }

  /// The marker names no diagram.
  package static func missingDiagram(
    _ region: Region, on page: Page, _ subject: PictureSubject
  ) -> Diagnostic {
    Diagnostic(
      rule: RegionSources.id, at: page.location(region.opening.range),
      "no document has a diagram at \(subject.page):\(subject.line)",
      evidence: [Evidence(.help, "of=PAGE:LINE is a line of the diagram or of its marker")])
  }
}
