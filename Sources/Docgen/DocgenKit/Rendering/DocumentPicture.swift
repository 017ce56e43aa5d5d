import Diagnostics
import Markdown
import Models
import Rules

/// The picture that a region of a document names, and the diagram that it has to show.
struct DocumentPicture: Sendable {
  let page: Page
  let region: Region
  let subject: PictureSubject
  /// `nil` if the marker names no diagram.
  let diagram: DiagramReport?

  /// The digest of what the picture shows; `nil` without a diagram.
  var digest: String? {
    guard let diagram else { return nil }
    let elements = diagram.elements + diagram.undrawn
    let facts = elements.map { "\($0.verdict.rawValue) \($0.title)" }
    let lines = [Self.appearance, diagram.kind, diagram.basis.rawValue, diagram.text] + facts
    return Checksum.of(lines.joined(separator: "\n"))
  }

  /// Increased by a change of the drawing that makes all pictures stale.
  private static let appearance = "1"

  /// The finding about its file; `nil` if it shows the current diagram.
  func finding(_ files: Confinement) -> Diagnostic? {
    guard let digest else { return StalePicture.missingDiagram(region, on: page, subject) }
    guard let bytes = try? files.read(subject.file, atMost: PageImages.most) else {
      return StalePicture.finding(region, on: page, subject, hasFile: false)
    }
    if PictureDigest.read(bytes) == digest { return nil }
    return StalePicture.finding(region, on: page, subject, hasFile: true)
  }

  /// The file, drawn by a browser. The diagram of a PNG has the width of a page on GitHub.
  func drawn(_ diagram: DiagramReport, script: String, browser: String) throws -> [UInt8] {
    let page = ReportPage(report: Report(only: diagram), script: script, isSingle: true)
    let picture = Picture(page, browser: browser)
    let bytes =
      subject.isPNG ? try picture.png(width: 880, scale: 1.5) : Array(try picture.svg().utf8)
    return PictureDigest.adding(digest ?? "", to: bytes)
  }
}

extension Project {
  /// The pictures that regions of pages name.
  func pictures(on pages: [Page]) async -> [DocumentPicture] {
    var pictures: [DocumentPicture] = []
    for page in pages where page.source.bytes.contains(text: PictureRegion.name) {
      for region in page.regions where region.name == PictureRegion.name {
        let request = RegionRequest(
          marker: region.opening, file: page.path, project: model, templates: templates)
        guard let subject = try? PictureSubject(request) else { continue }
        pictures.append(
          DocumentPicture(
            page: page, region: region, subject: subject,
            diagram: await diagram(at: subject.line, of: subject.page)))
      }
    }
    return pictures
  }

  /// The findings about pictures that are out of date.
  func pictureFindings(on pages: [Page]) async -> [Diagnostic] {
    await pictures(on: pages).compactMap { picture in
      picture.finding(root.files).flatMap { finding in
        picture.page.disables.contains { $0.silences(finding) } ? nil : finding
      }
    }
  }

  /// The diagram at a line of a page, which may belong to a project in a folder below this one.
  private func diagram(at line: Int, of path: String) async -> DiagramReport? {
    let file = root.folder + "/" + path
    guard let real = try? root.files.resolved(path, for: "read"),
      let slash = file.lastIndex(of: "/")
    else { return nil }
    let search = Root.find(from: String(file[..<slash]))
    guard let other = search.root, real.hasPrefix(other.folder + "/"),
      (other.folder + "/").hasPrefix(root.folder + "/")
    else { return nil }
    let project = other.file == root.file ? self : await Project.read(other)
    let name = String(file.dropFirst(other.folder.count + 1))
    guard let page = project.pages.first(where: { $0.path == name }) else { return nil }
    let checked = project.checked(page, project.context)
    let findings = project.findings(on: checked)
    let errors = findings.filter { $0.severity == .error }
    return DiagramReader.reports(
      on: checked, findings: Array(errors.enumerated().map { ($0, $1) }),
      hidden: findings.filter { $0.severity != .error },
      scenarios: ScenarioIndex(project.model.traces)
    ).first { page.diagramLines($0.fence).contains(line) }
  }
}
