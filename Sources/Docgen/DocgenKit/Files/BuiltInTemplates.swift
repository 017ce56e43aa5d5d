/// The templates that are built into docgen: the files of `templates/`, word for word, which a test
/// compares. `RECORD_SNAPSHOTS=1` regenerates this file.
package enum BuiltInTemplates {
  /// The texts by name.
  package static let texts: [String: String] = [
    "backoff-schedule": backoffSchedule,
    "case-table": caseTable,
    "error-table": errorTable,
    "limit-table": limitTable,
    "metric-table": metricTable,
    "protocol-methods": protocolMethods,
    "region-table": regionTable,
    "rule-table": ruleTable,
    "setting-table": settingTable,
    "state-table": stateTable,
    "transition-table": transitionTable,
    "trigger-table": triggerTable,
    "value-table": valueTable,
  ]

  private static let backoffSchedule = #"""
    {{!
      The wait after each failure in a row: one row for each recorded result of a function of the
      number of failures; the last row covers all further failures. For values=, as in
      `values="CircuitBreaker.backoff(*"`.

      values      list, as of value-table
        argument    text      the number of failures: `1`
        value       Markdown  the wait with its unit: 30 s
    }}
    | In a row | Wait |
    |--:|--:|
    {{#values}}
    | {{argument}}{{#-last}} and more{{/-last}} | {{value}} |
    {{/values}}

    """#

  private static let caseTable = #"""
    {{!
      The cases of an enumeration, one row each.

      cases          list, in the order of the code
        name           code      the case: `fullSync`
        declaration    code      its declaration: `case fullSync = "FullSync"`
        documentation  Markdown  its documentation comment, may be empty
    }}
    | Case | Meaning |
    |---|---|
    {{#cases}}
    | {{declaration}} | {{documentation}}{{^documentation}}–{{/documentation}} |
    {{/cases}}

    """#

  private static let errorTable = #"""
    {{!
      The cases of error types, one row each; a type without cases has one row. For types=, modules= or
      conforms=, as in `conforms=Error`.

      types          list, in the order of the key, then of the code
        name           code      `APIError`
        kind           text      enum, struct, class, actor, protocol
        module         code      `Sync`
        documentation  Markdown  its documentation comment, may be empty
        properties     list of name, declaration, documentation, as of a type
        cases          list, in the order of the code
          name           code      `rateLimited`
          path           code      `APIError.rateLimited`
          declaration    code      `case rateLimited(retryAfter: Double?)`
          values         list      its associated values, may be empty
            isLabelled     boolean   whether it has a label
            label          code      `retryAfter`, or a position
            type           code      `Double?`
          documentation  Markdown  its documentation comment, may be empty
    }}
    | Error | Carries | Meaning |
    |---|---|---|
    {{#types}}
    {{#cases}}
    | {{path}} | {{#values}}{{#isLabelled}}{{label}}: {{/isLabelled}}{{type}}{{^-last}}, {{/-last}}{{/values}}{{^values}}–{{/values}} | {{documentation}}{{^documentation}}–{{/documentation}} |
    {{/cases}}
    {{^cases}}
    | {{name}} | {{#properties}}{{name}}{{^-last}}, {{/-last}}{{/properties}}{{^properties}}–{{/properties}} | {{documentation}}{{^documentation}}–{{/documentation}} |
    {{/cases}}
    {{/types}}

    """#

  private static let limitTable = #"""
    {{!
      The limits on the cost of a repository, one row each.

      limits     list, in the order of the manual
        name     code      its name in `DOCGEN_LIMITS`
        value    code      the default
        meaning  Markdown  what it counts
    }}
    | Limit | Standard | Counts |
    |---|--:|---|
    {{#limits}}
    | {{name}} | {{value}} | {{meaning}} |
    {{/limits}}

    """#

  private static let metricTable = #"""
    {{!
      The metrics that types define, one row each. For metrics=, as in `metrics=TypedMetricsSink`.

      metrics            list, in the order of the code
        name               code      the recorded name: `SyncSuccess.count`
        type               code      the type of its values, `Int`, or the instrument, `Counter`; may be empty
        definition         code      `TypedMetricsSink.count(.syncSuccess)`
        documentation      Markdown  of the property or function that defines it, may be empty
        caseDocumentation  Markdown  of the case that it belongs to, may be empty
    }}
    | Metric | Values | Of | Records |
    |---|---|---|---|
    {{#metrics}}
    | {{name}} | {{type}}{{^type}}–{{/type}} | {{caseDocumentation}}{{^caseDocumentation}}–{{/caseDocumentation}} | {{documentation}}{{^documentation}}–{{/documentation}} |
    {{/metrics}}

    """#

  private static let protocolMethods = #"""
    {{!
      The methods a protocol requires, one row each.

      methods        list, in the order of the code
        signature      code      `func fetchEvents(since: Cursor?) async throws -> [Event]`
        documentation  Markdown  its documentation comment, may be empty
    }}
    | Method | Documentation |
    |---|---|
    {{#methods}}
    | {{signature}} | {{documentation}}{{^documentation}}–{{/documentation}} |
    {{/methods}}

    """#

  private static let regionTable = #"""
    {{!
      The kinds of region with their keys, one row for each key.

      regions      list, in the order of the manual
        name       code  the kind: `sequence`
        summary    text  what it shows
        keys       list
          name     code  the key: `scenarios`
          region   code  the kind again
          meaning  text  its meaning
          choices  list of code, its possible values; empty for any
    }}
    | Region | Key | Meaning |
    |---|---|---|
    {{#regions}}
    | {{name}} | | {{summary}} |
    {{#keys}}
    | {{region}} | {{name}} | {{meaning}}{{#choices}}{{#-first}}: {{/-first}}{{.}}{{^-last}}, {{/-last}}{{/choices}} |
    {{/keys}}
    {{/regions}}

    """#

  private static let ruleTable = #"""
    {{!
      The rules of docgen, one row each.

      rules       list, by id
        id        code      the rule: `stale-region`
        severity  text      error, warning or note
        summary   Markdown  what it finds
    }}
    | Rule | Severity | Finds |
    |---|---|---|
    {{#rules}}
    | {{id}} | {{severity}} | {{summary}} |
    {{/rules}}

    """#

  private static let settingTable = #"""
    {{!
      The keys of the configuration, one row each.

      settings   list, in the order of the manual
        path     code      the key with those above it: `contracts.*.lines`
        form     text      the form of its value: a list of patterns
        meaning  Markdown  its meaning
    }}
    | Key | Value | Meaning |
    |---|---|---|
    {{#settings}}
    | {{path}} | {{form}} | {{meaning}} |
    {{/settings}}

    """#

  private static let stateTable = #"""
    {{!
      The states of a machine, one row each.

      states    list, in the order of the code
        name      code      the state: `rateLimited`
        values    list      its associated values, may be empty
          isLabelled  boolean  whether it has a label
          label     code      `retryAfter`, or a position
          type      code      `Date`
        meaning   Markdown  its documentation comment, may be empty
    }}
    | State | Carries | Meaning |
    |---|---|---|
    {{#states}}
    | {{name}} | {{#values}}{{#isLabelled}}{{label}}: {{/isLabelled}}{{type}}{{^-last}}, {{/-last}}{{/values}}{{^values}}–{{/values}} | {{meaning}}{{^meaning}}–{{/meaning}} |
    {{/states}}

    """#

  private static let transitionTable = #"""
    {{!
      The transitions of a machine, one row each.

      transitions  list, in the order of the code
        from         code     the state before: `syncing`
        event        code     the event: `batchAccepted`
        condition    text     its guard if the event has several transitions, may be empty
        to           code     the state after
        effects      list of code, its effects: `sendBatch`, may be empty
        observed     number   how often the traces observed it
        isObserved   boolean  observed is more than 0
      isFromSource   boolean  whether the machine is read from the code; it then has no effects and no
                              observations
    }}
    | From | Event | Condition | To |{{^isFromSource}} Effects | Observed |{{/isFromSource}}
    |---|---|---|---|{{^isFromSource}}---|---|{{/isFromSource}}
    {{#transitions}}
    | {{from}} | {{event}} | {{condition}}{{^condition}}–{{/condition}} | {{to}} |{{^isFromSource}} {{#effects}}{{.}}{{^-last}}, {{/-last}}{{/effects}}{{^effects}}–{{/effects}} | {{#isObserved}}yes{{/isObserved}}{{^isObserved}}never{{/isObserved}} |{{/isFromSource}}
    {{/transitions}}

    """#

  private static let triggerTable = #"""
    {{!
      The events that trigger the transitions of a machine, one row each.

      events   list, in the order of the code
        name     code      the event: `syncRequested`
        meaning  Markdown  its documentation comment, may be empty
    }}
    | Trigger | Meaning |
    |---|---|
    {{#events}}
    | {{name}} | {{meaning}}{{^meaning}}–{{/meaning}} |
    {{/events}}

    """#

  private static let valueTable = #"""
    {{!
      Values of the code and of the traces, one row each. For values=, as in `values="CircuitBreaker.*"`.

      values         list, in the order of the patterns, then of the code, then of the traces
        name           code      `CircuitBreaker.backoff(afterTrips: 1)`
        function       code      the called function: `CircuitBreaker.backoff`; otherwise the name
        arguments      list      of a call, may be empty
          label          text      `afterTrips`, may be empty
          value          text      `1`
        argument       text      the values of all arguments: `1`
        value          Markdown  the value with its unit: 30 s
        unit           text      as recorded or declared, may be empty
        documentation  Markdown  the code's documentation comment, may be empty
        isRecorded     boolean   whether it comes from a trace instead of the code
    }}
    | Value | Is | Meaning |
    |---|---|---|
    {{#values}}
    | {{name}} | {{value}} | {{documentation}}{{^documentation}}–{{/documentation}} |
    {{/values}}

    """#
}
