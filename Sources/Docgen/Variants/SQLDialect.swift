/// The engines that `VariantQuery` writes SQL for, and the expressions in which they differ.
///
/// ClickHouse has the schema of the OpenTelemetry Collector's exporter. The other engines have the
/// fields of an OTLP span as columns in snake case, with `service_name` from the resource;
/// `docs/reference/trace-format.md` lists them.
package enum SQLDialect: String, CaseIterable, Sendable {
  case clickhouse
  case duckdb
  case spark
  case postgresql

  private var isClickHouse: Bool { self == .clickhouse }

  // MARK: - Columns

  /// The name of the table, if none is given.
  var table: String { "otel_traces" }

  var trace: String { isClickHouse ? "TraceId" : "trace_id" }
  var span: String { isClickHouse ? "SpanId" : "span_id" }
  var parent: String { isClickHouse ? "ParentSpanId" : "coalesce(parent_span_id, '')" }
  var service: String { isClickHouse ? "toString(ServiceName)" : "service_name" }
  var name: String { isClickHouse ? "toString(SpanName)" : "name" }
  var attributes: String { isClickHouse ? "SpanAttributes" : "attributes" }
  /// The attributes of one event, in what `events` returns.
  var eventAttributes: String {
    switch self {
    case .clickhouse, .spark: "event"
    case .duckdb: "event.attributes"
    case .postgresql: "event -> 'attributes'"
    }
  }
  /// The place of the event in its span, in what `events` returns.
  var eventPlace: String { self == .duckdb ? "event.place" : "place" }

  /// Nanoseconds since 1970.
  var start: String {
    isClickHouse ? "toUnixTimestamp64Nano(Timestamp)" : "start_time_unix_nano"
  }

  /// Nanoseconds since 1970, not before the start.
  var end: String {
    isClickHouse
      ? "toUnixTimestamp64Nano(Timestamp) + toInt64(Duration)"
      : "greatest(start_time_unix_nano, end_time_unix_nano)"
  }

  /// The number of the span's kind, from a number or a name.
  var kind: String {
    let column = isClickHouse ? "SpanKind" : "kind"
    let text = "upper(replace(CAST(\(column) AS \(textType)), 'SPAN_KIND_', ''))"
    let names = ["INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"]
    let cases = names.enumerated().map {
      "WHEN '\($1)' THEN '\($0 + 1)' WHEN '\($0 + 1)' THEN '\($0 + 1)'"
    }
    return "(CASE \(text) \(cases.joined(separator: " ")) ELSE '0' END)"
  }

  /// Whether the span's status is an error.
  var isFailed: String {
    let column = isClickHouse ? "StatusCode" : "status_code"
    return
      "upper(replace(CAST(\(column) AS \(textType)), 'STATUS_CODE_', '')) IN ('2', 'ERROR')"
  }

  /// Compares the begin of a span with a time.
  func begins(_ comparison: String, _ nanoseconds: Int64) -> String {
    isClickHouse
      ? "Timestamp \(comparison) fromUnixTimestamp64Nano(\(nanoseconds))"
      : "start_time_unix_nano \(comparison) \(nanoseconds)"
  }

  /// Whether a span's trace is in one of several parts of about the same size, from 1.
  func isPart(_ number: Int, of count: Int) -> String {
    let remainder =
      switch self {
      case .clickhouse: "cityHash64(TraceId) % \(count)"
      case .duckdb: "hash(trace_id) % \(count)"
      case .spark: "pmod(xxhash64(trace_id), \(count))"
      case .postgresql: "abs(hashtextextended(trace_id, 0) % \(count))"
      }
    return "\(remainder) = \(number - 1)"
  }

  /// The events of all spans, a row each.
  func events(_ table: String) -> String {
    switch self {
    case .clickhouse:
      "\(table) ARRAY JOIN Events.Attributes AS event, arrayEnumerate(Events.Attributes) AS place"
    case .duckdb:
      """
      \(table), unnest(list_transform(events,
          lambda e, i: struct_pack(attributes := e.attributes, place := i))) AS u(event)
      """
    case .spark: "\(table) LATERAL VIEW posexplode(events.attributes) AS place, event"
    case .postgresql: "\(table), jsonb_array_elements(events) WITH ORDINALITY AS u(event, place)"
    }
  }

  /// The value of an attribute; empty if there is none. `key` is a literal.
  func attribute(_ map: String, _ key: String) -> String {
    switch self {
    case .clickhouse: "\(map)[\(key)]"
    case .duckdb, .spark: "coalesce(\(map)[\(key)], '')"
    case .postgresql: "coalesce(\(map) ->> \(key), '')"
    }
  }

  // MARK: - Texts

  var textType: String {
    switch self {
    case .clickhouse, .spark: "String"
    case .duckdb, .postgresql: "text"
    }
  }

  /// Orders by bytes; the other engines do that always.
  var byteOrder: String { self == .postgresql ? " COLLATE \"C\"" : "" }

  /// The first group of a match, in a replacement.
  var firstGroup: String { self == .spark ? "$1" : "\\1" }

  var tab: String { character(9) }
  var lineFeed: String { character(10) }

  private func character(_ code: Int) -> String {
    isClickHouse || self == .spark ? "char(\(code))" : "chr(\(code))"
  }

  /// A literal with the text.
  func literal(_ text: String) -> String {
    var escaped = text.replacing("'", with: "''")
    if isClickHouse || self == .spark {
      escaped = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }
    return "'\(escaped)'"
  }

  /// The text with all matches of a regular expression replaced.
  func replaced(_ text: String, _ pattern: String, _ replacement: String) -> String {
    let (pattern, replacement) = (literal(pattern), literal(replacement))
    switch self {
    case .clickhouse: return "replaceRegexpAll(\(text), \(pattern), \(replacement))"
    case .spark: return "regexp_replace(\(text), \(pattern), \(replacement))"
    case .duckdb, .postgresql: return "regexp_replace(\(text), \(pattern), \(replacement), 'g')"
    }
  }

  func concatenated(_ texts: [String]) -> String { texts.joined(separator: " || ") }

  /// A number with leading zeros.
  func padded(_ number: String, _ width: Int) -> String {
    "lpad(CAST(\(number) AS \(textType)), \(width), '0')"
  }

  func integer(_ number: String) -> String {
    "CAST(\(number) AS \(isClickHouse ? "Int64" : "BIGINT"))"
  }

  /// Keeps PostgreSQL from computing an expression once for each of its uses.
  var materialized: String { self == .postgresql ? "MATERIALIZED " : "" }
}

