/// The rules about markers and what stands between them.
extension Explanation {
  static let markers: [String: Explanation] = [
    "stale-region": document(
      "docgen would write something else between these markers than what stands there.",
      """
      <!-- docgen:begin state-diagram machine=Door -->
      <!-- docgen:end -->
      """,
      remedy: "`docgen fix` writes the region."),
    "hand-edited-region": document(
      """
      The checksum of the end marker tells what docgen wrote last; something else stands there now. \
      An edit that changes nothing but layout and order is left alone.
      """,
      """
      <!-- docgen:begin state-diagram machine=Door -->
      My own words.
      <!-- docgen:end 00000000 -->
      """,
      remedy: """
        Move the text out of the region, or draw the diagram yourself below a `docgen:verify`. \
        `docgen fix --force` discards the edit.
        """),
    "region-source": document(
      "A marker names a machine, scenario, type, module, template or value that there is none of.",
      """
      <!-- docgen:begin state-diagram machine=Dor -->
      <!-- docgen:end -->
      """,
      remedy: "Write the name as the code has it; the finding names the nearest one."),
    "loose-diagram": document(
      "Nobody keeps this diagram true: it can say anything.",
      """
      ```mermaid
      stateDiagram-v2
          closed --> open
      ```
      """,
      remedy: """
        Have it generated (`docgen:begin`), have it proven (`docgen:verify`), or say why it need not \
        be: `<!-- docgen:disable loose-diagram reason="…" -->`.
        """),
    "unknown-directive": document(
      "A comment begins with `docgen:` and then says something that docgen does not know.",
      "<!-- docgen:verfy state-diagram -->",
      remedy: "The directives are begin, end, verify, value and disable."),
    "malformed-marker": document(
      "An argument is no `key=value`, a quote is not closed, a key is given twice.",
      "<!-- docgen:disable loose-diagram -->",
      remedy: "Here a reason is missing: `reason=\"…\"` is obligatory."),
    "misplaced-marker": document(
      "A marker must stand on a line of its own, before what it is about.",
      "Some text <!-- docgen:begin state-diagram machine=Door -->\nand more.",
      remedy: "Put it on a line of its own, with a blank line before it."),
    "unused-disable": document(
      "An exception that excuses nothing would hide the next finding.",
      """
      <!-- docgen:disable unknown-symbol reason="the name is of another project" -->
      Nothing to excuse here.
      """,
      remedy: "Remove the marker."),
    "unknown-rule": document(
      "An exception names a rule that there is none of.",
      """
      <!-- docgen:disable lose-diagram reason="drawn for a talk" -->
      Some text.
      """,
      remedy: "`docgen explain` lists the rules; `docgen fix` takes the nearest name."),
    "unclosed-region": document(
      "docgen cannot know where the region was meant to end.",
      "<!-- docgen:begin state-diagram machine=Door -->\n\nText.",
      remedy: "Put `<!-- docgen:end -->` on a line of its own behind it."),
    "unmatched-end": document(
      "An end marker without a region before it.",
      "Text.\n\n<!-- docgen:end -->", remedy: "Remove it, or put a `docgen:begin` before it."),
    "nested-region": document(
      "Generating the outer region would overwrite the inner one.",
      """
      <!-- docgen:begin state-diagram machine=Door -->
      <!-- docgen:begin sequence scenarios=visit -->
      <!-- docgen:end -->
      <!-- docgen:end -->
      """,
      remedy: "Close the outer region first."),
    "split-region": document(
      "Both markers of a region must stand in the same list item, quote or neither.",
      """
      - <!-- docgen:begin state-diagram machine=Door -->

      <!-- docgen:end -->
      """,
      remedy: "Indent both markers alike."),
    "verify-without-fence": document(
      "A `docgen:verify` is about the fenced block that directly follows it.",
      "<!-- docgen:verify state-diagram machine=Door -->\nNo diagram.",
      remedy: "Put the marker directly before the diagram."),
    "unclosed-value": document(
      "docgen cannot know where the value ends.",
      "It opens to <!-- docgen:value DoorMachine.width -->90 degrees.",
      remedy: "Put `<!-- /docgen:value -->` behind the value, in the same paragraph."),
    "unmatched-value-end": document(
      "A closing marker without a value before it.",
      "It opens to 90<!-- /docgen:value --> degrees.",
      remedy: "Remove it, or put a `docgen:value` before the value."),
    "split-value": document(
      "A value is closed in another paragraph, emphasis or link than it is opened in.",
      "It is *<!-- docgen:value DoorMachine.width -->90*<!-- /docgen:value --> wide.",
      remedy: "Put both markers directly around the value."),
    "value-splits-paragraph": document(
      "A comment at the start of a line is a block of its own in Markdown: the sentence breaks there.",
      """
      It opens to
      <!-- docgen:value DoorMachine.width -->90<!-- /docgen:value --> degrees.
      """,
      remedy: "Break the line elsewhere, so that a word stands before the marker."),
    "unknown-region": document(
      "The first word of a marker says what to write or to prove.",
      "<!-- docgen:begin state-chart machine=Door -->\n<!-- docgen:end -->",
      remedy: "The manual lists the kinds of region; `docgen fix` takes the nearest."),
    "unknown-argument": document(
      "The kind of region has no such key.",
      "<!-- docgen:begin state-diagram machin=Door -->\n<!-- docgen:end -->",
      remedy: "The manual lists the keys of each kind; `docgen fix` takes the nearest."),
    "missing-argument": document(
      "The kind of region cannot do without this key.",
      "<!-- docgen:begin snippet -->\n<!-- docgen:end -->", remedy: "Add it."),
    "unknown-choice": document(
      "The key takes certain words only.",
      "<!-- docgen:begin state-diagram machine=Door loops=maybe -->\n<!-- docgen:end -->",
      remedy: "The manual lists the words for each key."),
    "unknown-template": other(
      "A template includes another one with `{{> name}}`, and there is no file of that name.",
      "templates/states.mustache", "{{> hedaer}}",
      remedy: "Write the name of a file of the template folder, without `.mustache`."),
    "template-syntax": other(
      "A template is no Mustache, or names something that its data does not have.",
      "templates/states.mustache", "{{#states}} {{nmae}} {{/states}}",
      remedy: "The comment at the top of each template lists the data that it receives."),
    "unsafe-write": other(
      """
      docgen reads what it is about to write once more. Where the page outside of the regions would \
      mean something else, or the region would not read back, nothing is written.
      """,
      "a template whose output would swallow the end marker", "```\nnever closed",
      remedy: "Mend the template, or whatever the region is made of."),
  ]
}
