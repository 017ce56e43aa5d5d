import Mermaid
import Models
import Traces

/// Finds the events that an arrow's label names, and the transitions that they cause.
///
///     idle --> running : start, resume       two claims: start and resume
///     idle --> running : start [isReady]     the event with its guard
///     idle --> running : the user starts     a claim only for a machine with declared events
struct TriggerMatching {
  let model: StateMachineModel
  let synonyms: [String: String]
  /// Whether the labels of the diagram are names of triggers, so that another name is a claim as well.
  private var namesTriggers = false

  init(model: StateMachineModel, synonyms: [String: String]) {
    (self.model, self.synonyms) = (model, synonyms)
  }

  /// The matching for a diagram with these arrows.
  ///
  /// Half of the labels must be known triggers for the diagram to count as one that names them.
  func reading(_ arrows: [StateTransition]) -> TriggerMatching {
    var reading = self
    let claims = arrows.flatMap(labels)
    let known = claims.count { claim in model.edges.contains { matches(claim, $0) } }
    reading.namesTriggers = known * 2 >= claims.count
    return reading
  }

  /// Labels of paths out of a choice for all other cases.
  private static let defaultLabels: Set<String> = ["else", "otherwise"]

  /// The events that an arrow's label names. If methods are the triggers, authors describe them:
  /// then a label is a claim only if it is one of the machine's triggers, looks like code, or is a
  /// name among names.
  func claims(of arrow: StateTransition) -> [String] {
    let claims = labels(of: arrow)
    if model.origin != .source { return claims }
    return claims.filter { claim in
      let name = claim.split(separator: " [", maxSplits: 1).first ?? ""
      let isName = !name.contains(" ") && name.first?.isLowercase == true
      return name.hasSuffix("()")
        || isName && (namesTriggers || name.contains(where: \.isUppercase))
        || model.edges.contains { matches(claim, $0) }
    }
  }

  private func labels(of arrow: StateTransition) -> [String] {
    guard let text = arrow.label?.text else { return [] }
    if synonyms[text] != nil { return [text] }
    return text.split(separator: "\n").flatMap { Self.split($0) }.filter { claim in
      !Self.defaultLabels.contains(claim.filter { $0 != "[" && $0 != "]" }.lowercased())
    }
  }

  /// Splits at commas outside of parentheses and brackets.
  private static func split(_ line: Substring) -> [String] {
    var parts = [""]
    var depth = 0
    for character in line {
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts.map(Self.trimmed).filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: String) -> String {
    String(
      text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }

  /// Case does not matter. A synonym is applied first.
  func matches(_ claim: String, _ edge: StateMachineModel.Edge) -> Bool {
    let step = edge.step
    let wanted = (synonyms[claim] ?? claim).lowercased()
    var spellings = [step.event, "\(step.event)()"]
    if let condition = step.condition { spellings += [condition, "[\(condition)]"] }
    for labels in [StateOptions.Labels.events, .summaries] {
      for condition in [step.condition, nil] {
        if let label = model.label(for: step.event, condition: condition, labels) {
          spellings.append(label)
        }
      }
    }
    return spellings.contains { $0.lowercased() == wanted }
  }

  /// Whether each arrow of a drawn transition names a cause of the transition, or has no label.
  func names(_ drawn: DrawnStateStep, _ edge: StateMachineModel.Edge) -> Bool {
    drawn.arrows.allSatisfy { arrow in
      let claims = claims(of: arrow)
      return claims.isEmpty || claims.contains { matches($0, edge) }
    }
  }
}