// MARK: - Arrays

extension SQLDialect {
  /// One row for each trace, with arrays ordered by start and identifier.
  func traces(key: String) -> String {
    let columns = [
      (name: "ids", value: "id"), (name: "parents", value: "parent"), (name: "keys", value: key),
      (name: "lines", value: "label"),
      (name: "marks", value: "CASE WHEN place > 1 THEN '|' ELSE '' END"),
    ]
    if self == .postgresql {
      let order = "ORDER BY started, id COLLATE \"C\", parent COLLATE \"C\""
      let arrays = columns.map { "array_agg(\($0.value) \(order)) AS \($0.name)" }
      return "SELECT \(arrays.joined(separator: ",\n  "))\nFROM ranked GROUP BY trace"
    }
    let arrays = columns.enumerated().map { index, column in
      let field = isClickHouse ? String(index + 2) : column.name
      return "\(transformed("sorted", "r", "r.\(field)")) AS \(column.name)"
    }
    return """
      SELECT \(arrays.joined(separator: ",\n  "))
      FROM (SELECT \(sortedRows(columns)) AS sorted FROM ranked GROUP BY trace) AS t
      """
  }

  /// An array of all rows of a group, sorted by start and then by the columns in order.
  private func sortedRows(_ columns: [(name: String, value: String)]) -> String {
    switch self {
    case .clickhouse:
      let values = (["started"] + columns.map(\.value)).joined(separator: ", ")
      return "arraySort(groupArray((\(values))))"
    case .duckdb:
      let values = columns.map { "\($0.name) := \($0.value)" }.joined(separator: ", ")
      return "list_sort(list(struct_pack(started := started, \(values))))"
    case .spark, .postgresql:
      let values = columns.map { "\($0.value) AS \($0.name)" }.joined(separator: ", ")
      return "array_sort(collect_list(struct(started, \(values))))"
    }
  }

