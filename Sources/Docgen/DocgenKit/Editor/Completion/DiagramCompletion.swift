import Diagrams
import Markdown
import Mermaid
import Models
import Rules
import SwiftIndex
import Traces

/// Completions in a Mermaid block: states and events, participants and messages, classes and
/// members, as far as its kind and the text before the cursor determine them.
///
/// Works on the text and not on a parsed diagram, because the line at the cursor is usually not
/// valid yet.
struct DiagramCompletion {
  let project: ProjectModel
  let region: Region?
  /// The lines of the block before that of the cursor.
  let before: [Substring]
  /// The cursor's line, up to the cursor.
  let line: String

  var completion: Completion? {
    let header = before.lazy.map { $0.drop { $0 == " " } }.first { text in
      !text.isEmpty && !text.hasPrefix("%%") && text != "---"
    }
    guard let header else {
      return Completion(items: Self.headers, written: word)
    }
    if header.hasPrefix("stateDiagram") { return state }
    if header.hasPrefix("sequenceDiagram") { return sequence }
    return header.hasPrefix("classDiagram") ? classes : nil
  }

  private static let headers = ["stateDiagram-v2", "sequenceDiagram", "classDiagram"].map {
    CompletionItem($0, .keyword)
  }

  /// The last word of the line.
  private var word: String {
    String(line.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace).last ?? "")
  }

  // MARK: - State

  private var machines: [StateMachineModel] {
    let name = region?.opening["machine"]
    return (name.map { [$0] } ?? project.machineNames).compactMap(project.machine)
  }

  private var state: Completion? {
    guard let (arrow, label) = Self.split(line, at: ":") else {
      let states = machines.flatMap { $0.states.map { CompletionItem($0) } }
      let edge = CompletionItem(StateDiagram.edge.text, .keyword, detail: "the start, or the end")
      return Completion(items: (states + [edge]).distinct(by: \.label), written: word)
    }
    let ends = arrow.split(whereSeparator: \.isWhitespace).filter { !$0.hasPrefix("--") }
      .map(String.init)
    guard ends.count == 2 else { return nil }
    var items: [CompletionItem] = []
    for machine in machines {
      let edges = machine.edges.filter { $0.step.from == ends[0] && $0.step.to == ends[1] }
      let names = edges.map(\.step.event)
      items += machine.events.filter { names.isEmpty || names.contains($0.name) }
        .map { CompletionItem($0) }
    }
    return Completion(items: items.distinct(by: \.label), written: label)
  }

  // MARK: - Sequence

  private var traces: [RecordedTrace] {
    let patterns = region?.opening.list("scenarios").map { NamePattern($0) } ?? []
    if patterns.isEmpty { return project.traces }
    return project.traces.filter { model in
      patterns.contains { $0.matches(model.scenario) }
    }
  }

  /// Identifiers of participants and their displayed names: `participant SE as SyncEngine`.
  private var aliases: [String: String] {
    var aliases: [String: String] = [:]
    for line in before {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count > 3, ["participant", "actor"].contains(words[0]), words[2] == "as" else {
        continue
      }
      aliases[String(words[1])] = words[3...].joined(separator: " ")
    }
    return aliases
  }

  private var sequence: Completion? {
    if let (head, label) = Self.split(line, at: ":") {
      guard let (from, to) = Self.ends(of: head) else { return nil }
      let names = [from, to].map { self.aliases[$0] ?? $0 }
      let letters = traces.flatMap { $0.letters(among: Set(names)) }.filter {
        $0.from == names[0] && $0.to == names[1] && !$0.label.isEmpty
      }
      let items = letters.map { letter in
        CompletionItem(
          letter.label, letter.kind == .call ? .method : .value,
          detail: "in \(letter.place.scenario)")
      }
      return Completion(items: items.distinct(by: \.label), written: label)
    }
    let aliases = aliases
    let shown = Set(aliases.values)
    var items = aliases.sorted { $0.key < $1.key }.map {
      CompletionItem($0.key, .interface, detail: $0.value)
    }
    let names = traces.flatMap { $0.participants.map(\.name) }.distinct()
    items += names.filter { !shown.contains($0) }.map { CompletionItem($0, .interface) }
    var written = word
    if let arrow = Self.arrow(in: written) {
      written = String(written[arrow.upperBound...].drop { "+-".contains($0) })
    }
    if line.drop(while: \.isWhitespace).allSatisfy({ !$0.isWhitespace && $0 != "-" }) {
      items += Self.keywords
    }
    return Completion(items: items, written: written)
  }

  private static let keywords = [
    "participant", "actor", "loop", "alt", "else", "opt", "par", "and", "critical", "option",
    "break", "end", "Note over", "activate", "deactivate",
  ].map { CompletionItem($0, .keyword) }

  /// The longest arrow among the first in a text.
  private static func arrow(in text: String) -> Range<String.Index>? {
    MessageArrow.allCases.compactMap { text.firstRange(of: $0.rawValue) }.min { left, right in
      (left.lowerBound, right.upperBound) < (right.lowerBound, left.upperBound)
    }
  }

  private static func ends(of head: String) -> (String, String)? {
    guard let arrow = arrow(in: head) else { return nil }
    let isFill: (Character) -> Bool = { $0.isWhitespace || $0 == "+" || $0 == "-" }
    let from = head[..<arrow.lowerBound].drop(while: isFill)
    let to = head[arrow.upperBound...].drop(while: isFill)
    let ends = [from, to].map { String($0.reversed().drop(while: isFill).reversed()) }
    return ends.contains("") ? nil : (ends[0], ends[1])
  }

  // MARK: - Class

  private var classes: Completion? {
    if let owner = openClass {
      let members = project.code.type(named: owner).all.flatMap(\.members)
      let written = String(word.drop { "+-#~".contains($0) })
      return Completion(
        items: members.filter { !$0.isOperator }.map { member in
          let labels = member.signature?.parameters.map { $0.label ?? $0.name ?? "_" }
          let text = member.name + (labels.map { "(\($0.joined(separator: ", ")))" } ?? "")
          return CompletionItem(member, text: text)
        }.distinct(by: \.label), written: written)
    }
    if line.contains(":") { return nil }
    let types = project.code.types.map { CompletionItem($0, text: $0.name) }
    return Completion(items: types.distinct(by: \.label), written: word)
  }

  /// The class whose body the cursor is in.
  private var openClass: String? {
    for text in before.reversed() {
      let words = text.split { $0.isWhitespace || $0 == "{" || $0 == "~" || $0 == "[" }
      if text.contains("}") { return nil }
      if text.contains("{") {
        return words.first == "class" && words.count > 1 ? String(words[1]) : nil
      }
    }
    return nil
  }

  /// The text before the first such character, and the text after it without leading blanks.
  private static func split(_ line: String, at mark: Character) -> (String, String)? {
    guard let index = line.firstIndex(of: mark) else { return nil }
    return (
      String(line[..<index]), String(line[line.index(after: index)...].drop(while: \.isWhitespace))
    )
  }
}
