extension PayloadReport {
  /// The report as columns of text.
  var table: String {
    func counted(_ count: Int, _ what: String) -> String {
      "\(count) \(what)\(count == 1 ? "" : "s")"
    }
    var text = counted(metricPayloads, "metric payload")
    text += ", " + counted(diagnosticPayloads, "diagnostic payload")
    if duplicates > 0 { text += ", " + counted(duplicates, "duplicate") + " left out" }
    text += "\n"
    for group in groups where group.payloads > 0 { text += "\n" + group.table }
    let rows = diagnostics.rows
    if !rows.isEmpty { text += "\n" + TextTable.columns(["diagnostics", "count"], rows) }
    return text
  }
}

extension PayloadReport.Group {
  fileprivate var table: String {
    var text = version.map { "version \($0): \(payloads) payloads\n" } ?? ""
    if let first, let last { text += "time      \(first) to \(last)\n" }
    text += "versions  \(Self.list(versions))"
    text += (severalVersions ? "  (figures are of several versions: see --by-version)" : "") + "\n"
    text += "systems   \(Self.list(systems))\ndevices   \(Self.list(devices))\n"
    text += TextTable.titled(
      ["metric", "unit", "count", "sum", "smallest", "largest"], values.map(\.row))
    text += TextTable.titled(["average", "unit", "samples", "mean"], averages.map(\.row))
    let durations = histograms.map { $0.row(count: $0.count) }
    let quantiles = ["unit", "count", "p50", "p90", "p99"]
    text += TextTable.titled(["histogram"] + quantiles, durations)
    let marks = signposts.map {
      $0.durations.row(name: "\($0.category).\($0.name)", count: $0.count)
    }
    text += TextTable.titled(["signpost"] + quantiles, marks)
    let exits = [("foreground", foregroundExits), ("background", backgroundExits)].flatMap {
      place, counts in counts.sorted { $0.key < $1.key }.map { [place, $0.key, "\($0.value)"] }
    }
    text += TextTable.titled(["exit", "reason", "count"], exits)
    if !problems.isEmpty { text += "\nnot certain: \(Self.list(problems))\n" }
    return text
  }

  private static func list(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
  }
}

extension PayloadReport.Value {
  fileprivate var row: [String] {
    var row = [metric, unit ?? "", "\(count)"]
    row += [total, minimum, maximum].map { $0.map { TextTable.number($0) } ?? "–" }
    let unsure = ambiguous + unreadable
    if unsure > 0 { row[2] += " of \(count + unsure)" }
    return row
  }
}

extension PayloadReport.Average {
  fileprivate var row: [String] {
    [metric, unit ?? "", "\(samples)", mean.map { TextTable.number($0) } ?? "–"]
  }
}

extension PayloadReport.Histogram {
  fileprivate func row(name: String? = nil, count: Int) -> [String] {
    [name ?? metric, unit ?? "", "\(count)"] + [p50, p90, p99].map { $0?.text ?? "–" }
  }
}

extension PayloadReport.Quantile {
  /// `560 [400–700]`
  fileprivate var text: String {
    let bounds = [lower, upper].map { $0.map { TextTable.number($0) } ?? "?" }
    return "\(estimate.map { TextTable.number($0) } ?? "?") [\(bounds.joined(separator: "–"))]"
  }
}

extension PayloadReport.Diagnostics {
  fileprivate var rows: [[String]] {
    let kinds = [
      ("hangs", hangs), ("CPU exceptions", cpuExceptions),
      ("disk write exceptions", diskWriteExceptions), ("slow launches", slowLaunches),
    ]
    return crashes.sorted { $0.key < $1.key }.map { ["crash \($0.key)", "\($0.value)"] }
      + kinds.filter { $0.1 > 0 }.map { [$0.0, "\($0.1)"] }
  }
}

/// Columns of text.
enum TextTable {
  /// A blank line and the columns; empty without rows.
  static func titled(_ title: [String], _ rows: [[String]]) -> String {
    rows.isEmpty ? "" : "\n" + columns(title, rows)
  }

  /// The last cell of a line is not padded. Columns are counted in characters.
  static func columns(_ title: [String], _ rows: [[String]]) -> String {
    let lines = [title] + rows
    let widths = title.indices.map { column in
      lines.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return lines.map { line in
      let cells = line.enumerated().map { index, cell in
        index == line.count - 1
          ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }

  /// `12`, `0.25`, `1530.5`: at most three fractional digits.
  static func number(_ value: Double) -> String {
    guard value.magnitude < 1e15 else { return "\(value)" }
    let thousandths = (value * 1_000).rounded()
    let text = "\(thousandths / 1_000)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
