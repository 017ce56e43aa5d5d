/// The attributes of a span's event that describe a transition of a state machine.
///
/// An app adds such an event to the active span at each transition, with any name:
///
///     span.addEvent(SpanEvent(name: "transition", attributes: ["docgen.machine": "Cart", …]))
package enum TransitionAttribute: String, CaseIterable, Sendable {
  /// The machine's name.
  case machine = "docgen.machine"
  /// The state before.
  case from = "docgen.from"
  /// The event.
  case event = "docgen.event"
  /// The guard; may be left out.
  case condition = "docgen.condition"
  /// The state after.
  case to = "docgen.to"
}

extension TraceTransition {
  /// The transition that attributes describe; `nil` if one of them is missing or empty.
  init?(attributes: [String: String]) {
    func value(_ attribute: TransitionAttribute) -> String? {
      attributes[attribute.rawValue].flatMap { $0.isEmpty ? nil : $0.withoutSeparators }
    }
    guard let machine = value(.machine), let from = value(.from), let event = value(.event),
      let to = value(.to)
    else { return nil }
    self.init(machine: machine, from: from, event: event, condition: value(.condition), to: to)
  }

  /// The attributes that describe it.
  var attributes: [(String, String)] {
    [
      (TransitionAttribute.machine, machine), (.from, from), (.event, event),
      (.condition, condition ?? ""), (.to, to),
    ].filter { !$0.1.isEmpty }.map { ($0.0.rawValue, $0.1) }
  }
}

extension String {
  /// The text with spaces for tabs and line breaks, which separate the fields of a variant.
  package var withoutSeparators: String {
    func isSeparator(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0D].contains(byte) }
    guard utf8.contains(where: isSeparator) else { return self }
    return String(decoding: utf8.map { isSeparator($0) ? 0x20 : $0 }, as: UTF8.self)
  }
}
