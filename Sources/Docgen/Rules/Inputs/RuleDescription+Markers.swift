import Diagnostics

extension [RuleDescription] {
  /// Markers that docgen cannot process.
  static let markers: [RuleDescription] = [
    RuleDescription(
      .unknownDirective, severity: .error, summary: "A marker has an unknown directive.",
      explanation: .document(
        "A comment begins with `docgen:` and an unknown word.",
        "<!-- docgen:verfy state-diagram -->",
        remedy: "The directives are begin, end, verify, value, disable and setup.")),
    RuleDescription(
      .malformedMarker, severity: .error, summary: "A marker's arguments cannot be read.",
      explanation: .document(
        "An argument is not `key=value`, a quote is not closed, or a key appears twice.",
        "<!-- docgen:disable loose-diagram -->",
        remedy: "Here a reason is missing: `reason=\"…\"` is required.")),
    RuleDescription(
      .misplacedMarker, severity: .error, summary: "A marker is where it has no effect.",
      explanation: .document(
        "A marker must be on a line of its own, before its block.",
        "Some text <!-- docgen:begin state-diagram machine=Door -->\nand more.",
        remedy: "Put it on a line of its own, with a blank line before it.")),
    RuleDescription(
      .unclosedRegion, severity: .error, summary: "A region has no end.",
      explanation: .document(
        "docgen cannot know where the region was meant to end.",
        "<!-- docgen:begin state-diagram machine=Door -->\n\nText.",
        remedy: "Put `<!-- docgen:end -->` on a line of its own after it.")),
    RuleDescription(
      .unmatchedEnd, severity: .error, summary: "An end marker closes nothing.",
      explanation: .document(
        "An end marker without a region before it.",
        "Text.\n\n<!-- docgen:end -->", remedy: "Remove it, or put a `docgen:begin` before it.")),
    RuleDescription(
      .nestedRegion, severity: .error, summary: "A region begins inside another.",
      explanation: .document(
        "Generating the outer region would overwrite the inner one.",
        """
        <!-- docgen:begin state-diagram machine=Door -->
        <!-- docgen:begin sequence scenarios=visit -->
        <!-- docgen:end -->
        <!-- docgen:end -->
        """,
        remedy: "Close the outer region first.")),
    RuleDescription(
      .splitRegion, severity: .error,
      summary: "A region ends in another list item or quote than it begins in.",
      explanation: .document(
        "Both markers of a region must be in the same list item or quote, or outside of both.",
        """
        - <!-- docgen:begin state-diagram machine=Door -->

        <!-- docgen:end -->
        """,
        remedy: "Indent both markers alike.")),
    RuleDescription(
      .verifyWithoutFence, severity: .error,
      summary: "`docgen:verify` has no block after it to prove.",
      explanation: .document(
        "A `docgen:verify` applies to the fenced block directly after it.",
        "<!-- docgen:verify state-diagram machine=Door -->\nNo diagram.",
        remedy: "Put the marker directly before the diagram.")),
    RuleDescription(
      .unclosedValue, severity: .error, summary: "A value has no closing marker.",
      explanation: .document(
        "docgen cannot know where the value ends.",
        "It opens to <!-- docgen:value DoorMachine.width -->90 degrees.",
        remedy: "Put `<!-- /docgen:value -->` after the value, in the same paragraph.")),
    RuleDescription(
      .unmatchedValueEnd, severity: .error, summary: "A value's closing marker closes nothing.",
      explanation: .document(
        "A closing marker without a value before it.",
        "It opens to 90<!-- /docgen:value --> degrees.",
        remedy: "Remove it, or put a `docgen:value` before the value.")),
    RuleDescription(
      .splitValue, severity: .error,
      summary: "A value is closed in another paragraph than it is opened in.",
      explanation: .document(
        "A value is closed in another paragraph, emphasis or link than it is opened in.",
        "It is *<!-- docgen:value DoorMachine.width -->90*<!-- /docgen:value --> wide.",
        remedy: "Put both markers directly around the value.")),
    RuleDescription(
      .valueSplitsParagraph, severity: .warning,
      summary: "A value at the start of a line ends the paragraph when the page is shown.",
      explanation: .document(
        "A comment at the start of a line is a block of its own in Markdown: the sentence breaks there.",
        """
        It opens to
        <!-- docgen:value DoorMachine.width -->90<!-- /docgen:value --> degrees.
        """,
        remedy: "Break the line elsewhere, so that a word precedes the marker.")),
    RuleDescription(
      .unknownRegion, severity: .error, summary: "A marker names no kind of region.",
      explanation: .document(
        "The first word of a marker is the kind of region to write or to prove.",
        "<!-- docgen:begin state-chart machine=Door -->\n<!-- docgen:end -->",
        remedy: "The manual lists the kinds of region; `docgen fix` writes the nearest.")),
    RuleDescription(
      .unknownArgument, severity: .error, summary: "A marker has a key that its kind lacks.",
      explanation: .document(
        "The kind of region has no such key.",
        "<!-- docgen:begin state-diagram machin=Door -->\n<!-- docgen:end -->",
        remedy: "The manual lists the keys of each kind; `docgen fix` writes the nearest.")),
    RuleDescription(
      .missingArgument, severity: .error, summary: "A marker lacks a key that its kind needs.",
      explanation: .document(
        "The kind of region requires this key.",
        "<!-- docgen:begin snippet -->\n<!-- docgen:end -->", remedy: "Add it.")),
    RuleDescription(
      .unknownChoice, severity: .error, summary: "A key has an invalid value.",
      explanation: .document(
        "The key accepts only certain words.",
        "<!-- docgen:begin state-diagram machine=Door loops=maybe -->\n<!-- docgen:end -->",
        remedy: "The manual lists the values of each key.")),
  ]
}
