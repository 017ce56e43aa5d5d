package import Diagnostics
package import Mermaid
package import SwiftIndex

/// The differences between a hand-drawn sequence diagram and the calls of the code.
///
/// A message is checked in two stages. First, does the code make such a call at all, between these
/// participants? If not, `unmatched` finds the most helpful explanation. Second, does the code make
/// the calls in this order (`FlowComparison`)? Only calls are compared: answers have no counterpart
/// in the source.
///
/// A participant that no type corresponds to (`User`, `Server`) makes no claim, and its messages
/// are skipped.
package struct FlowConformance: Sendable {
  package private(set) var deviations: [SequenceDeviation] = []

  private let code: CodeModel
  private let flow: SourceFlow
  private let automaton: FlowAutomaton
  private let matching: LetterMatching
  /// The types that the names of participants mean.
  private let types: [String: String]
  /// See `SourceFlow.names(in:)`.
  private let names: [String: Set<String>]

  /// Compares messages between the participants in `types`, which maps their names to types. The
  /// calls at `demanded` must be drawn if both participants are.
  ///
  /// With an empty `demanded`, calls may be missing from the diagram. The result of a comparison
  /// that is too large is a single deviation, `tooLarge`.
  package init(
    of diagram: SequenceDiagram, with flow: SourceFlow, in code: CodeModel,
    types: [String: String], matching: LetterMatching = LetterMatching(),
    demanded: Set<SourceLocation> = []
  ) {
    (self.code, self.flow, self.types, self.matching) = (code, flow, types, matching)
    automaton = FlowAutomaton(flow)
    names = flow.names(in: code)
    compare(MessageLanguage(diagram), demanded: demanded)
    for index in deviations.indices { deviations[index].isFromCode = true }
  }

  /// The first call in the code that matches a drawn message or one of a trace.
  ///
  /// Returns `nil` if the code has no such call, or if one of the names has no type. Used for
  /// navigation and hovers.
  package func call(from: String, to: String, label: String) -> FlowCall? {
    let message = DocumentedActivity(
      DrawnMessage(from: from, to: to, label: label, kind: .call))
    return letters(message)?.sorted().map { automaton.letters[$0].call }.first { $0.to != nil }
  }

  private mutating func compare(_ language: MessageLanguage, demanded: Set<SourceLocation>) {
    let matches = language.messages.map(letters)
    for (message, letters) in zip(language.messages, matches) where letters?.isEmpty == true {
      if let deviation = unmatched(message) { deviations.append(deviation) }
    }
    let compared = matches.map { $0?.isEmpty == true ? nil : $0 }
    guard var comparison = FlowComparison(language, automaton, matches: compared) else {
      deviations.append(SequenceDeviation(.tooLarge))
      return
    }
    for number in comparison.misplaced() {
      let message = language.messages[number]
      var deviation = SequenceDeviation(.moved)
      deviation.drawn = message
      let calls = (compared[number] ?? []).sorted().map { automaton.letters[$0].call }
      deviation.declared = calls.first { $0.to != nil } ?? calls.first
      deviation.isUncertain = mayHappenElsewhere(message)
      deviations.append(deviation)
    }
    if demanded.isEmpty { return }
    for (letter, behind) in comparison.missing(except: freeLetters(language, demanded)) {
      var deviation = SequenceDeviation(.missing)
      deviation.drawn = behind.map { language.messages[$0] }
      deviation.declared = automaton.letters[letter].call
      deviations.append(deviation)
    }
  }

  // MARK: - Letters

  /// The letters that a message may match; `nil` for an answer and a message that is not compared.
  ///
  /// An empty set means that the code makes no such call: that is a deviation.
  private func letters(_ message: DocumentedActivity) -> Set<Int>? {
    if message.isAnswer { return nil }
    guard let to = types[message.to] else { return nil }
    let entry = automaton.letters[0].call
    if accepts(flow.type.qualifiedName, to), agrees(message, entry), message.from != message.to {
      // Any participant may call the entry method.
      if types[message.from] == nil { return [0] }
    }
    guard let from = types[message.from] else { return nil }
    let found = automaton.letters.indices.filter { index in
      let letter = automaton.letters[index]
      guard agrees(message, letter.call) else { return false }
      if index == 0 { return accepts(flow.type.qualifiedName, to) }
      return letter.senders.contains { accepts($0, from) }
        && letter.call.to.map { accepts($0, to) } ?? true
    }
    if found.isEmpty, from == to, members(named: method(of: message), of: to).isEmpty { return nil }
    return Set(found)
  }

  private func accepts(_ participant: String, _ name: String) -> Bool {
    participant == name || names[participant]?.contains(name) == true
  }

  private func agrees(_ message: DocumentedActivity, _ call: FlowCall) -> Bool {
    let text = matching.synonyms[message.text] ?? message.text
    return matching.labels == .exact
      ? text == call.label || text == call.name : method(of: message) == call.name
  }

  /// `save` of `try await store.save(event)`.
  private func method(of message: DocumentedActivity) -> String {
    var text = (matching.synonyms[message.text] ?? message.text)[...]
    for word in ["try ", "await "] where text.hasPrefix(word) { text = text.dropFirst(word.count) }
    text = text.prefix { $0 != "(" }
    return String(text.lastIndex(of: ".").map { text[text.index(after: $0)...] } ?? text)
  }

  /// The optional letters: own calls, and those of participants that are not drawn.
  private func freeLetters(
    _ language: MessageLanguage, _ demanded: Set<SourceLocation>
  ) -> Set<Int> {
    let drawn = language.participants.compactMap { types[$0] }
    func isDrawn(_ participant: String) -> Bool { drawn.contains { accepts(participant, $0) } }
    return Set(
      automaton.letters.indices.filter { index in
        let letter = automaton.letters[index]
        guard index > 0, let to = letter.call.to, to != letter.call.from else { return true }
        if !demanded.contains(letter.call.location) { return true }
        return !isDrawn(to) || !letter.senders.contains(where: isDrawn)
      })
  }

  // MARK: - Messages without a call

  /// The explanations in the order of their tests: the type makes such a call in a method that the
  /// flow does not reach (an uncertain finding), the call exists between other participants
  /// (`redirected`), the receiver has such a member but no call of it exists (`neverSent`), a call
  /// with a similar name exists (`relabelled`), the receiver has no such member (`unknownMember`).
  /// Returns `nil` if unread code may contain the call.
  private func unmatched(_ message: DocumentedActivity) -> SequenceDeviation? {
    guard let from = types[message.from], let to = types[message.to] else { return nil }
    let name = method(of: message)
    var deviation = SequenceDeviation(.neverSent)
    deviation.drawn = message
    guard let senders = readTypes(from) else { return nil }
    let calls = automaton.letters.dropFirst().filter { $0.call.to != nil }
    let own = calls.filter { letter in letter.senders.contains { accepts($0, from) } }
    let similar =
      own.filter { agrees(message, $0.call) }
      + calls.filter { agrees(message, $0.call) && accepts($0.call.to ?? "", to) }
    if senders.contains(where: { $0.calls(name) }), similar.isEmpty || mayHappenElsewhere(message) {
      // The type makes such a call, but outside of the code that was read.
      deviation.isUncertain = true
      return isRead(from) ? deviation : nil
    }
    if let other = similar.first {
      deviation.kind = .redirected
      deviation.declared = other.call
      return deviation
    }
    if code.types(named: to).isEmpty || !members(named: name, of: to).isEmpty { return deviation }
    let between = own.map(\.call).filter { accepts($0.to ?? "", to) }
    if let near = NearMiss.best(for: name, among: between.map(\.name)) {
      deviation.kind = .relabelled
      deviation.declared = between.first { $0.name == near }
    } else if !name.contains(where: \.isWhitespace), !name.isEmpty {
      deviation.kind = .unknownMember
    }
    return deviation
  }

  /// The types whose code a participant runs; `nil` if some are unknown.
  private func readTypes(_ name: String) -> [TypeDeclaration]? {
    let found = code.types(named: name)
    let real = found.flatMap { type in
      type.kind == .protocol ? flow.participants[type.qualifiedName]?.implementations ?? [] : [type]
    }
    return real.isEmpty ? nil : (found + real).flatMap { code.ancestry(of: $0) }
  }

  private func members(named name: String, of type: String) -> [Member] {
    let all = code.types(named: type).flatMap { code.members(named: name, reachableFrom: $0) }
    return all.isEmpty ? code.members(named: name).filter { $0.owner == type } : all
  }

  private func isRead(_ name: String) -> Bool {
    !flow.isTruncated && !flow.gaps.contains(where: { accepts($0, name) })
  }

  /// Whether a participant may send a message outside of the code that was read: in a method that
  /// the flow does not reach, and that others may call.
  private func mayHappenElsewhere(_ message: DocumentedActivity) -> Bool {
    guard let from = types[message.from], isRead(from), let types = readTypes(from) else {
      return true
    }
    let name = method(of: message)
    return types.flatMap(\.members).contains { member in
      !flow.methods.contains(member.nameLocation) && member.calls(name)
    }
  }
}

extension SourceFlow {
  /// For each participant the names in diagrams and traces: its own, those of its protocols and
  /// superclasses, and those of a protocol's implementations.
  ///
  /// So a diagram may draw `TransportProtocol`, `HTTPTransport` or their common superclass,
  /// whichever its author prefers.
  func names(in code: CodeModel) -> [String: Set<String>] {
    participants.mapValues { participant in
      var found: Set<String> = [participant.name]
      for type in [participant.type].compactMap(\.self) + participant.implementations {
        for relative in code.ancestry(of: type) {
          found.formUnion([relative.name, relative.qualifiedName])
        }
        found.formUnion([type.name, type.qualifiedName])
      }
      return found
    }
  }
}

extension TypeDeclaration {
  fileprivate func calls(_ name: String) -> Bool { members.contains { $0.calls(name) } }
}

extension Member {
  fileprivate func calls(_ name: String) -> Bool {
    body.sends.contains { $0.name == name } || body.calls.contains { $0.name == name }
  }
}
