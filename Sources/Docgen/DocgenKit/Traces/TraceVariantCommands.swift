import CommandLineTool
import Diagnostics
import JSON
import Variants

/// The options of the commands that reduce spans to variants.
enum VariantOptions {
  static let since = CommandOption.text(
    "since", value: "TIME", "The beginning of the period: 2026-10-27T00:00:00Z")
  static let until = CommandOption.text(
    "until", value: "TIME", "The end of the period; it is not part of it")
  static let services = CommandOption.names("service", "Read the spans of these services only")
  static let peers = CommandOption.names(
    "peer", "Attributes that may name the other side of a call")
  static let scenario = CommandOption.text(
    "scenario", value: "NAME", "The name for documents (default: production)")
  static let standardScenario = "production"

  /// The time of an option in nanoseconds since 1970.
  static func moment(
    _ option: CommandOption<String?>, _ arguments: ParsedArguments
  ) throws(UsageError) -> Int64? {
    guard let text = arguments[option] else { return nil }
    guard let moment = VariantLog.moment(text) else {
      throw UsageError("'\(text)' is not a time such as 2026-10-27T00:00:00Z")
    }
    return moment
  }

  /// An empty log with the name and the period of the options.
  static func log(_ arguments: ParsedArguments) throws(UsageError) -> VariantLog {
    _ = try moment(since, arguments)
    _ = try moment(until, arguments)
    return VariantLog(
      scenario: arguments[scenario] ?? standardScenario, since: arguments[since] ?? "",
      until: arguments[until] ?? "")
  }
}

/// `docgen trace query`: SQL that reduces spans to variants in their store.
struct TraceQueryCommand: Command {
  let context: CommandContext

  private static let engine = CommandOption.choice(
    "engine", short: "e", value: "NAME", of: SQLDialect.self, "The engine; required")
  private static let table = CommandOption.text(
    "table", value: "NAME", "The table with the spans (default: otel_traces)")
  private static let machines = CommandOption.names(
    "machine", "Count only transitions of these machines, and no flows")
  private static let part = CommandOption.parsed(
    "part", value: "K/N", expected: "a part such as 3/8, from 1/8 to 8/8",
    "Read only part K of N parts of the traces", parse: CheckShard.init)

  static let description = CommandDescription(
    "query", "Print SQL that reduces spans to variants in their store",
    discussion: """
      ClickHouse has the schema of the OpenTelemetry Collector's exporter; \
      reference/trace-format.md in share/doc/docgen lists the columns for the other engines. Only \
      names leave the store: no attribute except docgen's own and those of --peer. The rows of all \
      parts, imported together, are those of one query, which needs more memory. \
      `docgen trace import --variants` reads the result as JSON Lines or CSV.
      """,
    options: [
      engine, VariantOptions.since, VariantOptions.until, part, VariantOptions.services, machines,
      VariantOptions.peers, table, CommonOptions.output,
    ],
    examples: [
      (
        "docgen trace query -e clickhouse --since 2026-10-27T00:00:00Z",
        "Reduce 30 days of spans in ClickHouse."
      )
    ], exitCodes: TraceCommands.exitCodes())

  func run() throws -> ExitCode {
    guard let dialect = arguments[Self.engine] else {
      let names = SQLDialect.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--engine is missing: \(names)")
    }
    let query = VariantQuery(
      dialect, table: arguments[Self.table],
      since: try VariantOptions.moment(VariantOptions.since, arguments),
      until: try VariantOptions.moment(VariantOptions.until, arguments),
      part: arguments[Self.part].map { ($0.number, $0.count) },
      services: arguments[VariantOptions.services], machines: arguments[Self.machines],
      peers: arguments[VariantOptions.peers])
    try context.write(query.text + "\n")
    return .success
  }
}

/// `docgen trace reduce`: spans in OTLP/JSON as variants, without a store.
struct TraceReduceCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "reduce", "Reduce spans in OTLP/JSON to variants with counts",
    discussion: """
      Reads a `TracesData` on each line, as the collector's file exporter writes them, and needs no \
      engine. The result is that of `docgen trace query` on the same spans.
      """,
    operands: [TraceCommands.files],
    options: [
      VariantOptions.since, VariantOptions.until, VariantOptions.services, VariantOptions.peers,
      VariantOptions.scenario, CommonOptions.output,
    ],
    examples: [
      ("docgen trace reduce -o production.jsonl spans.jsonl", "Reduce a collector's output.")
    ], exitCodes: TraceCommands.exitCodes())

  func run() throws -> ExitCode {
    let log = try VariantOptions.log(arguments)
    var reduction = SpanReduction(
      into: log, services: arguments[VariantOptions.services],
      peers: arguments[VariantOptions.peers])
    var isComplete = true
    for operand in arguments.operands {
      do throws(FileError) {
        var stream = try operand == "-" ? ByteStream() : ByteStream(pipe: operand)
        var number = 0
        while let line = try stream.line() {
          number += 1
          if !take(line, at: "\(operand):\(number)", &reduction) { isComplete = false }
        }
      } catch {
        context.report("\(error)")
        return .input
      }
    }
    try context.write(VariantWriter.encode(reduction.finish()))
    return isComplete ? .success : .input
  }

  /// Takes a line; reports it and returns `false` if it is not OTLP/JSON.
  private func take(_ line: [UInt8], at place: String, _ reduction: inout SpanReduction) -> Bool {
    if line.allSatisfy({ $0 <= 0x20 }) { return true }
    do throws(JSONError) {
      let invalid = try reduction.take(line[...])
      if invalid == 0 { return true }
      context.report("\(place): \(invalid.counted("span")) without identifiers and times")
    } catch {
      context.report("\(place): \(error.reason)")
    }
    return false
  }
}
