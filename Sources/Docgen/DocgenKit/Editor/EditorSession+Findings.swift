import Diagnostics
import DocgenLSP
import JSON
import Markdown
import Traces

/// Sends findings to the editor: unasked, or in response to its requests.
extension EditorSession {
  /// Publishes the findings of a complete project.
  ///
  /// Only files whose findings differ from the last ones are sent. A file that had findings and has
  /// none now gets an empty list, which removes them.
  func found(_ findings: [String: [Diagnostic]], in reading: EditedReading, _ file: String) {
    let old = projects[file]?.findings ?? [:]
    projects[file]?.findings = findings
    if client.refreshesLenses { ask("workspace/codeLens/refresh", nil) }
    if client.pullsDiagnostics {
      if old != findings, client.refreshesDiagnostics {
        ask("workspace/diagnostic/refresh", nil)
      }
      return
    }
    let folder = projects[file]?.folder ?? "/"
    let places = places(folder: folder) { reading.text(of: $0) }
    for name in Set(old.keys).union(findings.keys).sorted() {
      let uri = places.uri(of: name)
      // An open page is checked separately, with its current text.
      if isPage(uri, of: file), reading.project?.hasDocument(name) == true { continue }
      let found = findings[name] ?? []
      if found != old[name] ?? [] { publish(found, at: uri, places) }
    }
  }

  /// Sends the findings of a file, unless the client asks for them itself.
  func publish(_ findings: [Diagnostic], at uri: String, _ places: EditorPlaces) {
    if client.pullsDiagnostics { return }
    let version = client.hasDiagnosticVersions ? documents[uri]?.document.version : nil
    connection.send(
      .notification(
        "textDocument/publishDiagnostics",
        [
          "uri": .text(uri), "version": version.map { .integer($0) },
          "diagnostics": EditorFindings(places: places, client: client).json(findings),
        ]))
  }

  // MARK: - Requests of the client

  /// `textDocument/diagnostic`
  func report(_ params: JSONNode) async throws(RPCError) -> JSON {
    let uri = try Self.uri(params)
    let previous = params["previousResultId"]?.textValue
    guard let checked = await checkedPage(uri) else {
      guard let path = documents[uri]?.path, Self.isDiagram(path),
        let text = documents[uri]?.document.text
      else { return report([], previous, places: places(folder: "/") { _ in nil }) }
      let input = MermaidInput(path: path, bytes: text.bytes)
      let findings = input.problems + input.texts.flatMap { $0.findings(in: input) }
      return report(findings, previous, places: places(folder: "/") { _ in text })
    }
    return report(checked.findings, previous, places: places(of: checked.shown))
  }

  /// `workspace/diagnostic`
  ///
  /// Waits for the check that is in progress, since an editor asks for the workspace rarely and
  /// expects complete results.
  func reports(_ params: JSONNode) async -> JSON {
    var previous: [String: String] = [:]
    for entry in params["previousResultIds"]?.elements ?? [] {
      if let uri = entry["uri"]?.textValue { previous[uri] = entry["value"]?.textValue }
    }
    var reports = WorkspaceReports()
    for (file, edited) in projects.sorted(by: { $0.key < $1.key }) {
      guard let reading = await project(file) else { continue }
      await projects[file]?.checking?.value
      let places = places(folder: edited.folder) { reading.text(of: $0) }
      for uri in documents.keys.sorted() where isPage(uri, of: file) {
        guard let checked = await checkedPage(uri) else { continue }
        let report = report(checked.findings, previous[uri], places: self.places(of: checked.shown))
        reports.add(report, of: uri, checked.shown.version)
      }
      let findings = projects[file]?.findings ?? [:]
      let names = Set(findings.keys).union(reading.project?.pages.map(\.path) ?? [])
      for name in names.sorted() {
        let uri = places.uri(of: name)
        reports.add(report(findings[name] ?? [], previous[uri], places: places), of: uri)
      }
    }
    // Documents with findings of a closed project have none now.
    for uri in previous.keys.sorted() {
      reports.add(report([], previous[uri], places: places(folder: "/") { _ in nil }), of: uri)
    }
    return ["items": .array(reports.items)]
  }

  private func report(
    _ findings: [Diagnostic], _ previous: String?, places: EditorPlaces
  ) -> JSON {
    let items = EditorFindings(places: places, client: client).json(findings)
    let identity = ContentDigest(items.bytes).text
    if identity == previous { return ["kind": "unchanged", "resultId": .text(identity)] }
    return ["kind": "full", "resultId": .text(identity), "items": items]
  }
}

/// Reports on many documents, one for each.
private struct WorkspaceReports {
  private(set) var items: [JSON] = []
  private var reported: Set<String> = []

  /// The first one about a document counts.
  mutating func add(_ report: JSON, of uri: String, _ version: Int? = nil) {
    guard reported.insert(uri).inserted, case .object(var object) = report else { return }
    object.append("uri", .text(uri))
    object.append("version", version.map { .integer($0) } ?? .null)
    items.append(.object(object))
  }
}
