import CommandLineTool
import Diagnostics
import Diagrams
import Models
import Traces

/// Reads traces for a diagram, line by line if possible, so that their size does not matter.
///
/// Each line is reduced to a number at once (`StepTable`), and equal lines share it; what stays in
/// memory is the table and the sequences. Traces in other forms, such as OTLP, are read completely
/// and converted first.
struct TraceReading {
  private let options: SequenceOptions
  private let console: any Console
  private let projection: StepProjection
  private var templates = LineTemplates()
  private(set) var table = StepTable()
  private(set) var tapes: [StreamingTraceReader] = []
  private(set) var sequences: [Int32] = []
  /// How often each was observed.
  private(set) var counts: [Int] = []

  init(options: SequenceOptions, console: any Console) {
    self.options = options
    self.console = console
    projection = StepProjection(options: options)
  }

  /// Reads a file with traces; prints errors and returns whether there are none.
  mutating func read(_ operand: String) -> Bool {
    do throws(FileError) {
      if operand == "-" || ByteStream.isPipe(operand) {
        let bytes = try TraceInput.bytes(operand)
        return take(bytes) || readOther(TraceInput(path: Self.name(operand), bytes: bytes))
      }
      if try stream(operand) { return true }
    } catch {
      // `readOther` reports the error.
    }
    return readOther(TraceInput(operand))
  }

  private static func name(_ operand: String) -> String {
    operand == "-" ? ByteStream.standardInputName : operand
  }

  /// Reads a trace in the documented form as it arrives; returns `false` for any other form.
  private mutating func stream(_ path: String) throws(FileError) -> Bool {
    var stream = try ByteStream(pipe: path)
    var tape = StreamingTraceReader(projection)
    while let line = try stream.line() {
      var isTaken = false
      line.withUnsafeBufferPointer { isTaken = (try? tape.take($0, &templates, in: &table)) != nil }
      if !isTaken { return false }
    }
    return finish(&tape)
  }

  private mutating func take(_ bytes: [UInt8]) -> Bool {
    var tape = StreamingTraceReader(projection)
    guard (try? tape.take(bytes, &templates, in: &table)) != nil else { return false }
    return finish(&tape)
  }

  private mutating func finish(_ tape: inout StreamingTraceReader) -> Bool {
    let sequence = try? tape.finish(options, &table)
    guard let sequence else { return false }
    tapes.append(tape)
    sequences.append(sequence)
    counts.append(1)
    return true
  }

  /// Reads other forms, and traces with errors.
  private mutating func readOther(_ input: TraceInput) -> Bool {
    guard input.printError(console) else { return false }
    return input.recorded.filter(\.isFlow).allSatisfy { recorded in
      guard take(TraceWriter.encode(recorded.trace)) else { return false }
      counts[counts.count - 1] = recorded.count
      return true
    }
  }

  // MARK: - Names

  /// A sentence about a name on the command line that the traces do not have.
  var unknownName: String? {
    var known: [String] = tapes.flatMap { $0.header?.participants.map(\.name) ?? [] }
    known += options.groups.map(\.name)
    var callers: Set<String> = []
    for symbol in table.symbols {
      if case .message(let message) = symbol {
        callers.insert(message.from)
        callers.insert(message.to)
      }
    }
    known += callers.sorted()
    let members = options.groups.flatMap(\.members)
    let given = options.participants + options.hidden + options.silent + options.collapsed + members
    if let unknown = given.first(where: { !known.contains($0) }) {
      return sentence("participant", unknown, among: known)
    }
    let calls = table.symbols.compactMap { symbol -> DrawnMessage? in
      if case .message(let message) = symbol, !message.isReply { message } else { nil }
    }
    let bounds = [options.first, options.last].compactMap { $0 }
    let names = calls.flatMap { [String($0.name), $0.label] }
    return bounds.first { !names.contains($0) }.map { sentence("message", $0, among: names) }
  }

  private func sentence(_ what: String, _ name: String, among known: [String]) -> String {
    let near = NearMiss.best(for: name, among: known)
    return "the traces have no \(what) '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
  }
}