  /// The place of the current element, from 1, in the body of `map`.
  var place: String { self == .spark ? "(i + 1)" : "i" }

  /// An array with the value of `body` for each element `p` of an array.
  func map(_ array: String, _ body: String) -> String {
    switch self {
    case .clickhouse: "arrayMap((p, i) -> \(body), \(array), arrayEnumerate(\(array)))"
    case .duckdb: "list_transform(\(array), lambda p, i: \(body))"
    case .spark: "transform(\(array), (p, i) -> \(body))"
    case .postgresql:
      "ARRAY(SELECT \(body) FROM unnest(\(array)) WITH ORDINALITY AS u(p, i) ORDER BY i)"
    }
  }

  private func transformed(_ array: String, _ element: String, _ body: String) -> String {
    switch self {
    case .clickhouse: "arrayMap(\(element) -> \(body), \(array))"
    case .duckdb: "list_transform(\(array), lambda \(element): \(body))"
    case .spark, .postgresql: "transform(\(array), \(element) -> \(body))"
    }
  }

  /// An element by its place, from 1.
  func element(_ array: String, _ place: String) -> String {
    self == .spark ? "element_at(\(array), CAST(\(place) AS INT))" : "\(array)[\(place)]"
  }

  /// The place of `p` in `ids`, from 1; 0 if it is not there.
  var position: String {
    switch self {
    case .clickhouse: "indexOf(ids, p)"
    case .duckdb: "coalesce(list_position(ids, p), 0)"
    case .spark: "array_position(ids, p)"
    case .postgresql: "coalesce(array_position(ids, p), 0)"
    }
  }

  /// The lines of the spans that have no ancestor left, sorted by path.
  func flow(round: Int) -> String {
    let (path, above) = ("path\(round)", "above\(round)")
    func line(_ mark: String, _ label: String) -> String {
      let depth =
        "CAST(CAST(length(p) / 12 AS \(isClickHouse ? "Int64" : "INT")) - 1 AS \(textType))"
      return concatenated([depth, tab, mark, tab, label])
    }
    let listed = line(element("parallel", place), element("lines", place))
    let rest = element(above, place)
    switch self {
    case .clickhouse:
      let rows = "arraySort(arrayFilter(r -> r.2 = 0, \(map(path, "(p, \(rest), \(listed))"))))"
      return "arrayStringConcat(arrayMap(r -> r.3, \(rows)), \(lineFeed))"
    case .duckdb:
      let rows = map(path, "struct_pack(k := p, a := \(rest), v := \(listed))")
      let sorted = "list_sort(list_filter(\(rows), lambda r: r.a = 0))"
      return "array_to_string(list_transform(\(sorted), lambda r: r.v), \(lineFeed))"
    case .spark:
      let rows = map(path, "named_struct('k', p, 'a', \(rest), 'v', \(listed))")
      return
        "array_join(transform(array_sort(filter(\(rows), r -> r.a = 0)), r -> r.v), \(lineFeed))"
    case .postgresql:
      return """
        coalesce((SELECT string_agg(\(line("m", "l")), \(lineFeed) ORDER BY p COLLATE "C")
          FROM unnest(\(path), \(above), parallel, lines) AS u(p, a, m, l) WHERE a = 0), '')
        """
    }
  }
}
