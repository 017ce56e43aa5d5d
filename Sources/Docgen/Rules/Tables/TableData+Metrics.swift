import Markdown
import Models
import SwiftIndex
import Templates

extension TableData {
  static func add(_ metrics: [MetricDefinition], to data: inout TemplateDictionary) {
    data["metrics"] = .list(
      metrics.map { metric in
        [
          "name": .code(metric.name), "type": .code(metric.type),
          "definition": .code(metric.definition), "documentation": .markdown(metric.summary ?? ""),
          "caseDocumentation": .markdown(metric.caseSummary ?? ""),
        ]
      })
  }
}

extension RegionRequest {
  /// The metrics that the types define which `metrics` names.
  func metrics() throws(RegionProblem) -> [MetricDefinition] {
    var metrics: [MetricDefinition] = []
    for name in marker.list("metrics") {
      let pattern = NamePattern(name)
      let types = project.code.types.filter {
        pattern.matches($0.qualifiedName) || pattern.matches($0.name)
      }
      let found = types.flatMap {
        MetricDefinition.all(of: $0, in: project.code, sources: project.sources)
      }
      if found.isEmpty {
        let what = types.isEmpty ? "the sources have no type" : "no metric is defined in"
        throw self.finding(
          RegionSources.id, at: "metrics", "\(what) `\(name)`",
          evidence: types.isEmpty
            ? nearest(name, among: project.code.types.map(\.qualifiedName), what: nil) : [])
      }
      metrics += found
    }
    return metrics
  }
}
