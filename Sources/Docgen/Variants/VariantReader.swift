import JSON
package import Traces

/// Reads the file of a variant log.
package enum VariantReader {
  /// Whether the first line of a file is the header of a variant log.
  package static func recognizes(_ bytes: [UInt8]) -> Bool {
    let end = bytes.firstIndex(of: 0x0A) ?? bytes.count
    let node = try? JSONNode.parse(bytes[..<end])
    return node?["format"]?.text == VariantLog.format
  }

  /// Reads a log; invalid lines are reported and left out.
  ///
  /// - Returns: `nil` if the header is missing or has an unknown version.
  package static func read(_ bytes: [UInt8]) -> (log: VariantLog?, errors: [TraceReadError]) {
    var reading = VariantReading()
    var start = 0
    var number = 0
    while start < bytes.count, number == 0 || reading.log != nil {
      number += 1
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      do throws(JSONError) {
        try reading.take(try JSONNode.parse(bytes[start..<end]), line: number)
      } catch {
        reading.errors.append(
          TraceReadError(line: number, column: error.offset - start + 1, reason: error.reason))
      }
      start = end + 1
    }
    if reading.errors.isEmpty, !reading.hasEnded {
      reading.errors.append(
        TraceReadError(
          line: number, column: 1, reason: "the variants have no `end` line: was the file cut off?")
      )
    }
    return (reading.log, reading.errors)
  }
}

/// A log that is being read.
private struct VariantReading {
  var log: VariantLog?
  var errors: [TraceReadError] = []
  var hasEnded = false

  mutating func take(_ node: JSONNode, line: Int) throws(JSONError) {
    let decoder = TraceLineDecoder(node: node, line: line)
    let type = try decoder.text("type")
    guard log != nil else {
      guard type == "header" else { throw decoder.error("the first line is not a header") }
      log = try header(decoder)
      return
    }
    if hasEnded { throw decoder.error("a line after the end of the variants") }
    switch type {
    case "activity":
      let label = try label(decoder)
      log?.append(label)
    case "flow": try flow(decoder)
    case "transition":
      let step = TraceTransition(
        machine: try decoder.text("machine"), from: try decoder.text("from"),
        event: try decoder.text("event"), condition: try decoder.optionalText("condition"),
        to: try decoder.text("to"))
      let count = try decoder.count()
      log?.add(step, count: count)
    case "end": try end(decoder)
    default: throw decoder.error("unknown type of line `\(type)`", at: node["type"])
    }
  }

  private func header(_ decoder: TraceLineDecoder) throws(JSONError) -> VariantLog {
    let version = try decoder.integer("version")
    guard version == VariantLog.currentVersion else {
      throw decoder.error(
        "unknown format version \(version); expected \(VariantLog.currentVersion)",
        at: decoder.node["version"])
    }
    return VariantLog(
      scenario: try decoder.text("scenario"), since: try decoder.optionalText("since") ?? "",
      until: try decoder.optionalText("until") ?? "")
  }

  private func label(_ decoder: TraceLineDecoder) throws(JSONError) -> SpanLabel {
    SpanLabel(
      participant: try decoder.text("participant"), kind: try decoder.integer("kind"),
      name: try decoder.text("name"), peer: try decoder.optionalText("peer") ?? "",
      isFailed: decoder.node["failed"] == nil ? false : try decoder.boolean("failed"))
  }

  private mutating func flow(_ decoder: TraceLineDecoder) throws(JSONError) {
    var steps: [VariantLog.Step] = []
    for token in try decoder.text("spans").utf8.split(separator: UInt8(ascii: " ")) {
      guard let step = VariantLog.Step(token), step.label < log?.labels.count ?? 0,
        step.depth <= (steps.last?.depth ?? -1) + 1
      else {
        let text = String(decoding: token, as: UTF8.self)
        throw decoder.error("`\(text)` is not a span of this flow", at: decoder.node["spans"])
      }
      steps.append(step)
    }
    let count = try decoder.count()
    log?.append(flow: steps, count: count)
  }

  private mutating func end(_ decoder: TraceLineDecoder) throws(JSONError) {
    hasEnded = true
    let (flows, transitions) = (try decoder.integer("flows"), try decoder.integer("transitions"))
    guard errors.isEmpty, let log else { return }
    guard flows == log.flowCount, transitions == log.transitions.count else {
      throw decoder.error(
        "the `end` line counts \(flows) flows and \(transitions) transitions, but there are "
          + "\(log.flowCount) and \(log.transitions.count)")
    }
  }
}

extension TraceLineDecoder {
  /// A positive number of observations.
  fileprivate func count() throws(JSONError) -> Int {
    let count = try integer("count")
    guard count > 0 else { throw error("`count` must be positive", at: node["count"]) }
    return count
  }
}

extension VariantLog.Step {
  /// Reads `1|5`.
  fileprivate init?(_ token: Substring.UTF8View) {
    guard
      let mark = token.firstIndex(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "|") }),
      let depth = Int(Substring(token[..<mark])), (0..<Self.depthLimit).contains(depth),
      let label = UInt32(Substring(token[token.index(after: mark)...])),
      label <= Self.greatestLabel
    else { return nil }
    self.init(depth: depth, isParallel: token[mark] == UInt8(ascii: "|"), label: label)
  }
}
