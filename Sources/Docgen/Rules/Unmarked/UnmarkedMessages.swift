import Diagnostics
import Mermaid
import SwiftIndex

/// The messages of a sequence diagram without a marker to receivers that are types of the project,
/// and the participants that look like such types.
struct UnmarkedMessages: Sendable {
  /// A message that looks like a call, and the type that does not declare it.
  struct UnknownCall: Sendable {
    var receiver: String
    var member: String
    var range: SourceRange?
  }

  private(set) var unknownCalls: [UnknownCall] = []
  /// Participants that the code lacks, if most of the others are declared.
  private(set) var unknownParticipants: [(name: String, range: SourceRange?)] = []

  /// `nil` if no participant is a type of the project. Names of `examples` are not the project's.
  ///
  /// Replies (dotted arrows) are not calls and do not count. Unknown participants are kept if at
  /// least twice as many others are types, and at least two.
  init?(_ diagram: SequenceDiagram, in code: CodeModel, except examples: Set<String>) {
    let declared = Dictionary(diagram.participants.map { ($0.id.text, $0) }) { first, _ in first }
    var types: [String: String] = [:]
    var unknown: [(name: String, range: SourceRange?)] = []
    for id in diagram.participantNames where declared[id.text]?.type != "actor" {
      let label = declared[id.text]?.label
      let names = label.map { DiagramLabel.names(in: $0.text) } ?? [id.text]
      let type = names.first { !examples.contains($0) && !code.types(named: $0).isEmpty }
      types[id.text] = type
      if type == nil, let name = names.first(where: CodeName.isCamelCase) {
        unknown.append((name, label?.range ?? id.range))
      }
    }
    guard !types.isEmpty else { return nil }
    if types.count >= 2, types.count >= 2 * unknown.count { unknownParticipants = unknown }
    for message in diagram.messages where !message.arrow.isDotted {
      guard let receiver = types[message.to.text],
        let member = Self.calledMember(message.text.text, of: receiver),
        !Self.has(member, receiver, in: code)
      else { continue }
      unknownCalls.append(
        UnknownCall(receiver: receiver, member: member, range: message.text.range ?? message.range))
    }
  }

  /// The member that a message calls, if it has the form of a call.
  ///
  ///     fetchOrders()  ->  fetchOrders      try await save(_:) -> Bool  ->  save
  ///     loadOrders     ->  loadOrders       retry, 200 OK, GET /orders  ->  nil
  static func calledMember(_ text: String, of receiver: String) -> String? {
    let line = text.split(separator: "\n").first ?? ""
    let plain = line.filter { $0 != "`" }.drop(while: \.isWhitespace)
    guard let match = plain.wholeMatch(of: callForm) else { return nil }
    if let owner = match.1, owner != receiver, owner != "self", owner != "shared" { return nil }
    let name = String(match.2)
    return match.3 != nil || CodeName.isCamelCase(name) ? name : nil
  }

  // Read once, because Swift reads a regular expression again at each use of its literal.
  nonisolated(unsafe) private static let callForm =
    /(?:[0-9]+[.):]\s*)?(?:try\s+)?(?:await\s+)?(?:([A-Za-z_]\w*)\.)?([a-z_]\w*)(\(.*\))?(\s*(?:async|throws)?\s*(?:->.*)?)/

  /// Whether a type has a member, or a type that inherits from it or is nested in it.
  private static func has(_ name: String, _ receiver: String, in code: CodeModel) -> Bool {
    let types = code.types(named: receiver)
    if types.contains(where: { !code.members(named: name, reachableFrom: $0).isEmpty }) {
      return true
    }
    return code.members(named: name).contains { member in
      guard let owner = member.owner else { return false }
      return code.types(named: owner).contains { other in
        code.inherits(other, from: Set(types.map(\.name)))
          || types.contains { other.qualifiedName.hasPrefix($0.qualifiedName + ".") }
      }
    }
  }
}
