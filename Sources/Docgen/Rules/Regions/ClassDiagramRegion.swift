import Diagnostics
import Diagrams
import Markdown
import Mermaid
import Models

/// `docgen:begin class-diagram types="SyncEngine *Protocol"`
package enum ClassDiagramRegion: RegionKind {
  package static let name = "class-diagram"
  package static let summary = "types of the sources with their members and relations"
  package static let keys =
    ClassDiagramOptions.keys + [
      RegionKey(
        "partial", "in a verified diagram: whether anything may be left out",
        choices: RegionKey.yesOrNo),
      RegionKey(
        "complete",
        "in a verified diagram: whether all types, members, relations and parts of signatures "
          + "must be drawn", choices: RegionKey.yesOrNo), RegionKey.style,
    ]

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    let drawing = try request.classDrawing()
    guard drawing.namesTypes else {
      throw request.finding(
        RuleID(.missingArgument), "the marker does not name the types",
        evidence: [
          Evidence(
            .help, "add types=\"…\", names or patterns such as *Protocol; or modules, files, around"
          )
        ])
    }
    do throws(KeyProblem) {
      let diagram = try drawing.diagram(of: request.project.code)
      return MermaidBlock.text(of: diagram, style: request.marker["style"])
    } catch {
      throw request.finding(error)
    }
  }
}

extension RegionRequest {
  func classDrawing() throws(RegionProblem) -> ClassDiagramOptions {
    do throws(KeyProblem) {
      return try ClassDiagramOptions { key in
        // A key without a value means yes.
        marker.argument(named: key).map { $0.value?.text ?? "yes" }
      }
    } catch {
      throw finding(error, RuleID(error.lacking == nil ? .unknownChoice : .missingArgument))
    }
  }

  func finding(
    _ problem: KeyProblem, _ rule: RuleID = RegionSources.id
  ) -> RegionProblem {
    finding(
      rule, at: problem.key, problem.summary,
      evidence: nearest(problem.given, among: problem.known, what: problem.what))
  }
}
