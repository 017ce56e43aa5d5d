import Foundation
import SwiftIndex

/// What diagrams from source add to a cold check: this project's sources and pages with all their
/// state machines and a flow of each class and actor, checked with and without their diagrams.
struct SourceDiagramBench: Bench {
  let name = "source-diagrams"

  func run() async {
    do {
      try await measure()
    } catch {
      Report.failed("diagrams from source", error)
    }
  }

  private func measure() async throws {
    let folder = try ScratchFolder()
    try FileManager.default.copyItem(atPath: "Sources", toPath: folder.path("Sources"))
    let inputs = try CodeBench.sources(lines: 100_000)
    let code = CodeModel(await FileDeclarations.reading(inputs, workers: 2))
    let (machines, flows) = (Self.machines(of: code), Self.flows(of: code))
    let configuration = folder.path(".docgen.json")
    try CheckBench.write(
      #"{"documents": ["*.md"], "sources": ["Sources/**/*.swift"]}"#, to: configuration)
    // A page each, because docgen does not write a page with an error, and some methods have no
    // diagram.
    let pages = (machines + flows).indices.map { folder.path("\($0).md") }
    for (page, marker) in zip(pages, machines + flows) {
      let region = "<!-- docgen:begin \(marker) -->\n<!-- docgen:end -->\n"
      try CheckBench.write("# Diagram\n\n" + region, to: page)
    }
    _ = try? CheckBench.docgen("generate", "-c", configuration)
    let marked = try pages.map { try String(contentsOfFile: $0, encoding: .utf8) }
    // Without its marker, docgen would still compare a diagram whose states are an enum's cases.
    let empty = marked.map { _ in "# Diagram\n" }
    var times: [(without: Double, with: Double)] = []
    for _ in 0..<5 {
      let used = try [empty, marked].map { texts in
        for (page, text) in zip(pages, texts) { try CheckBench.write(text, to: page) }
        let check = try CheckBench.docgen(
          "check", "--no-cache", "--exit-zero", "-c", configuration)
        return check.processorTime * 1e9
      }
      times.append((used[0], used[1]))
    }
    let base = times.map(\.without).min() ?? 0
    let added = (times.map(\.with).min() ?? 0) - base
    let counts = ["stateDiagram", "sequenceDiagram"].map { kind in
      marked.count { $0.contains(kind) }
    }
    Report.line(
      "\(counts[0]) machines, \(counts[1]) flows, checked",
      "\(Report.number(added / 1e6)) ms",
      beside: "\(Report.number(added / base * 100)) % of a cold check without them "
        + "(\(Report.number(base / 1e9)) s of processor time); goal 10 %: "
        + "\(Int(base / 10 / (added / Double(counts[0] + counts[1])))) diagrams")
  }

  /// The machines with a transition, of which each name means one.
  private static func machines(of code: CodeModel) -> [String] {
    let enums = code.types.filter { $0.kind == .enum && !$0.cases.isEmpty }
    let holders = enums.flatMap { code.machineHolders(named: $0.qualifiedName) }
    let known = Dictionary(grouping: holders, by: \.name).filter { name, _ in
      let found = code.machineHolders(named: name)
      return found.count == 1 && !code.sourceMachine(of: found[0]).edges.isEmpty
    }
    return known.keys.sorted().map { "state-diagram machine=\($0)" }
  }

  /// The largest method of each class and actor that calls another type.
  private static func flows(of code: CodeModel) -> [String] {
    code.types.filter { $0.kind == .class || $0.kind == .actor }.compactMap { type in
      let methods = type.members.filter { $0.signature != nil && !$0.isInitializer }
      guard let largest = methods.max(by: { $0.body.steps.count < $1.body.steps.count }),
        code.sourceFlow(of: largest, in: type, depth: SourceFlow.standardDepth).bodies
          .contains(where: { !$0.calls.isEmpty })
      else { return nil }
      return "sequence from=\"\(type.qualifiedName).\(largest.name)()\""
    }
  }
}
