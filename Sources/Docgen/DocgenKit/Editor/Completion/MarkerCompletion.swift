import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Traces

/// Completions in a marker: directives, kinds, keys, and their values.
struct MarkerCompletion {
  let slot: MarkerSlot
  let project: Project
  /// Whether only blanks follow the cursor on its line: then a complete marker is inserted.
  let isAtEndOfLine: Bool
  /// The lines of the table after it.
  let table: String

  var items: [CompletionItem] {
    switch slot.part {
    case .directive: directives
    case .subject: subjects
    case .key: keys
    case .value(let key): values(of: key)
    }
  }

  private var directives: [CompletionItem] {
    Self.directives.map { directive, detail, rest in
      CompletionItem(
        directive.rawValue, .keyword, detail: detail,
        snippet: isAtEndOfLine ? directive.rawValue + rest : nil)
    }
  }

  private static let directives: [(Marker.Directive, String, String)] = [
    (.begin, "a region that docgen writes", " $0 -->\n<!-- docgen:end -->"),
    (.verify, "the block below is proven", " $0 -->"),
    (.value, "a value in running text", " $1 -->$2<!-- /docgen:value -->"),
    (.disable, "silences a rule for the next block", " $1 reason=\"$2\" -->"),
    (.setup, "hidden Swift code for the blocks below", "\n$0\n-->"),
    (.end, "closes a region", " -->"), (.valueEnd, "closes a value", " -->"),
  ]

  private var kind: (any RegionKind.Type)? { RegionKinds.kind(named: slot.subject) }

  private var subjects: [CompletionItem] {
    switch Marker.Directive(rawValue: slot.directive) {
    case .begin, .verify:
      return RegionKinds.all.map { kind in
        CompletionItem(kind.name, .keyword, detail: kind.summary)
      }
    case .value: return SymbolCompletion(code: project.model.code).constants(slot.written) + counts
    case .disable:
      return RuleCatalogue.descriptions.map { rule in
        CompletionItem(
          rule.id.rawValue, .value, detail: rule.summary, documentation: rule.explanation.meaning)
      }
    case .end, .valueEnd, .setup, nil: return []
    }
  }

  /// `SyncState.states.count`
  private var counts: [CompletionItem] {
    project.model.machineNames.flatMap { name in
      ["states", "events", "transitions"].map {
        CompletionItem("\(name).\($0).count", .value, detail: "how many \($0)")
      }
    }
  }

  /// Keys that the marker already has are left out, and so are those of verified regions in a
  /// generated one.
  private var keys: [CompletionItem] {
    if slot.directive == Marker.Directive.disable.rawValue {
      return slot.arguments["reason"] == nil
        ? [CompletionItem("reason=", .property, detail: "why", snippet: "reason=\"$1\"")] : []
    }
    let isVerified = slot.directive == Marker.Directive.verify.rawValue
    let keys = (kind?.keys ?? []).filter { key in
      slot.arguments[key.name] == nil
        && (isVerified || !key.meaning.hasPrefix("in a verified"))
    }
    return keys.map { key in
      let words = key.choices + key.words
      let isList = key.choices.isEmpty && Self.lists.contains(key.name)
      return CompletionItem(
        key.name + "=", .property, detail: key.meaning,
        documentation: words.isEmpty ? nil : words.map { "`\($0)`" }.joined(separator: ", "),
        snippet: isList ? "\(key.name)=\"$1\"" : nil)
    }
  }

  private static let lists: Set = [
    "types", "modules", "files", "around", "scenarios", "participants", "hide", "hide-messages",
    "silent", "groups", "order", "synonyms", "columns", "members", "relations", "show-members",
    "hide-members", "values", "metrics",
  ]

  private func values(of key: String) -> [CompletionItem] {
    let model = project.model
    if let known = kind?.keys.first(where: { $0.name == key }) {
      let words = known.words.filter { !slot.listed.contains($0) }
      if !known.choices.isEmpty || !words.isEmpty {
        return (known.choices + words).map { CompletionItem($0, .value) }
      }
    }
    switch key {
    case "machine":
      return model.machineNames.map {
        CompletionItem($0, .type, detail: model.machine(named: $0)?.type)
      }
    case "type", "types", "around", "metrics":
      return model.code.types.map { CompletionItem($0) }
    case "conforms":
      return model.code.types.filter { $0.kind == .protocol }.map { CompletionItem($0) }
    case "values":
      return SymbolCompletion(code: model.code).constants(slot.written)
        .filter { !slot.listed.contains($0.text ?? $0.label) }
    case "columns": return columns
    case "modules": return model.code.moduleNames.map { CompletionItem($0, .module) }
    case "scenarios":
      return model.traces.map {
        CompletionItem($0.scenario, .value, detail: $0.trace.header.title)
      }
    case "participants", "hide", "silent":
      return participants.map { CompletionItem($0, .interface) }
    case "hide-messages":
      return chosen.flatMap(\.messageNames).distinct().map { CompletionItem($0, .method) }
    case "show-members", "hide-members":
      let members = model.code.types.flatMap(\.members)
      return members.map { CompletionItem($0, text: $0.name) }.distinct(by: \.label)
    case "template": return project.templates.names.map { CompletionItem($0, .file) }
    case "symbol": return SymbolCompletion(code: model.code).items(slot.written)
    case "file", "files": return model.sources.keys.sorted().map { CompletionItem($0, .file) }
    case "synonyms": return model.synonyms.keys.sorted().map { CompletionItem($0, .value) }
    case "groups", "order":
      let machine = slot.arguments["machine"] ?? model.machineNames.first
      return (machine.flatMap(model.machine)?.states ?? []).map { CompletionItem($0) }
    default: return []
    }
  }

  /// Headings of the table after the marker, and the possible contents of their cells after the
  /// `=`.
  private var columns: [CompletionItem] {
    let columns = TableColumns(
      slot.arguments, table: table, project: project.model, templates: project.templates)
    if slot.left != nil { return columns.facets.map { CompletionItem($0, .property) } }
    return columns.headings.filter { !slot.listed.contains($0) }.map { CompletionItem($0, .value) }
  }

  /// The traces of the scenarios that the marker names so far; all if it names none.
  private var chosen: [RecordedTrace] {
    let patterns = (slot.arguments["scenarios"] ?? "").split { $0 == " " || $0 == "," }
      .map { NamePattern(String($0)) }
    let all = project.model.traces
    if patterns.isEmpty { return all }
    return all.filter { model in patterns.contains { $0.matches(model.scenario) } }
  }

  private var participants: [String] {
    chosen.flatMap { $0.participants.map(\.name) }.distinct()
  }
}

extension CompletionItem {
  init(_ state: StateMachineModel.State) {
    self.init(state.name, .state, detail: state.summary)
  }

  init(_ event: StateMachineModel.Event) {
    let values = event.values.isEmpty ? "" : "(\(event.values.joined(separator: ", ")))"
    self.init(event.name, .event, detail: event.name + values, documentation: event.summary)
  }
}

extension Array where Element: Hashable {
  /// Each element once, in the order of first appearance.
  func distinct() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
