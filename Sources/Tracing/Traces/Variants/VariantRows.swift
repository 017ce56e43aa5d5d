import JSON

/// Reads the rows that a query of `VariantQuery` returns, as JSON Lines or CSV.
///
/// A row has the columns `type`, `variant` and `count`:
///
///     flow        a line for each span: depth TAB `|` or empty TAB the label's fields
///     transition  machine TAB from TAB event TAB condition TAB to
package struct VariantRows {
  private var log: VariantLog
  private var errors: [TraceReadError] = []

  /// Reads rows into a log, which is then finished.
  package static func read(
    _ bytes: [UInt8], into log: VariantLog
  ) -> (log: VariantLog, errors: [TraceReadError]) {
    var rows = VariantRows(log: log)
    switch bytes.first {
    case nil: break
    case UInt8(ascii: "{"): rows.readLines(bytes)
    default: rows.readCSV(bytes)
    }
    rows.log.finish()
    return (rows.log, rows.errors)
  }

  private init(log: VariantLog) { self.log = log }

  private mutating func readLines(_ bytes: [UInt8]) {
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy({ $0 <= 0x20 }) { continue }
      guard let node = try? JSONNode.parse(line), let type = node["type"]?.text,
        let variant = node["variant"]?.text, let count = Self.count(node["count"])
      else {
        fail(number, "expected an object with `type`, `variant` and `count`")
        continue
      }
      take(type: type, variant: variant, count: count, line: number)
    }
  }

  /// Some engines write a 64-bit number as text.
  private static func count(_ node: JSONNode?) -> Int? {
    if case .integer(let number)? = node?.value { return number }
    return node?.text.flatMap { Int($0) }
  }

  /// Reads CSV as RFC 4180 defines it, with a header.
  private mutating func readCSV(_ bytes: [UInt8]) {
    var records = CSVRecords(bytes)
    guard let header = records.next(), header.fields.map({ $0.lowercased() }) == Self.columns else {
      return fail(1, "the first line is not `\(Self.columns.joined(separator: ","))`")
    }
    while let record = records.next() {
      guard record.fields.count == 3, let count = Int(record.fields[2]) else {
        fail(record.line, "expected three fields: `\(Self.columns.joined(separator: ","))`")
        continue
      }
      take(type: record.fields[0], variant: record.fields[1], count: count, line: record.line)
    }
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

/// The records of a CSV file; a quoted field may contain line breaks, and `""` for a quotation mark.
private struct CSVRecords {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next record, and the line where it begins; `nil` at the end.
  mutating func next() -> (fields: [String], line: Int)? {
    guard place < bytes.count else { return nil }
    let start = line
    var fields: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == 0x0A { line += 1 }
      switch byte {
      case UInt8(ascii: "\""):
        if isQuoted, place < bytes.count, bytes[place] == byte {
          field.append(byte)
          place += 1
        } else {
          isQuoted.toggle()
        }
      case UInt8(ascii: ",") where !isQuoted:
        fields.append(String(decoding: field, as: UTF8.self))
        field = []
      case 0x0D where !isQuoted: continue
      case 0x0A where !isQuoted:
        return (fields + [String(decoding: field, as: UTF8.self)], start)
      default: field.append(byte)
      }
    }
    return (fields + [String(decoding: field, as: UTF8.self)], start)
  }
}
