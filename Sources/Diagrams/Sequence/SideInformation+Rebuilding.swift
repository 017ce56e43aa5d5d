import Diagnostics
package import Mermaid

extension SideInformation {
  /// Why a trace cannot be rebuilt.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    case otherDiagram(DiagramWalk.Failure)
    case messages(drawn: Int, lines: Int)
    case damaged

    package var description: String {
      switch self {
      case .otherDiagram: "the side information does not belong to this diagram"
      case .messages(let drawn, let lines):
        "the diagram gives \(drawn.counted("message")) where the side information has \(lines)"
      case .damaged: "the side information is damaged"
      }
    }
  }

  /// The bytes of a trace, as they were.
  package func bytes(
    of trace: Trace, from diagram: SequenceDiagram
  ) throws(Failure) -> [UInt8] {
    let messages: [DrawnMessage]
    do throws(DiagramWalk.Failure) {
      messages = try DiagramWalk.messages(of: diagram, run: trace.run)
    } catch {
      throw .otherDiagram(error)
    }
    guard trace.lines.allSatisfy({ forms.indices.contains(Int($0)) }) else { throw .damaged }
    let wanted = trace.lines.count { forms[Int($0)].isMessage }
    guard wanted == messages.count else {
      throw .messages(drawn: messages.count, lines: wanted)
    }
    var writing = Writing(numbers: trace.numbers)
    var next = 0
    for (index, number) in trace.lines.enumerated() {
      let form = forms[Int(number)]
      try writing.write(form, form.isMessage ? messages[next] : nil)
      if form.isMessage { next += 1 }
      if index < trace.lines.count - 1 || trace.endsWithLineFeed { writing.bytes.append(0x0A) }
    }
    return writing.bytes
  }

  private struct Writing {
    let numbers: [Int]
    var bytes: [UInt8] = []
    private var place = 0
    private var last: [Form.Hole: Int] = [:]

    init(numbers: [Int]) { self.numbers = numbers }

    mutating func write(_ form: Form, _ message: DrawnMessage?) throws(Failure) {
      guard form.pieces.count == form.holes.count + 1 else { throw .damaged }
      for (index, piece) in form.pieces.enumerated() {
        if index > 0 { try fill(form.holes[index - 1], message) }
        bytes += piece.utf8
      }
    }

    private mutating func fill(
      _ hole: Form.Hole, _ message: DrawnMessage?
    ) throws(Failure) {
      switch hole {
      case .number: bytes += String(try next()).utf8
      case .sequence, .time, .span, .parent:
        let (value, overflow) = (last[hole] ?? 0).addingReportingOverflow(try next())
        if overflow { throw .damaged }
        last[hole] = value
        bytes += String(value).utf8
      case .from, .to, .name, .value:
        guard let message, let text = MessageFields.text(hole, message) else { throw .damaged }
        bytes += JSONText.quoted(text).utf8
      }
    }

    private mutating func next() throws(Failure) -> Int {
      guard place < numbers.count else { throw .damaged }
      place += 1
      return numbers[place - 1]
    }
  }
}
