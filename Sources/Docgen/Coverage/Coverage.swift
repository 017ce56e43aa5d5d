import Checks
import Diagnostics
import Diagrams
import Markup
import Models
import Traces

/// What the recorded scenarios exercise: steps of machines, ways of decisions, branches of the
/// flows that documents draw by hand.
struct Coverage: Sendable {
  struct Machine: Sendable {
    var model: StateMachineModel

    var taken: Int { model.edges.count { $0.observed.count > 0 } }
    var untaken: [StateMachineModel.Edge] { model.edges.filter { $0.observed.count == 0 } }
  }

  /// A guard, and how often it held and did not.
  struct Decision: Sendable {
    var by: String
    var condition: String
    var held = Observation()
    var failed = Observation()
    /// Where the code decides, as the traces say.
    var source: SourceLocation?

    var taken: Int { (held.count > 0 ? 1 : 0) + (failed.count > 0 ? 1 : 0) }
  }

  /// A verified sequence diagram.
  struct Flow: Sendable {
    struct Branch: Sendable {
      var words: String
      var line: Int
      var isTaken: Bool
    }

    /// The document and the scenarios: `docs/errors.md: rate-limit-*`.
    var name: String
    var file: String
    var line: Int
    var branches: [Branch]
    var fitness: Double
    var precision: Double

    var taken: Int { branches.count(where: \.isTaken) }
  }

  var machines: [Machine]
  var decisions: [Decision]
  var flows: [Flow]

  init(_ project: Project) {
    let pages = project.pages.map {
      CheckedPage($0, project: project.model, templates: project.templates)
    }
    self.init(project.model, pages: pages)
  }

  init(_ model: ProjectModel, pages: [CheckedPage]) {
    machines = model.machineNames.compactMap(model.machine).map { Machine(model: $0) }
    decisions = Self.decisions(of: model.traces)
    flows = pages.flatMap(Self.flows)
  }

  private static func decisions(of traces: [RecordedTrace]) -> [Decision] {
    var found: [[String]: Decision] = [:]
    for recorded in traces {
      for record in recorded.trace.records {
        guard case .decision(let decision) = record.body else { continue }
        let key = [decision.by, decision.condition]
        var known =
          found[key] ?? Decision(by: decision.by, condition: decision.condition)
        if decision.holds {
          known.held.add(recorded.place(of: record))
        } else {
          known.failed.add(recorded.place(of: record))
        }
        found[key] = known
      }
    }
    return found.values.sorted { ($0.by, $0.condition) < ($1.by, $1.condition) }
  }

  private static func flows(of page: CheckedPage) -> [Flow] {
    var names: [String: Int] = [:]
    return page.regions.compactMap { region in
      guard case .sequence(let verification) = region.outcome else { return nil }
      let marker = region.region.opening
      let base = "\(page.page.path): \(marker["scenarios"] ?? "")"
      names[base, default: 0] += 1
      let number = names[base] ?? 1
      let conformance = verification.conformance
      let branches = conformance.sites.enumerated().filter { $0.element.isOptional }.map {
        index, site in
        Flow.Branch(
          words: site.words,
          line: page.line(of: site.range, in: region.region.fences.first),
          isTaken: conformance.taken.contains(index))
      }
      return Flow(
        name: number == 1 ? base : "\(base) #\(number)", file: page.page.path,
        line: marker.range.start.line, branches: branches, fitness: conformance.fitness,
        precision: conformance.precision)
    }
  }
}

extension CheckedPage {
  /// The line in the file of something in a fence's text.
  fileprivate func line(of range: SourceRange?, in fence: Fence?) -> Int {
    guard let fence, let range else { return fence?.range.start.line ?? 1 }
    return fence.position(in: page.source, line: range.start.line, column: range.start.column).line
  }
}
