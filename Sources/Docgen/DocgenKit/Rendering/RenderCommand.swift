import CommandLineTool
import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `docgen render`: a page or a diagram as HTML, SVG or PNG, drawn by the real Mermaid.
struct RenderCommand: Command {
  enum Format: String, CaseIterable, Sendable {
    case html, svg, png
  }

  let context: CommandContext

  private static let format = CommandOption.choice(
    "format", short: "f", value: "NAME", of: Format.self,
    "The format; by default from the extension of the output, or html")
  private static let theme = CommandOption.choice(
    "theme", value: "NAME", of: PreviewPage.Theme.self,
    "The theme; by default auto, the reader's, in HTML and light in pictures")
  private static let scale = CommandOption.number(
    "scale", value: "N", in: 1...8, default: 2, "Pixels of a PNG per point")
  private static let width = CommandOption.number(
    "width", value: "N", in: 200...4_000, default: 900, "Width of a page as PNG, in points")
  static let browser = CommandOption.text(
    "browser", value: "PROGRAM", "Chromium or Chrome")

  static let description = CommandDescription(
    "render", "Render a page or a diagram as HTML, SVG or PNG",
    discussion: """
      HTML with diagrams needs Mermaid's script. The script and the images of the project are part of \
      the file, so that it works without a network, in a light and a dark theme. Images of other sites \
      are not fetched. SVG and PNG also need Chromium or Chrome. Missing tools are reported, with \
      instructions to install them.
      """,
    operands: [
      OperandDescription(
        "FILE", "A page, FILE:LINE for the diagram there, a file with one diagram, or -",
        isRequired: true)
    ],
    options: [
      format, CommonOptions.output, theme, scale, width, ReportCommand.mermaid, ReportCommand.trust,
      browser,
      CommonOptions.configuration,
    ],
    examples: [
      ("docgen render docs/sync.md -o sync.html", "The page with its diagrams, in one file."),
      ("docgen render docs/sync.md:40 -o sync.svg", "The diagram at line 40."),
      ("docgen diagram state trace.jsonl | docgen render - -o sync.png", "A generated diagram."),
    ])

  func run() throws -> ExitCode {
    let format = try format
    let subject = RenderSubject(arguments.operands[0], needsDiagram: format == .svg)
    if !subject.problems.isEmpty {
      context.report(subject.problems, sources: subject.sources)
      return subject.problems.contains { $0.category == .usage } ? .usage : .input
    }
    do {
      let root = Root.find(
        from: context.folder, named: arguments[CommonOptions.configuration]
      ).root
      let tools = context.renderingTools(root)
      let (body, images) = subject.html(root: root?.folder ?? context.folder)
      var page = PreviewPage(
        title: subject.title, body: body, script: subject.isDrawn ? try tools.script() : nil)
      report(images, subject)
      page.isSingle = subject.diagram != nil
      page.theme = arguments[Self.theme] ?? (format == .html ? .auto : .light)
      if page.theme == .auto, format != .html { page.theme = .light }
      switch format {
      case .html: try context.write(Array(page.text.utf8))
      case .svg:
        try context.write(Array(try Picture(page, browser: tools.browserProgram()).svg().utf8))
      case .png:
        let picture = try Picture(page, browser: tools.browserProgram())
          .png(width: arguments[Self.width], scale: Double(arguments[Self.scale]))
        if arguments[CommonOptions.output] ?? "-" == "-", isatty(STDOUT_FILENO) == 1 {
          throw UsageError("a terminal cannot show a picture; name a file with --output")
        }
        try context.write(picture)
      }
      return .success
    } catch let missing as RenderingTools.Missing {
      context.report(missing.message)
      console.printError(HelpText.wrapped(missing.help, width: console.width, indent: "  "))
      return .input
    } catch let failure as Picture.Failure {
      context.report(failure.message)
      return .input
    }
  }

  /// Names the images that are not in the file.
  private func report(_ images: PageImages?, _ subject: RenderSubject) {
    guard let images, !context.isQuiet else { return }
    context.report(images.problems, sources: subject.sources)
    guard images.remote > 0 else { return }
    let count = images.remote.counted("image")
    console.printError("\(count) of other sites \(images.remote.verb("is", "are")) not fetched\n")
  }

  /// The format that `--format` names, or that the extension of the output implies.
  private var format: Format {
    get throws(UsageError) {
      if let format = arguments[Self.format] { return format }
      guard let file = arguments[CommonOptions.output], file != "-" else { return .html }
      let ending = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
      if let format = Format(rawValue: ending == "htm" ? "html" : ending) { return format }
      throw UsageError("`\(file)` implies no format; add --format html, svg or png")
    }
  }
}
