import Foundation
import Testing

/// The report and the comparison of two revisions, examined by axe, an engine for the rules of WCAG.
/// Skipped where no Chromium is installed; `make test-deps` installs axe.
@Suite(
  .serialized, .enabled(if: DevTools.program != nil, "needs Chromium: apt-get install chromium"))
struct ReportAccessibilityTests {
  private let project: SmallProject
  private let axe: String

  init() throws {
    project = try SmallProject()
    try project.write(ReportAppearanceTests.page, to: "docs/a.md")
    try project.write("# Other\n", to: "docs/b.md")
    let file = Tool.package.appendingPathComponent(".build/axe/axe.min.js")
    axe = try String(contentsOf: file, encoding: .utf8)
  }

  /// The violated rules, each with the first element.
  private func violations(_ browser: DevTools) throws -> [String] {
    try browser.wait(
      for: "[...document.querySelectorAll('article:not([hidden]) figure')]"
        + ".every((figure) => figure.dataset.look === document.documentElement.dataset.look)")
    try browser.evaluate(axe + "; true")
    return try browser.texts(
      "axe.run().then((result) => result.violations.map((rule) => "
        + "`${rule.id}: ${rule.nodes[0].html.slice(0, 120)} ${rule.nodes[0].failureSummary}`))")
  }

  @Test(arguments: ["light", "dark"], [400, 1000])
  func `axe finds nothing in a report`(theme: String, width: Int) throws {
    let report = try ReportFile(project)
    let browser = try DevTools()
    try browser.call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": theme]]])
    try browser.call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false])
    for route in ["", "#/docs/a.md", "#/docs/b.md"] {
      try browser.visit(report.url, at: route)
      let found = try violations(browser)
      #expect(found.isEmpty, "\(route): \(found)")
    }
  }

  /// A test that cannot fail would prove nothing.
  @Test func `axe finds a button without a name`() throws {
    let report = try ReportFile(project)
    let browser = try DevTools()
    try browser.visit(report.url)
    try browser.evaluate("document.querySelector('main').append(document.createElement('button'))")
    let found = try violations(browser)
    #expect(found.count == 1 && found[0].hasPrefix("button-name"), "\(found)")
  }
}
