import JSON

/// The reason why a line of a trace cannot be used.
public struct TraceReadError: Error, Hashable, Sendable {
  /// The line in the file, from 1.
  public var line: Int
  /// The column in the line, in bytes from 1.
  public var column: Int
  /// A sentence without a full stop.
  public var reason: String

  /// Creates an error.
  public init(line: Int, column: Int, reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }
}

/// Reads traces from JSON Lines, the form described in `docs/reference/trace-format.md`.
public enum TraceReader {
  /// Reads a complete trace.
  ///
  /// Invalid lines are reported with their position and left out; the rest is read. A file whose
  /// header is missing or has another format yields no trace. Unknown members are ignored; lines of
  /// an unknown type are errors.
  ///
  /// - Parameter bytes: the file's content, UTF-8.
  /// - Returns: the trace, if there is a header, and the errors, in the order of the lines.
  public static func read(_ bytes: [UInt8]) -> (trace: Trace?, errors: [TraceReadError]) {
    var state = TraceReading()
    var start = 0
    var number = 0
    while start < bytes.count, !state.isHopeless {
      number += 1
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var slice = bytes[start..<end]
      if slice.last == 0x0D { slice.removeLast() }
      state.take(line: slice, number: number, isTerminated: end < bytes.count)
      start = end + 1
    }
    state.finish(lines: number)
    return (state.trace, state.errors)
  }
}

/// A trace that is being read.
private struct TraceReading {
  var trace: Trace?
  var errors: [TraceReadError] = []
  /// Whether the file has turned out not to be a trace.
  var isHopeless = false
  private var hasEnded = false
  private var openSpans = OpenSpans()

  mutating func take(line: ArraySlice<UInt8>, number: Int, isTerminated: Bool) {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
    do throws(JSONError) {
      let node = try JSONNode.parse(line)
      let decoder = TraceLineDecoder(node: node, line: number)
      try take(decoder)
    } catch {
      var reason = error.reason
      if !isTerminated { reason += "; the line is incomplete: was the recording cut off?" }
      fail(number, column: error.offset - line.startIndex + 1, reason: reason)
      if trace == nil { isHopeless = true }
    }
  }

  private mutating func take(_ decoder: TraceLineDecoder) throws(JSONError) {
    let type = try decoder.text("type")
    guard trace != nil else {
      guard type == "header" else { throw decoder.error("the first line is not a trace header") }
      trace = Trace(header: try decoder.header())
      return
    }
    if hasEnded { throw decoder.error("a line after the end of the trace") }
    switch type {
    case "header": throw decoder.error("a second header")
    case "machine": trace?.machines.append(try decoder.machine())
    case "end":
      hasEnded = true
      trace?.dropped = try decoder.integer("dropped")
      trace?.sources = try decoder.sources()
      let count = try decoder.integer("records")
      if errors.isEmpty, count != trace?.records.count ?? 0 {
        let found = trace?.records.count ?? 0
        throw decoder.error("the `end` line counts \(count) records, but there are \(found)")
      }
    default:
      let record = try decoder.record(type: type)
      try check(record, decoder)
      trace?.records.append(record)
    }
  }

  /// Each span is opened and closed once, unless an invalid line may have opened it. Records are
  /// ordered by sequence and by time.
  private mutating func check(
    _ record: TraceRecord, _ decoder: TraceLineDecoder
  ) throws(JSONError) {
    if let last = trace?.records.last {
      guard record.sequence > last.sequence else {
        throw decoder.error("`seq` \(record.sequence) does not follow \(last.sequence)")
      }
      guard record.time >= last.time else {
        throw decoder.error("`t` goes back from \(last.time) to \(record.time)")
      }
    }
    switch record.body {
    case .call(let call) where !call.isSend: try open(call.span, in: call.parent, decoder)
    case .phaseBegan(let phase): try open(phase.span, in: phase.parent, decoder)
    case .returned(let outcome), .failed(let outcome): try close(outcome.span, decoder)
    case .phaseEnded(let phase): try close(phase.span, decoder)
    default: break
    }
  }

  private mutating func open(
    _ span: TraceSpan, in parent: TraceSpan?, _ decoder: TraceLineDecoder
  ) throws(JSONError) {
    do throws(OpenSpans.Failure) {
      try openSpans.open(span.number, in: parent?.number ?? 0)
    } catch {
      throw decoder.error(
        error == .isOpen
          ? "span \(span.number) is opened twice"
          : "calls and phases are nested more than \(OpenSpans.deepest) deep")
    }
  }

  private mutating func close(_ span: TraceSpan, _ decoder: TraceLineDecoder) throws(JSONError) {
    guard openSpans.close(span.number) || !errors.isEmpty else {
      throw decoder.error("span \(span.number) is closed but not open")
    }
  }

  mutating func finish(lines: Int) {
    if isHopeless { return }
    if trace == nil {
      fail(1, column: 1, reason: "the file is empty")
    } else if !hasEnded, errors.isEmpty {
      fail(lines, column: 1, reason: "the trace has no `end` line: was the recording cut off?")
    }
  }

  private mutating func fail(_ line: Int, column: Int, reason: String) {
    errors.append(TraceReadError(line: line, column: column, reason: reason))
  }
}
