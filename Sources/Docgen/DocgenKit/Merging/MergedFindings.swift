import JSON

/// The findings of several reports as one JSON object of the same form.
struct MergedFindings {
  private let findings: [JSON]

  init(_ reports: [JSONNode]) {
    findings =
      reports.flatMap { $0["findings"]?.elements ?? [] }.map { JSON($0) }.withoutRepetitions
  }

  var hasErrors: Bool { count("error") > 0 }

  var json: JSON {
    [
      "version": 1, "errors": .integer(count("error")), "warnings": .integer(count("warning")),
      "notes": .integer(count("note")), "findings": .array(findings),
    ]
  }

  private func count(_ severity: String) -> Int {
    findings.count { $0["severity"] == .text(severity) }
  }
}

/// Several SARIF logs as one, with the limits of `SARIFFindings`.
struct MergedSARIF {
  private let results: [JSON]
  private let run: JSON
  private let log: JSON
  /// The number of findings that the parts left out.
  private let omitted: Int

  init(_ reports: [JSONNode]) {
    let runs = reports.flatMap { $0["runs"]?.elements ?? [] }
    results = runs.flatMap { $0["results"]?.elements ?? [] }.map { JSON($0) }.withoutRepetitions
    omitted = runs.reduce(0) { sum, run in
      let notes = run["invocations"]?.elements.first?["toolExecutionNotifications"]?.elements
      return sum + (notes?.first?["properties", "omitted"]?.integerValue ?? 0)
    }
    log = reports.first.map { JSON($0) } ?? .null
    run = runs.first.map { JSON($0) } ?? .null
  }

  var hasErrors: Bool { results.contains { $0["level"] == "error" } }

  var json: JSON {
    let order: [JSON] = ["error", "warning", "note"]
    let kept =
      results.count <= SARIFFindings.resultLimit
      ? results
      : Array(
        order.flatMap { level in results.filter { $0["level"] == level } }
          .prefix(SARIFFindings.resultLimit))
    let all = results.count + omitted
    let invocations =
      kept.count < all
      ? SARIFFindings.invocations(omitted: all - kept.count, of: all) : nil
    return [
      "$schema": log["$schema"], "version": log["version"],
      "runs": [
        [
          "tool": run["tool"], "columnKind": run["columnKind"], "results": .array(kept),
          "invocations": invocations,
        ]
      ],
    ]
  }
}

extension [JSON] {
  /// The last of each set of equal values, in order.
  var withoutRepetitions: [JSON] {
    var seen: Set<JSON> = []
    return reversed().filter { seen.insert($0).inserted }.reversed()
  }
}
