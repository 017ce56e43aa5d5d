import Diagnostics
import Diagrams
import Markdown
import Models
import Traces

/// The common part of the rules about hand-drawn state diagrams.
struct StateFinding {
  let region: CheckedRegion
  let verification: StateVerification
  let deviation: StateDeviation
  let page: CheckedPage

  /// `syncing --> rateLimited`
  var arrow: String { "`\(deviation.from) --> \(deviation.to)`" }

  /// The place of the drawn element; the diagram's first line for a missing element.
  var location: SourceLocation {
    page.location(of: deviation.range, in: region.region.fences.first)
  }

  /// Every deviation of every verified state diagram of a page.
  static func all(on page: CheckedPage) -> [StateFinding] {
    page.regions.flatMap { region -> [StateFinding] in
      guard case .state(let verification) = region.outcome else { return [] }
      return verification.deviations.map {
        StateFinding(region: region, verification: verification, deviation: $0, page: page)
      }
    }
  }

  /// The findings of a rule about transitions that a diagram does not draw.
  static func missing(
    _ known: StateDeviation.Missing, by rule: any Rule.Type, on page: CheckedPage,
    _ words: String = ""
  ) -> [Diagnostic] {
    all(on: page).compactMap { finding in
      guard case .missing(known, let event, let condition) = finding.deviation.kind else {
        return nil
      }
      let trigger = condition.map { "\(event) [\($0)]" } ?? event
      let isDeclared = known != .observed
      return Diagnostic(
        rule: rule.id, severity: rule.severity, at: finding.location,
        "transition \(finding.arrow) on `\(trigger)` is missing from the diagram\(words)",
        caretLabel: finding.deviation.range == nil ? nil : "does not name it",
        evidence: isDeclared
          ? finding.evidence(of: finding.deviation.declared) + [
            Evidence(.help, "draw it, or write partial=yes in the marker")
          ] : finding.undeclared)
    }
  }

  /// The observations of an undeclared transition.
  var undeclared: [Evidence] {
    let declared = Evidence(.declared, "no such transition", at: verification.machine.declaredAt)
    return verification.machine.isRecorded ? [declared, deviation.observed.evidence] : [declared]
  }

  /// The transitions out of the deviation's state, without those that stay in it.
  var paths: Evidence {
    let (machine, from) = (verification.machine, deviation.from)
    let targets = machine.edges.map(\.step).filter { $0.from == from && $0.to != from }.map(\.to)
    let distinct = targets.reduce(into: [String]()) { list, name in
      if !list.contains(name) { list.append(name) }
    }
    return Evidence(
      machine.isDeclared ? .declared : .observed,
      distinct.isEmpty
        ? "no transition leads out of \(from)"
        : "\(from) leads to \(distinct.joined(separator: ", "))",
      at: machine.origin != .source ? machine.declaredAt : machine.handled(in: from)?.declaredAt)
  }

  /// A note that the machine is undeclared, so that its other transitions are unknown.
  var basis: [Evidence] {
    guard !verification.machine.isDeclared else { return [] }
    let name = verification.machine.name
    return [Evidence(.note, "no trace declares `\(name)`: it is known only from recorded runs")]
  }

  /// The facts of the code and the traces about some declared transitions.
  func evidence(of edges: [StateMachineModel.Edge]) -> [Evidence] {
    var evidence = basis
    for edge in edges.prefix(4) {
      let label = verification.machine.label(
        for: edge.step.event, condition: edge.step.condition, .events)
      let place = edge.declaredAt ?? verification.machine.declaredAt
      if verification.machine.isDeclared {
        evidence.append(Evidence(.declared, label ?? edge.step.event, at: place))
      }
      if verification.machine.isRecorded { evidence.append(edge.observed.evidence) }
    }
    return evidence
  }
}

extension Observation {
  /// `observed 14 times, first at rate-limit.jsonl:212`
  var evidence: Evidence {
    guard let first else { return Evidence(.observed, never) }
    return Evidence(.observed, count.times, at: SourceLocation(file: first.file, line: first.line))
  }
}
