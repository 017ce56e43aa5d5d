import Diagnostics
import Testing

/// Changes commands, options, targets, variables, versions and examples of three projects, one at a
/// time: exactly the claims that became untrue must be reported.
@Suite struct CommandDriftTests {
  @Test func `only untrue commands, versions and examples are reported`() {
    var (found, errors) = (0, 0)
    var (missed, wrong, silent) = ([String](), [String](), 0)
    for project in DriftingProject.all {
      for change in project.changes {
        for claim in project.claims {
          let findings = project.findings(claim, after: change)
          let place = "\(project.name), \(change.name): \(claim.name)"
          switch (findings.isEmpty, change.breaks.contains(claim.name)) {
          case (false, true):
            found += 1
            if findings.contains(where: { $0.severity == .error }) { errors += 1 }
          case (true, true): missed.append(place)
          case (false, false): wrong.append("\(place) \(findings.map(\.summary))")
          case (true, false): silent += 1
          }
        }
      }
    }
    let drifts = found + missed.count
    let recall = Double(found) / Double(drifts)
    let falseAlarms = Double(wrong.count) / Double(found + wrong.count)
    print(
      "\(drifts) seeded drifts of commands, versions and examples: recall \(recall * 100) %, "
        + "\(errors) of them errors; \(silent + wrong.count) true claims: \(wrong.count) false alarms; "
        + "missed: \(missed.isEmpty ? "none" : missed.joined(separator: "; "))")
    #expect(drifts >= 60)
    #expect(recall >= 0.95, "\(missed)")
    #expect(falseAlarms <= 0.02, "\(wrong)")
  }

  @Test(arguments: DriftingProject.all.indices)
  func `every claim is true of the unchanged project`(index: Int) {
    let project = DriftingProject.all[index]
    for claim in project.claims {
      let findings = project.findings(claim, after: nil)
      #expect(findings == [], "\(claim.name): \(findings.map(\.summary))")
    }
  }

  @Test(arguments: DriftingProject.all.indices)
  func `every change changes something, and breaks claims that exist`(index: Int) {
    let project = DriftingProject.all[index]
    let names = Set(project.claims.map(\.name))
    for change in project.changes {
      #expect(
        change.applied(to: project.files) != project.files || change.tags != nil, "\(change.name)")
      #expect(change.breaks.isSubset(of: names), "\(change.name)")
    }
  }
}
