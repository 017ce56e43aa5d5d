import CommandLineTool
import Diagnostics
import Rules

/// `docgen pictures`: draws the images that regions `picture` name.
struct PicturesCommand: Command {
  let context: CommandContext

  static let description = CommandDescription(
    "pictures", "Draw the stale pictures of documents",
    discussion: """
      A region `picture` is an image of a diagram with the verdict of each element. Each image is \
      drawn again if its diagram has changed. That needs Mermaid's script, and Chromium or Chrome, as \
      `docgen render` does; `docgen check` needs neither to find stale images.
      """,
    operands: [CommonOptions.pages],
    options: [
      CommonOptions.dryRun, ReportCommand.mermaid, ReportCommand.trust, RenderCommand.browser,
      CommonOptions.configuration,
    ],
    examples: [("docgen pictures", "Draw the stale pictures of all documents.")])

  func run() async throws -> ExitCode {
    let project = try await context.projectReportingProblems()
    let pages = project.pages(named: arguments.operands).pages
    var code = ExitCode.success
    for picture in await project.pictures(on: pages) {
      guard let finding = picture.finding(project.root.files) else { continue }
      guard let diagram = picture.diagram else {
        context.report([finding])
        code = .input
        continue
      }
      if arguments[CommonOptions.dryRun] {
        console.print("would write \(picture.subject.file.visible)\n")
        code = .drift
        continue
      }
      guard let tools = context.drawingTools(project.root) else { return .input }
      do {
        let bytes = try picture.drawn(diagram, script: tools.script, browser: tools.browser)
        try project.root.files.create(picture.subject.file, with: bytes)
      } catch let failure as Picture.Failure {
        context.report(failure.message)
        return .input
      }
      if !context.isQuiet { console.print("wrote \(picture.subject.file.visible)\n") }
    }
    return code
  }
}
