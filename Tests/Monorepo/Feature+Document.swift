extension Feature {
  /// The document of the feature: names, links, values, a table and its diagrams.
  var document: String {
    let sections = diagrams.map { number in
      switch number % 4 {
      case 0: classDiagram
      case 1: stateDiagram
      case 2: sequenceDiagram
      default: flowchart
      }
    }
    return ([introduction] + sections + [table]).joined(separator: "\n\n") + "\n"
  }

  private var introduction: String {
    let source = "../../\(folder)/\(name)Service.swift"
    return """
      # \(name)

      `\(name)Service` loads items with `\(name)Client.fetchItems(after:)`, and `\(name)Store` keeps them;
      see [its source](\(source)) and [its cases](#cases).
      It tries again up to <!-- docgen:value \(name)Limits.retryCount -->\(retries)<!-- /docgen:value --> times,
      and keeps `\(name)Limits.maximumCount` items.
      """
  }

  private var classDiagram: String {
    Self.section(
      "Types", "class-diagram partial=yes",
      """
      classDiagram
          class \(name)Service {
              +refresh(from: Int) async throws Int
          }
          class \(name)Storing {
              <<protocol>>
              +save(items: [String])* async throws
          }
          class \(name)Store {
              <<actor>>
              -items: [String]
          }
          \(name)Storing <|.. \(name)Store
          \(name)Service --> \(name)Client
      """)
  }

  private var stateDiagram: String {
    let transitions = machine.transitions.map { "    \($0.from) --> \($0.to): \($0.event)" }
    return Self.section(
      "States", "state-diagram machine=\(name)Machine.state",
      (["stateDiagram-v2", "    [*] --> \(machine.states[0])"] + transitions)
        .joined(separator: "\n"))
  }

  private var sequenceDiagram: String {
    Self.section(
      "Refreshing", "sequence from=\"\(name)Service.refresh(from:)\"",
      """
      sequenceDiagram
          actor User
          User->>\(name)Service: refresh(from:)
          \(name)Service->>\(name)Client: fetchItems(after:)
          \(name)Service->>\(name)Store: save(_:)
          \(name)Service->>\(name)Store: count(of:)
      """)
  }

  private var flowchart: String {
    let packages = importedPackage.map { "\n    \(packageName) --> \($0)" } ?? ""
    return Self.section(
      "Dependencies", "flowchart",
      """
      flowchart LR
          \(name)Service --> \(name)Client
          \(name)Service --> \(name)Store\(packages)
      """)
  }

  private var table: String {
    let rows = machine.states.map { "| `\($0)` | prose about it |" }
    return """
      ## Cases

      <!-- docgen:verify table type=\(name)State -->
      | Case | About |
      |---|---|
      \(rows.joined(separator: "\n"))
      """
  }

  private static func section(_ title: String, _ marker: String, _ diagram: String) -> String {
    "## \(title)\n\n<!-- docgen:verify \(marker) -->\n```mermaid\n\(diagram)\n```"
  }
}
