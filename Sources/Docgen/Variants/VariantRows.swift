import JSON
package import Traces

/// Reads the rows that a query of `VariantQuery` returns, as JSON Lines or CSV.
///
/// A row has the columns `type`, `variant` and `count`:
///
///     flow        a line for each span: depth TAB `|` or empty TAB the label's fields
///     transition  machine TAB from TAB event TAB condition TAB to
///
/// Takes one line at a time, so that rows need less memory than their variants.
package struct VariantRows {
  /// The log of the rows so far; the caller finishes it.
  package private(set) var log: VariantLog
  package private(set) var errors: [TraceReadError] = []
  /// Whether the rows are CSV; `nil` before the first line.
  private var isCSV: Bool?
  private var line = 0
  /// The lines of a CSV record so far, whose last field is still open, and the place of the first one.
  private var record: (bytes: [UInt8], line: Int)?

  /// Creates a reader that adds to a log.
  package init(into log: VariantLog) { self.log = log }

  /// Reads rows into a log, which is then finished.
  package static func read(
    _ bytes: [UInt8], into log: VariantLog
  ) -> (log: VariantLog, errors: [TraceReadError]) {
    var rows = VariantRows(into: log)
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) { rows.take(line) }
    rows.log.finish()
    return (rows.log, rows.errors)
  }

  /// Takes a line without its line feed.
  package mutating func take(_ bytes: ArraySlice<UInt8>) {
    line += 1
    if record == nil, bytes.allSatisfy({ $0 <= 0x20 }) { return }
    if isCSV == nil {
      isCSV = bytes.first != UInt8(ascii: "{")
      if isCSV == true { return takeHeader(bytes) }
    }
    if isCSV == true { takeCSV(bytes) } else { takeJSON(bytes) }
  }

  private mutating func takeJSON(_ bytes: ArraySlice<UInt8>) {
    guard let node = try? JSONNode.parse(bytes), let type = node["type"]?.text,
      let variant = node["variant"]?.text, let count = Self.count(node["count"])
    else { return fail(line, "expected an object with `type`, `variant` and `count`") }
    take(type: type, variant: variant, count: count, line: line)
  }

  /// Some engines write a 64-bit number as text.
  private static func count(_ node: JSONNode?) -> Int? {
    if case .integer(let number)? = node?.value { return number }
    return node?.text.flatMap { Int($0) }
  }

  private mutating func takeHeader(_ bytes: ArraySlice<UInt8>) {
    if CSVRecord.fields(of: Array(bytes)).map({ $0.lowercased() }) != Self.columns {
      fail(line, "the first line is not `\(Self.columns.joined(separator: ","))`")
      isCSV = nil
    }
  }

  /// A quoted field may contain line breaks: a record is complete when its quotation marks are even.
  private mutating func takeCSV(_ bytes: ArraySlice<UInt8>) {
    var (record, first) = self.record ?? ([], line)
    if self.record != nil { record.append(0x0A) }
    record += bytes
    guard record.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2) else {
      self.record = (record, first)
      return
    }
    self.record = nil
    let fields = CSVRecord.fields(of: record)
    guard fields.count == 3, let count = Int(fields[2]) else {
      return fail(first, "expected three fields: `\(Self.columns.joined(separator: ","))`")
    }
    take(type: fields[0], variant: fields[1], count: count, line: first)
  }

  private static let columns = ["type", "variant", "count"]

  private mutating func take(type: String, variant: String, count: Int, line: Int) {
    guard count > 0 else { return fail(line, "`count` must be positive") }
    switch type {
    case "flow":
      guard let flow = flow(variant) else { return fail(line, "`variant` is not a flow") }
      log.add(flow: flow, count: count)
    case "transition":
      let fields = variant.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5 else { return fail(line, "`variant` is not a transition") }
      let step = TraceTransition(
        machine: fields[0], from: fields[1], event: fields[2],
        condition: fields[3].isEmpty ? nil : fields[3], to: fields[4])
      log.add(step, count: count)
    default: fail(line, "unknown type `\(type)`; expected `flow` or `transition`")
    }
  }

  private mutating func flow(_ text: String) -> [VariantLog.Step]? {
    var steps: [VariantLog.Step] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == SpanLabel.fieldCount + 2, let depth = Int(fields[0]),
        (0...min((steps.last?.depth ?? -1) + 1, VariantLog.Step.depthLimit - 1)).contains(depth),
        let label = SpanLabel(fields: fields.dropFirst(2))
      else { return nil }
      let number = log.number(of: label)
      steps.append(
        VariantLog.Step(depth: depth, isParallel: fields[1] == "|", label: number))
    }
    return steps
  }

  private mutating func fail(_ line: Int, _ reason: String) {
    errors.append(TraceReadError(line: line, column: 1, reason: reason))
  }
}

/// A record of a CSV file as RFC 4180 defines it; in a quoted field, `""` is a quotation mark.
private enum CSVRecord {
  static func fields(of record: [UInt8]) -> [String] {
    var fields: [[UInt8]] = [[]]
    var isQuoted = false
    var previous: UInt8?
    for byte in record {
      switch byte {
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        if isQuoted, previous == byte { fields[fields.count - 1].append(byte) }
      case UInt8(ascii: ",") where !isQuoted: fields.append([])
      case 0x0D where !isQuoted: break
      default: fields[fields.count - 1].append(byte)
      }
      previous = byte
    }
    return fields.map { String(decoding: $0, as: UTF8.self) }
  }
}
