import Traces

/// What a diagram leaves out of the traces that it was made from: with both, each trace can be
/// written again, byte for byte.
///
/// For each trace it holds how it runs through the diagram (`run`), and line by line which form it
/// has (`forms`) and the numbers in it. What the arrows of the diagram say is not repeated: a form of
/// a message has holes for participants, name and answer, filled from the diagram.
package struct SideInformation: Hashable, Sendable {
  package static let format = "docgen-side-information"

  /// A line's text with holes: one more piece than there are holes.
  package struct Form: Hashable, Sendable {
    package enum Hole: String, Hashable, Sendable, CaseIterable {
      /// A number: how much it is more than the last one of the same name.
      case number, sequence, time, span, parent
      case from, to, name, value
    }

    package var pieces: [String]
    package var holes: [Hole]
    package var isMessage: Bool
  }

  package struct Trace: Hashable, Sendable {
    package var scenario: String
    package var run: [Int32]
    package var lines: [Int32]
    package var numbers: [Int]
    package var endsWithLineFeed: Bool
  }

  package var forms: [Form]
  package var traces: [Trace]

  package init(forms: [Form], traces: [Trace]) {
    self.forms = forms
    self.traces = traces
  }
}

/// Collects side information from traces as they were read.
package struct SideInformationWriter {
  private let templates: [LineTemplate]
  private var forms: [SideInformation.Form] = []
  private var formNumbers: [SideInformation.Form: Int32] = [:]
  /// By template, or template and message.
  private var known: [Key: Int32] = [:]

  private struct Key: Hashable {
    var template: Int32
    var message: DrawnMessage?
  }

  package init(_ templates: LineTemplates) { self.templates = templates.templates }

  /// The side information of several traces: their lines, runs and messages.
  package mutating func information(
    _ tapes: [(scenario: String, lines: TraceTape.Lines)], runs: [[Int32]],
    messages: [[DrawnMessage]]
  ) -> SideInformation {
    var traces: [SideInformation.Trace] = []
    for (index, tape) in tapes.enumerated() {
      var next = 0
      var lines: [Int32] = []
      for (number, template) in tape.lines.templates.enumerated() {
        var message: DrawnMessage?
        if next < tape.lines.messages.count, tape.lines.messages[next] == number {
          message = messages[index][next]
          next += 1
        }
        lines.append(form(template, message))
      }
      traces.append(
        SideInformation.Trace(
          scenario: tape.scenario, run: runs[index], lines: lines,
          numbers: differences(tape.lines), endsWithLineFeed: tape.lines.endsWithLineFeed))
    }
    return SideInformation(forms: forms, traces: traces)
  }

  private func differences(_ lines: TraceTape.Lines) -> [Int] {
    var last: [SideInformation.Form.Hole: Int] = [:]
    var place = 0
    var differences: [Int] = []
    for template in lines.templates {
      for key in templates[Int(template)].keys {
        let hole = Self.hole(key)
        let value = lines.values[place]
        differences.append(hole == .number ? value : value - (last[hole] ?? 0))
        last[hole] = value
        place += 1
      }
    }
    return differences
  }

  private static func hole(_ key: String) -> SideInformation.Form.Hole {
    switch key {
    case "seq": .sequence
    case "t": .time
    case "span": .span
    case "parent": .parent
    default: .number
    }
  }

  private mutating func form(_ template: Int32, _ message: DrawnMessage?) -> Int32 {
    let key = Key(template: template, message: message)
    if let number = known[key] { return number }
    let form = newForm(templates[Int(template)], message)
    let number = formNumbers[form] ?? Int32(forms.count)
    if number == forms.count { forms.append(form) }
    formNumbers[form] = number
    known[key] = number
    return number
  }

  private func newForm(
    _ template: LineTemplate, _ message: DrawnMessage?
  ) -> SideInformation.Form {
    var form = SideInformation.Form(pieces: [], holes: [], isMessage: message != nil)
    for (index, piece) in template.pieces.enumerated() {
      if index > 0 { form.holes.append(Self.hole(template.keys[index - 1])) }
      var rest = Substring(String(decoding: piece, as: UTF8.self))
      let fields = message.map { MessageFields.all($0) } ?? []
      for field in fields {
        let opening = "\"\(field.key)\":"
        guard let place = rest.firstRange(of: opening + JSONText.quoted(field.text)) else {
          continue
        }
        form.pieces.append(rest[..<place.lowerBound] + opening)
        form.holes.append(field.hole)
        rest = rest[place.upperBound...]
      }
      form.pieces.append(String(rest))
    }
    return form
  }
}

/// What of a message's line the diagram says, in the order in which a line has it.
enum MessageFields {
  typealias Field = (key: String, hole: SideInformation.Form.Hole, text: String)

  static func all(_ message: DrawnMessage) -> [Field] {
    message.isReply
      ? [("value", .value, message.label)]
      : [
        ("from", .from, message.from), ("to", .to, message.to),
        ("name", .name, String(message.name)),
      ]
  }

  static func text(_ hole: SideInformation.Form.Hole, _ message: DrawnMessage) -> String? {
    all(message).first { $0.hole == hole }?.text
  }
}

/// A text as JSON writes it.
enum JSONText {
  static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
