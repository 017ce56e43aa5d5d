import Diagrams
import JSON
import Traces

/// A sequence diagram generated from traces and its measures, as JSON.
///
/// `fitness` is the part of the traces that the diagram allows, and `precision` falls with each
/// further message that it allows; `docs/reference/json.md` describes all members.
struct SequenceReport: Sendable {
  let diagram: String
  let drawing: SequenceDrawing
  let measures: DiagramMeasures
  let scenarios: [String]

  var json: JSON {
    let precision = measures.precision
    return [
      "diagram": .text(diagram), "fitness": JSON(measures.fitness),
      "precision": precision.map { JSON($0) },
      "allowsMore": .boolean(precision.map { $0 < 1 } ?? true),
      "precisionUnknown": precision == nil ? "its parallel parts allow too many orders" : nil,
      "precisionMetric": "escaping edges over the states of the diagram",
      "messages": .integer(measures.messages), "size": .integer(measures.size),
      "messagesLeftOut": drawing.omitted > 0 ? .integer(drawing.omitted) : nil,
      "traces": .array(
        zip(scenarios, measures.fits).map { ["scenario": .text($0), "allowed": .boolean($1)] }),
      "folds": .array(drawing.folding.steps.flatMap(Self.folds)),
    ]
  }

  /// The folds of a step, the outer ones first.
  private static func folds(_ step: DrawnStep) -> [JSON] {
    let own: JSON?
    switch step {
    case .loop(let loop):
      own = [
        "kind": "loop", "title": .text(loop.label), "least": .integer(loop.counts.lowerBound),
        "most": .integer(loop.counts.upperBound), "times": .integer(loop.entries),
        "messages": .integer(loop.body.messageCount),
      ]
    case .alternatives(let branches): own = fold("alt", branches)
    case .parallel(let branches): own = fold("par", branches)
    case .option(let branch): own = fold("opt", [branch])
    case .breaking(let branch): own = fold("break", [branch])
    case .message, .exchange, .frame, .note: own = nil
    }
    return [own].compactMap(\.self) + step.parts.joined().flatMap(folds)
  }

  private static func fold(_ kind: String, _ branches: [DrawnBranch]) -> JSON {
    let branches = branches.map { branch -> JSON in
      [
        "title": .text(branch.title), "times": .integer(branch.count),
        "messages": .integer(branch.steps.messageCount),
      ]
    }
    return ["kind": .text(kind), "branches": .array(branches)]
  }
}
