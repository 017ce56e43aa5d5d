package import Traces

/// Reads a trace line by line for a diagram, without keeping all of it.
///
/// It checks the same invariants as the complete reader (order, times, spans, the count at the
/// end), but has no messages for them: on the first violation it throws, and the caller reads the
/// file completely for a finding with a line. Memory depends on open spans and different steps, not
/// on the length.
package struct StreamingTraceReader: Sendable {
  /// The trace cannot be read in this way; reading it completely gives a better message.
  package struct Malformed: Error, Sendable {}

  package private(set) var header: TraceHeader?
  package private(set) var recordCount = 0
  private var recorder: StepRecorder
  private var open = OpenSpans()
  private var lineCount: Int32 = 0
  private var sequence = -1
  private var time = 0
  private var hasEnded = false

  package init(_ projection: StepProjection) { recorder = StepRecorder(projection) }

  /// Takes the next line, without its line feed.
  package mutating func take(
    _ line: UnsafeBufferPointer<UInt8>, _ templates: inout LineTemplates,
    in table: inout StepTable
  ) throws(Malformed) {
    let number = templates.template(of: line)
    defer { lineCount += 1 }
    guard let content = templates.templates[number].content, !hasEnded else { throw Malformed() }
    switch content {
    case .header(let header):
      guard self.header == nil, lineCount == 0 else { throw Malformed() }
      self.header = header
    case .other:
      guard header != nil else { throw Malformed() }
      let type = templates.templates[number].keys
      hasEnded = type.contains("records") && type.contains("dropped")
      if hasEnded { try checkEnd(templates, number) }
    case .record(let body): try record(body, templates: templates, number: number, in: &table)
    }
  }

  private func checkEnd(_ templates: LineTemplates, _ number: Int) throws(Malformed) {
    let keys = templates.templates[number].keys
    guard let hole = keys.firstIndex(of: "records"), templates.values[hole] == recordCount else {
      throw Malformed()
    }
  }

  private mutating func record(
    _ body: TraceRecord.Body, templates: LineTemplates, number: Int,
    in table: inout StepTable
  ) throws(Malformed) {
    let template = templates.templates[number]
    guard header != nil, let sequenceHole = template.sequence, let timeHole = template.time,
      templates.values[sequenceHole] > sequence, templates.values[timeHole] >= time
    else { throw Malformed() }
    sequence = templates.values[sequenceHole]
    time = templates.values[timeHole]
    recordCount += 1
    func value(_ hole: Int?) throws(Malformed) -> UInt32 {
      guard let hole else { return 0 }
      guard let value = UInt32(exactly: templates.values[hole]) else { throw Malformed() }
      return value
    }
    let span = try value(template.span)
    let parent = try value(template.parent)
    switch body {
    case .call(let call) where call.isSend: break
    case .call, .phaseBegan:
      guard (try? open.open(span, in: parent)) != nil else { throw Malformed() }
    case .returned, .failed, .phaseEnded: guard open.close(span) else { throw Malformed() }
    default: break
    }
    guard recorder.take(body, span: span, parent: parent, line: lineCount, &table) else {
      throw Malformed()
    }
  }

  /// The number of the trace's steps.
  ///
  /// The number is that of a sequence in `table`, cut to the section of the options. Throws if the
  /// trace has no header or no end, as after a crash.
  package mutating func finish(
    _ options: SequenceOptions, _ table: inout StepTable
  ) throws(Malformed) -> Int32 {
    guard hasEnded, header != nil else { throw Malformed() }
    let nodes = recorder.finish(&table)
    return table.sequence(StepWindow(options).cut(nodes, &table))
  }
}

extension StreamingTraceReader {
  /// Reads a complete trace in the documented form.
  package mutating func take(
    _ bytes: [UInt8], _ templates: inout LineTemplates, in table: inout StepTable
  ) throws(Malformed) {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      var failure: Malformed?
      bytes.withUnsafeBufferPointer { buffer in
        do throws(Malformed) {
          try take(UnsafeBufferPointer(rebasing: buffer[start..<end]), &templates, in: &table)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      start = end + 1
    }
  }
}
