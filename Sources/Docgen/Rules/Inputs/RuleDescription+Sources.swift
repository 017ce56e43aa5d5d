import Diagnostics

extension [RuleDescription] {
  /// Swift sources, traces, templates, the baseline and the configuration.
  static let sources: [RuleDescription] = [
    RuleDescription(
      .swiftSyntax, .warning, "A Swift file has a syntax error; the rest of it is read.",
      .other(
        """
        The rest of the file is read. Findings that the unreadable part may explain are warnings, and \
        `docgen fix` keeps a region that would lose a name which the file mentions.
        """, "a Swift file", "func open( {", remedy: "Fix it; the compiler reports the same error.")
    ),
    RuleDescription(
      .noTraces, .error, "A region needs traces, and there are none.",
      .other(
        "The region is generated from traces, and the configuration names none, or there are none yet.",
        "the configuration", #""traces": [".build/traces/*.jsonl"]"#,
        remedy: "Record them; `record` in the configuration names the command for it.")),
    RuleDescription(
      .traceSyntax, .error, "A line of a trace cannot be read.",
      .other(
        "A line of a trace is not a record, or the recording was cut off.", "a trace",
        #"{"type":"call","seq":0,"#,
        remedy: "Record the trace again; `docgen trace validate` shows every line that is wrong.")),
    RuleDescription(
      .duplicateScenario, .error, "Two traces record the same scenario.",
      .other(
        "Two trace files name the same scenario.", "the folder of traces",
        "visit.jsonl\nvisit (copy).jsonl", remedy: "Remove one of the two.")),
    RuleDescription(
      .unknownTemplate, .error, "A template includes one that is not there.",
      .other(
        "A template includes another one with `{{> name}}`, and there is no file of that name.",
        "templates/states.mustache", "{{> hedaer}}",
        remedy: "Write the name of a file of the template folder, without `.mustache`.")),
    RuleDescription(
      .templateSyntax, .error, "A template cannot be read or filled.",
      .other(
        "A template is not valid Mustache, or names something that its data does not have.",
        "templates/states.mustache", "{{#states}} {{nmae}} {{/states}}",
        remedy: "The comment at the top of each template lists the data that it receives.")),
    RuleDescription(
      .configuration, .error, "The configuration is missing or wrong.",
      .other(
        "`.docgen.json` is missing, is not JSON, or has a key or value that docgen does not know.",
        "the configuration", #"{ "document": ["docs/*.md"] }"#,
        remedy: "The manual lists the keys; `docgen schema` prints them for an editor.")),
    RuleDescription(
      .baseline, .error,
      "A value is less than in the committed baseline, or a finding in it is fixed.",
      .other(
        """
        The baseline is committed: what it allows may become less, never more. Either something fell \
        below it, or it lists a finding that is fixed.
        """,
        "the baseline", #""machines": {"Door": {"coverage": 1}}"#,
        remedy:
          "`docgen baseline update` records what improved; see the manual for the rest.")),
  ]
}
