import Diagnostics
import Diagrams
import Facts
import Markdown
import Mermaid
import Models
import SwiftIndex
import Traces

/// Facts about the parts of a diagram in a page.
///
/// It works on the facts of a diagram and not on its statements, so one function serves all
/// notations of an element.
struct DiagramHoverInfo {
  let project: ProjectModel
  let diagram: MermaidDiagram
  /// The region that contains it, if any.
  let region: Region?

  /// `nil` for elements without a counterpart in code or traces, such as titles and directions.
  func about(_ place: FactPlace) -> HoverInfo? {
    guard let fact = place.facts.first else { return nil }
    switch (fact.kind, place.role) {
    case (_, .owner), (.annotation, _): return type(fact[.owner])
    case (.state, _): return state(fact[.name])
    case (.note, _):
      if case .state = diagram { return state(fact[.target]) }
      return fact.has(.target) ? type(fact[.target]) : nil
    case (.transition, let role):
      let trigger = place.facts.map { $0[.text] }.joined(separator: "\n")
      return step(from: fact[.source], to: fact[.target], trigger: role == .text ? trigger : nil)
    case (.participant, _): return participant(fact.shown)
    case (.message, _):
      return message(from: fact.ends.source, to: fact.ends.target, text: fact[.text])
    case (.type, _): return type(fact[.name])
    case (.member, _): return member(fact[.text], of: fact[.owner])
    case (.relation, _): return relation(fact[.source], fact[.target])
    default: return nil
    }
  }

  // MARK: - State machines

  /// The machine that the marker names; otherwise the only one, or the one with most of the states.
  private var machine: StateMachineModel? {
    if let name = region?.opening["machine"] { return project.anyMachine(named: name) }
    let machines = project.machineNames.compactMap(project.machine)
    guard machines.count > 1, case .state(let diagram) = diagram else { return machines.first }
    let drawn = Set(diagram.stateNames.map(\.text))
    return machines.max { left, right in
      left.states.count { drawn.contains($0.name) }
        < right.states.count { drawn.contains($0.name) }
    }
  }

  private func machineName(_ drawn: String, in machine: StateMachineModel) -> String {
    guard case .state(let diagram) = diagram else { return drawn }
    return diagram.machineName(of: drawn, among: Set(machine.states.map(\.name)))
  }

  private func state(_ drawn: String) -> HoverInfo? {
    guard let machine else { return nil }
    return machine.knowledge(ofState: machineName(drawn, in: machine), in: project.code)
  }

  private func step(from: String, to: String, trigger: String?) -> HoverInfo? {
    guard let machine else { return nil }
    let edge = StateDiagram.edge.text
    if from == edge {
      return machine.knowledge(ofState: machineName(to, in: machine), in: project.code)
    }
    if to == edge {
      return machine.knowledge(ofState: machineName(from, in: machine), in: project.code)
    }
    var found = machine.knowledge(
      ofStep: machineName(from, in: machine), to: machineName(to, in: machine), trigger: trigger,
      in: project.code)
    // A label may name the call that leads to the event.
    if let trigger, let name = CodeName(trigger), found?.symbols.isEmpty == true {
      found?.add(symbolsNamed: name.lookup, in: project.code)
    }
    return found
  }

  // MARK: - Interactions

  /// The traces that the marker names; all if it names none.
  private var traces: [RecordedTrace] {
    let patterns = region?.opening.list("scenarios").map { NamePattern($0) } ?? []
    if patterns.isEmpty { return project.traces }
    return project.traces.filter { model in
      patterns.contains { $0.matches(model.scenario) }
    }
  }

  private func participant(_ name: String) -> HoverInfo? {
    let scenarios = traces.filter { model in
      model.participants.contains { $0.name == name }
    }
    var knowledge = HoverInfo("participant `\(name)`")
    knowledge.symbols = project.code.type(named: name).all.map { .type($0) }
    if scenarios.isEmpty, knowledge.symbols.isEmpty { return nil }
    knowledge.notes.append("takes part in \(scenarios.count.counted("scenario")) of this diagram")
    return knowledge
  }

  /// Observations of calls and answers whose label can mean the text; the declaration is searched
  /// in the receiver first, then in the sender.
  private func message(from: String, to: String, text: String) -> HoverInfo? {
    var seen = Observation()
    for model in traces {
      for letter in model.letters(among: [from, to])
      where letter.from == from && letter.to == to && letter.isCalled(text) {
        seen.add(letter.place, count: model.count)
      }
    }
    var knowledge = HoverInfo("message `\(text)` from `\(from)` to `\(to)`")
    knowledge.observed = seen
    let name = String(text.prefix { $0 != "(" })
    if CodeName(name + "()") != nil {
      let owners = [to, from].flatMap { project.code.type(named: $0).all }
      let own = owners.lazy.map { project.code.symbols(named: "\($0.qualifiedName).\(name)") }
        .first { !$0.isEmpty }
      knowledge.add(own ?? project.code.symbols(named: "\(name)()"))
    }
    return knowledge
  }

  // MARK: - Types

  private func type(_ name: String) -> HoverInfo? {
    let types = project.code.type(named: name).all
    if types.isEmpty {
      let modules = ModuleModel(project.code, only: [name])
      guard !modules.modules.isEmpty else { return nil }
      return modules.knowledge(of: name, in: project.code)
    }
    var knowledge = HoverInfo("type `\(name)`")
    knowledge.symbols = types.map { .type($0) }
    return knowledge
  }

  private func member(_ name: String, of owner: String) -> HoverInfo? {
    let bare = name.prefix { $0 != ":" }.split(separator: " ").last.map(String.init) ?? name
    let members = project.code.type(named: owner).all.flatMap { $0.members(named: bare) }
    if members.isEmpty { return type(owner) }
    var knowledge = HoverInfo("member `\(owner).\(bare)`")
    knowledge.symbols = members.map { .member($0) }
    return knowledge
  }

  private func relation(_ from: String, _ to: String) -> HoverInfo? {
    if project.code.type(named: from).all.isEmpty {
      let modules = ModuleModel(project.code, only: [from, to])
      guard let found = modules.dependencies.first(where: { $0.from == from && $0.to == to })
      else { return type(from) }
      var knowledge = HoverInfo("`\(from)` imports `\(to)`")
      knowledge.declared = [Evidence(.declared, "the first import", at: found.location)]
      return knowledge
    }
    var knowledge = HoverInfo("relation of `\(from)` to `\(to)`")
    knowledge.symbols = [from, to].flatMap { project.code.type(named: $0).all }.map { .type($0) }
    return knowledge.symbols.isEmpty ? nil : knowledge
  }
}

extension ModuleModel {
  func knowledge(of name: String, in code: CodeModel) -> HoverInfo {
    var knowledge = HoverInfo("module `\(name)`")
    let imports = ModuleModel(code).dependencies.filter { $0.from == name }.map { "`\($0.to)`" }
    knowledge.notes.append(
      imports.isEmpty
        ? "imports no other module" : "imports " + imports.joined(separator: ", "))
    return knowledge
  }
}

extension Activity {
  /// Whether a drawn label can mean this.
  fileprivate func isCalled(_ text: String) -> Bool {
    if text == label || shorter.contains(text) || alternatives.contains(text) { return true }
    return kind != .answer && text.prefix { $0 != "(" } == label.prefix { $0 != "(" }
  }
}
