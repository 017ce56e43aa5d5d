import Traces

/// The SQL that reduces spans to variants in the store that has them.
///
/// One description for all engines; `SQLDialect` has the parts in which they differ. Each common
/// table expression is one step of the reduction that `SpanReduction` does on one machine:
///
///     spans      the spans of the period, with their labels
///     sets       whether a span opens a new set among the children of its parent, and whether it
///                repeats the one before it: collectors deliver a span at least once
///     numbered   the number of its set
///     ranked     its sort key among them: set, then rank by label and start
///     traces     one row for each trace, with arrays ordered by start
///     parents    the place of each parent in its trace
///     shapes     equal arrays, counted: what follows is done once for each
///     paths      the keys from the root to each span, by pointer doubling in six rounds
///     flows      the lines of the spans, sorted by path
///
/// Pointer doubling joins the path of a span with that of its ancestor 1, 2, 4 … 32 levels above. It
/// needs no join and no recursion, and reaches 64 levels; what has an ancestor left then is dropped.
package struct VariantQuery: Sendable {
  /// The engine.
  package var dialect: SQLDialect
  /// The table or table function with the spans.
  package var table: String
  /// The beginning of the period in nanoseconds since 1970; `nil` for all.
  package var since: Int64?
  /// The end of the period; spans that begin then or later are left out.
  package var until: Int64?
  /// One of several parts of the traces, from 1; `nil` for all.
  package var part: (number: Int, count: Int)?
  /// The services whose spans are read; all if empty.
  package var services: [String]
  /// The machines whose transitions are counted. If there are some, flows are left out.
  package var machines: [String]
  /// Attributes whose values may leave the store as the other side of a call.
  package var peers: [String]

  /// Creates a query.
  package init(
    _ dialect: SQLDialect, table: String? = nil, since: Int64? = nil, until: Int64? = nil,
    part: (number: Int, count: Int)? = nil, services: [String] = [], machines: [String] = [],
    peers: [String] = []
  ) {
    self.dialect = dialect
    self.table = table ?? dialect.table
    self.since = since
    self.until = until
    self.part = part
    self.services = services
    self.machines = machines
    self.peers = peers
  }

  /// The query, one statement without a semicolon. Its columns are `type`, `variant` and `count`.
  package var text: String {
    let flows = "SELECT 'flow' AS type, variant, count FROM flows"
    let transitions = "SELECT 'transition' AS type, variant, count FROM transitions"
    let tables = machines.isEmpty ? flowTables + [transitionTable] : [transitionTable]
    let selects = machines.isEmpty ? "\(flows)\nUNION ALL\n\(transitions)" : transitions
    let with = tables.map { "\($0.name) AS \(dialect.materialized)(\n\($0.select)\n)" }
    return "WITH \(with.joined(separator: ",\n"))\n\(selects)"
  }

  // MARK: - Spans

  private typealias Table = (name: String, select: String)

  private var condition: String {
    var conditions: [String] = []
    if let since { conditions.append(dialect.begins(">=", since)) }
    if let until { conditions.append(dialect.begins("<", until)) }
    if let part { conditions.append(dialect.isPart(part.number, of: part.count)) }
    if !services.isEmpty { conditions.append("\(dialect.service) IN (\(list(services)))") }
    return conditions.isEmpty ? "" : "\nWHERE " + conditions.joined(separator: " AND ")
  }

  private func list(_ texts: [String]) -> String {
    texts.map(dialect.literal).joined(separator: ", ")
  }

  private func attribute(_ key: String) -> String {
    dialect.attribute(dialect.attributes, dialect.literal(key))
  }

  private var label: String {
    let own = attribute("docgen.participant")
    let peer =
      peers.isEmpty
      ? "''"
      : "CASE " + peers.map { "WHEN \(attribute($0)) <> '' THEN \(attribute($0)) " }.joined()
        + "ELSE '' END"
    return dialect.concatenated([
      cleaned("CASE WHEN \(own) <> '' THEN \(own) ELSE \(dialect.service) END"), dialect.tab,
      dialect.kind, dialect.tab, normalized(dialect.name), dialect.tab, normalized(peer),
      dialect.tab, "(CASE WHEN \(dialect.isFailed) THEN '!' ELSE '' END)",
    ])
  }

  private func cleaned(_ text: String) -> String { dialect.replaced(text, "[\\t\\r\\n]", " ") }

  private func normalized(_ text: String) -> String {
    SpanName.rules.reduce(cleaned(text)) { text, rule in
      dialect.replaced(
        text, rule.pattern, rule.keepsFirstGroup ? dialect.firstGroup + "*" : "*")
    }
  }

  // MARK: - Flows

  private var flowTables: [Table] {
    let (d, bytes) = (dialect, dialect.byteOrder)
    let children = "PARTITION BY trace, parent"
    // Of copies that differ, the first one here counts.
    let order = "ORDER BY started, id\(bytes), ended DESC, label\(bytes)"
    let previous = "OVER (\(children) \(order) ROWS BETWEEN 1 PRECEDING AND 1 PRECEDING)"
    let key = d.concatenated([d.padded("number", 6), d.padded("place", 6)])
    return [
      (
        "spans",
        """
        SELECT \(d.trace) AS trace, \(d.span) AS id, \(d.parent) AS parent, \(d.start) AS started,
          \(d.end) AS ended, \(label) AS label
        FROM \(table)\(condition)
        """
      ),
      (
        "sets",
        """
        SELECT *, CASE WHEN started < max(ended) OVER (\(children) \(order)
          ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) THEN 0 ELSE 1 END AS opens,
          CASE WHEN max(id) \(previous) = id AND max(started) \(previous) = started
            THEN 1 ELSE 0 END AS repeats
        FROM spans
        """
      ),
      (
        "numbered",
        """
        SELECT *, sum(opens) OVER (\(children) \(order)
          ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS number
        FROM sets WHERE repeats = 0
        """
      ),
      (
        "ranked",
        """
        SELECT *, row_number() OVER (\(children), number
          ORDER BY label\(bytes), started, id\(bytes)) AS place
        FROM numbered
        """
      ),
      ("traces", d.traces(key: key)),
      (
        "parents",
        "SELECT \(d.map("parents", d.position)) AS above, keys, lines, marks FROM traces"
      ),
      (
        "shapes",
        """
        SELECT above, keys, lines, marks, count(*) AS n FROM parents
        GROUP BY above, keys, lines, marks
        """
      ),
    ] + pathTables + [
      ("drawn", "SELECT \(d.flow(round: Self.rounds)) AS variant, n FROM paths\(Self.rounds)"),
      (
        "flows",
        """
        SELECT variant, \(d.integer("sum(n)")) AS count FROM drawn WHERE variant <> ''
        GROUP BY variant
        """
      ),
    ]
  }

  /// ClickHouse resolves a name to an alias of the same list first, so that each round needs names
  /// of its own.
  private var pathTables: [Table] {
    let d = dialect
    func choice(_ array: String, root: String, other: String) -> String {
      d.map(array, "CASE WHEN p = 0 THEN \(root) ELSE \(other) END")
    }
    let first: Table = (
      "paths0",
      """
      SELECT n, lines, above AS above0,
        \(choice("above", root: d.padded(d.place, 12), other: d.element("keys", d.place))) AS path0,
        \(choice("above", root: "''", other: d.element("marks", d.place))) AS parallel
      FROM shapes
      """
    )
    let rounds = (0..<VariantQuery.rounds).map { round -> Table in
      let (above, path) = ("above\(round)", "path\(round)")
      let own = d.element(path, d.place)
      let joined = d.concatenated([d.element(path, "p"), own])
      return (
        "paths\(round + 1)",
        """
        SELECT n, lines, parallel,
          \(choice(above, root: "0", other: d.element(above, "p"))) AS above\(round + 1),
          \(choice(above, root: own, other: joined)) AS path\(round + 1)
        FROM paths\(round)
        """
      )
    }
    return [first] + rounds
  }

  /// Two to this power is `VariantLog.Step.depthLimit`.
  static let rounds = 6

  // MARK: - Transitions

  private var transitionTable: Table {
    func field(_ attribute: TransitionAttribute) -> String {
      dialect.attribute(dialect.eventAttributes, dialect.literal(attribute.rawValue))
    }
    let fields = [TransitionAttribute.machine, .from, .event, .condition, .to]
    var conditions = fields.filter { $0 != .condition }.map { "\(field($0)) <> ''" }
    if !machines.isEmpty { conditions.append("\(field(.machine)) IN (\(list(machines)))") }
    let text = dialect.concatenated(
      fields.flatMap { [dialect.tab, cleaned(field($0))] }.dropFirst().map(\.self))
    let start = condition.isEmpty ? "\nWHERE " : condition + " AND "
    return (
      "transitions",
      """
      SELECT variant, \(dialect.integer("count(*)")) AS count
      FROM (SELECT DISTINCT \(dialect.trace), \(dialect.span), \(dialect.eventPlace), \(text) AS variant
        FROM \(dialect.events(table))\(start)\(conditions.joined(separator: " AND "))) AS t
      GROUP BY variant
      """
    )
  }
}
