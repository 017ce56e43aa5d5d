import Diagnostics

/// A node that looks like a type, module or file of the project, and names none.
package enum UnknownNode: FlowchartRule {
  package static let id = "unknown-node"
  package static let summary =
    "A node of a verified flowchart looks like a symbol or file, and the project has none."

  package static func problems(of verification: FlowchartVerification) -> [FlowchartProblem] {
    verification.unknownNodes.map { unknown in
      let name = unknown.node.name
      let isFile = name.hasSuffix(".swift")
      return FlowchartProblem(
        range: unknown.node.range,
        summary: isFile
          ? "no file is called `\(name)`" : "no type, module or folder is called `\(name)`",
        confidence: isFile ? .high : .medium,
        evidence: unknown.nearest.map { [Evidence(.help, "did you mean `\($0)`?")] } ?? [])
    }
  }
}
