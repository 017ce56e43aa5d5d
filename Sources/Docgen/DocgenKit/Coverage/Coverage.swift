import Diagnostics
import Models
import Rules
import Traces

/// The coverage of the recorded scenarios: transitions of machines, outcomes of decisions, branches
/// of the flows in documents.
///
/// It answers which parts of the documented behavior no recorded scenario exercises. Unlike line
/// coverage it counts in the terms of the documents: transitions, both outcomes of each decision,
/// branches of diagrams.
struct Coverage: Sendable {
  struct Machine: Sendable {
    var model: StateMachineModel

    var taken: Int { model.edges.count { $0.observed.count > 0 } }
    var untaken: [StateMachineModel.Edge] { model.edges.filter { $0.observed.count == 0 } }
  }

  /// A guard, and how often it held and failed.
  struct Decision: Sendable {
    var by: String
    var condition: String
    var held = Observation()
    var failed = Observation()
    /// The place of the decision in the code, according to the traces.
    var source: SourceLocation?

    var taken: Int { (held.count > 0 ? 1 : 0) + (failed.count > 0 ? 1 : 0) }
  }

  /// A sequence diagram of a document: drawn by hand and verified, or generated.
  struct Flow: Sendable {
    struct Branch: Sendable {
      var title: String
      var line: Int
      /// The scenarios that take it.
      var scenarios: [String]

      var isTaken: Bool { !scenarios.isEmpty }
    }

    /// The document and the scenarios: `docs/errors.md: rate-limit-*`.
    var name: String
    var file: String
    var line: Int
    var branches: [Branch]
    var isGenerated: Bool
    var fitness: Double
    /// `nil` if parallel parts allow too many orders.
    var precision: Double?

    var taken: Int { branches.count(where: \.isTaken) }
  }

  var machines: [Machine] = []
  var decisions: [Decision] = []
  var flows: [Flow] = []

  init() {}

  init(_ project: Project) {
    let pages = project.pages.map {
      CheckedPage($0, project: project.model, templates: project.templates)
    }
    self.init(project.model, pages: pages)
  }

  /// Only the flows.
  var withoutMachinesAndDecisions: Coverage {
    var coverage = self
    coverage.machines = []
    coverage.decisions = []
    return coverage
  }

  init(_ model: ProjectModel, pages: [CheckedPage]) {
    machines = model.machineNames.compactMap(model.machine).map { Machine(model: $0) }
    decisions = Self.decisions(of: model.traces)
    flows = pages.flatMap { Self.flows(of: $0, model) }
  }

  private static func decisions(of traces: [RecordedTrace]) -> [Decision] {
    var found: [[String]: Decision] = [:]
    for recorded in traces where !recorded.isVariant {
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
}
