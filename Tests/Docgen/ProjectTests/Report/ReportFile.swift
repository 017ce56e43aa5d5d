import Foundation
import Testing

/// A report that docgen wrote, with the data in it.
struct ReportFile {
  let url: URL
  let html: String
  let outcome: Outcome
  private let model: [String: Any]

  static let mermaid = Tool.package.appendingPathComponent(".build/mermaid/mermaid.js").path

  /// Runs `docgen report` in a project.
  init(
    _ project: SmallProject, _ arguments: String..., mermaid: String = ReportFile.mermaid
  ) throws {
    url = project.folder.appendingPathComponent("report.html")
    outcome = try Tool.docgen.run(
      ["report", "-o", "report.html"] + arguments, in: project.folder,
      environment: ["DOCGEN_MERMAID": mermaid])
    html = try project.text("report.html")
    model = try Self.model(in: html)
  }

  /// Reads a file that another command wrote.
  init(_ project: SmallProject, file: String, _ outcome: Outcome) throws {
    url = project.folder.appendingPathComponent(file)
    self.outcome = outcome
    html = try project.text(file)
    model = try Self.model(in: html)
  }

  private static func model(in html: String) throws -> [String: Any] {
    let parts = html.components(separatedBy: "<script type=\"application/json\" id=\"model\">")
    let json = try #require(parts.last?.components(separatedBy: "</script>").first)
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    return try #require(value as? [String: Any])
  }

  func list(_ key: String) -> [[String: Any]] { model[key] as? [[String: Any]] ?? [] }

  /// The elements of a diagram as `verdict title`, those that agree too.
  func verdicts(ofDiagram number: Int = 0) -> Set<String> {
    let elements = elements(ofDiagram: number)
    return Set(
      elements.map { element in
        "\(element["verdict"] as? String ?? "agrees") \(element["title"] as? String ?? "")"
      })
  }

  func elements(ofDiagram number: Int = 0) -> [[String: Any]] {
    let diagrams = list("diagrams")
    guard diagrams.indices.contains(number) else { return [] }
    return diagrams[number]["elements"] as? [[String: Any]] ?? []
  }

  func element(_ title: String, ofDiagram number: Int = 0) throws -> [String: Any] {
    try #require(elements(ofDiagram: number).first { $0["title"] as? String == title }, "\(title)")
  }

  /// The scenarios that exercise an element.
  func scenarios(_ element: [String: Any]) -> [String] {
    let names = model["scenarios"] as? [String] ?? []
    return (element["scenarios"] as? [Int] ?? []).map { names[$0] }
  }

  /// `Sources/App/Door.swift:8` for each place of an element's declarations.
  func declared(_ element: [String: Any]) -> [String] {
    let files = model["files"] as? [String] ?? []
    return (element["declared"] as? [[String: Any]] ?? []).compactMap { evidence in
      guard let place = evidence["at"] as? [Int], place.count > 1 else { return nil }
      return "\(files[place[0]]):\(place[1])"
    }
  }
}
