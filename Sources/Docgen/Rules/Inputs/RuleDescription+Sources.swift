import Diagnostics

extension [RuleDescription] {
  /// Swift sources, traces, templates, the baseline and the configuration.
  static let sources: [RuleDescription] = [
    RuleDescription(
      .swiftSyntax, severity: .warning,
      summary: "A Swift file has a syntax error; the rest of it is read.",
      explanation: .other(
        """
        The rest of the file is read. Findings that the unreadable part may explain are warnings, and \
        `docgen fix` keeps a region that would lose a name which the file mentions.
        """, "a Swift file", text: "func open( {",
        remedy: "Fix it; the compiler reports the same error.")
    ),
    RuleDescription(
      .noTraces, severity: .error, summary: "A region needs traces, but none were found.",
      explanation: .other(
        "The region is generated from traces, but the configuration names none, or none are recorded yet.",
        "the configuration", text: #""traces": [".build/traces/*.jsonl"]"#,
        remedy: "Record them; `record` in the configuration names the command for it.")),
    RuleDescription(
      .traceSyntax, severity: .error, summary: "A line of a trace cannot be read.",
      explanation: .other(
        "A line of a trace is not a record, or the recording was cut off.", "a trace",
        text: #"{"type":"call","seq":0,"#,
        remedy: "Record the trace again; `docgen trace validate` shows every line that is wrong.")),
    RuleDescription(
      .duplicateScenario, severity: .error, summary: "Two traces record the same scenario.",
      explanation: .other(
        "Two trace files name the same scenario.", "the folder of traces",
        text: "visit.jsonl\nvisit (copy).jsonl", remedy: "Remove one of the two.")),
    RuleDescription(
      .unknownTemplate, severity: .error, summary: "A template includes a missing template.",
      explanation: .other(
        "A template includes another one with `{{> name}}`, but no file has that name.",
        "templates/states.mustache", text: "{{> hedaer}}",
        remedy: "Write the name of a file of the template folder, without `.mustache`.")),
    RuleDescription(
      .templateSyntax, severity: .error, summary: "A template cannot be read or filled.",
      explanation: .other(
        "A template is not valid Mustache, or names something that its data does not have.",
        "templates/states.mustache", text: "{{#states}} {{nmae}} {{/states}}",
        remedy: "The comment at the top of each template lists the data that it receives.")),
    RuleDescription(
      .configuration, severity: .error, summary: "The configuration is missing or wrong.",
      explanation: .other(
        "`.docgen.json` is missing, is not JSON, or has a key or value that docgen does not know.",
        "the configuration", text: #"{ "document": ["docs/*.md"] }"#,
        remedy: "The manual lists the keys; `docgen schema` prints them for an editor.")),
    RuleDescription(
      .baseline, severity: .error,
      summary: "A value fell below the committed baseline, or a finding in the baseline is fixed.",
      explanation: .other(
        """
        The baseline is committed: what it allows may become less, never more. Either something fell \
        below it, or it lists a finding that is fixed.
        """,
        "the baseline", text: #""machines": {"Door": {"coverage": 1}}"#,
        remedy:
          "`docgen baseline update` records what improved; see the manual for the rest.")),
  ]
}
