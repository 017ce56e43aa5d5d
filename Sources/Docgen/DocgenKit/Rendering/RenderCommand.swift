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
struct RenderCommand: Sendable {
  enum Format: String, CaseIterable, Sendable {
    case html, svg, png
  }

  let console: any Console
  let folder: String
  let arguments: ParsedArguments

  func run() -> ExitCode {
    let operand = arguments.operands.first ?? "-"
    guard let format, let scale = number("scale", 2, 1...8),
      let width = number("width", 900, 200...4_000)
    else { return .usage }
    let subject = RenderSubject(operand, needsDiagram: format == .svg)
    if !subject.problems.isEmpty {
      FindingsPrinter.complaining(console).show(subject.problems, sources: subject.sources)
      return subject.problems.contains { $0.category == .usage } ? .usage : .input
    }
    do {
      let root = Root.find(from: folder, named: arguments.value("config")).root
      let tools = tools(root)
      let (body, images) = subject.html(root: root?.folder ?? folder)
      var page = PreviewPage(
        title: subject.title, body: body, script: subject.isDrawn ? try tools.script() : nil)
      tell(images, subject)
      page.isSingle = subject.diagram != nil
      page.theme =
        arguments.value("theme").flatMap(PreviewPage.Theme.init)
        ?? (format == .html ? .auto : .light)
      if page.theme == .auto, format != .html { page.theme = .light }
      let bytes: [UInt8]
      switch format {
      case .html: bytes = Array(page.text.utf8)
      case .svg: bytes = Array(try Picture(page, browser: tools.browserProgram()).svg().utf8)
      case .png:
        bytes = try Picture(page, browser: tools.browserProgram()).png(width: width, scale: scale)
      }
      return try write(bytes)
    } catch let missing as RenderingTools.Missing {
      console.complain("docgen: \(missing.sentence)\n")
      console.complain(HelpText.wrapped(missing.help, width: console.width, indent: "  "))
      return .input
    } catch let failure as Picture.Failure {
      console.complain("docgen: \(failure.sentence)\n")
      return .input
    } catch {
      console.complain("docgen: \(error)\n")
      return .input
    }
  }

  /// Names the images that are not in the file.
  private func tell(_ images: PageImages?, _ subject: RenderSubject) {
    guard let images, !arguments.has("quiet") else { return }
    FindingsPrinter.complaining(console).show(images.problems, sources: subject.sources)
    guard images.remote > 0 else { return }
    let count = images.remote.counted("image")
    console.complain("\(count) of other sites \(images.remote.verb("is", "are")) not fetched\n")
  }

  private func tools(_ root: Root?) -> RenderingTools {
    let configured = root.flatMap { root in
      root.configuration.mermaid.map { $0.hasPrefix("/") ? $0 : root.folder + "/" + $0 }
    }
    return RenderingTools(
      folder: folder, mermaid: arguments.value("mermaid"), browser: arguments.value("browser"),
      configured: configured)
  }

  /// As it is named, or by the ending of the file that is written.
  private var format: Format? {
    if let named = arguments.value("format") { return Format(rawValue: named) }
    guard let file = arguments.value("output"), file != "-" else { return .html }
    let ending = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if let format = Format(rawValue: ending == "htm" ? "html" : ending) { return format }
    console.complain("docgen: `\(file)` tells no format; add --format html, svg or png\n")
    return nil
  }

  private func number(_ option: String, _ usual: Int, _ range: ClosedRange<Int>) -> Int? {
    guard let text = arguments.value(option) else { return usual }
    if let number = Int(text), range.contains(number) { return number }
    console.complain(
      "docgen: --\(option) takes a number from \(range.lowerBound) to \(range.upperBound), "
        + "not `\(text)`\n")
    return nil
  }

  private func write(_ bytes: [UInt8]) throws -> ExitCode {
    if let file = arguments.value("output"), file != "-" {
      try FileSystem.replace(file, with: bytes)
      if !arguments.has("quiet") { console.complain("wrote \(file)\n") }
      return .success
    }
    if bytes.first == 0x89, isatty(STDOUT_FILENO) == 1 {
      console.complain("docgen: a picture is nothing for a terminal; name a file with --output\n")
      return .usage
    }
    console.print(bytes)
    return .success
  }

  static let name = "render"

  static let description = CommandDescription(
    name, "Render a page or a diagram as HTML, SVG or PNG",
    discussion: """
      HTML with diagrams needs Mermaid's script, which goes into the file, and so do the images of \
      the project: it shows everything without a network, in a light and a dark look. Images of other \
      sites are not fetched. SVG and PNG need Chromium or Chrome besides. What is missing is \
      told, with how to install it.
      """,
    operands: [
      OperandDescription(
        "FILE", "A page, FILE:LINE for the diagram there, a file with one diagram, or -",
        isRequired: true)
    ],
    options: [
      OptionDescription(
        "format", short: "f", value: "NAME", choices: Format.allCases.map(\.rawValue),
        "The form; else by the ending of the output, else html"),
      OptionDescription(
        "output", short: "o", value: "FILE", "Write this file, not standard output"),
      OptionDescription(
        "theme", value: "NAME", choices: PreviewPage.Theme.allCases.map(\.rawValue),
        "The look; auto is the reader's in HTML, light in pictures"),
      OptionDescription("scale", value: "N", "Dots of a PNG for each point: 2 when left out"),
      OptionDescription(
        "width", value: "N", "Points that a page is wide as PNG: 900 when left out"),
      OptionDescription("mermaid", value: "FILE", "Mermaid's script, mermaid.min.js"),
      OptionDescription("browser", value: "PROGRAM", "Chromium or Chrome"),
      OptionDescription(
        "config", short: "c", value: "FILE", "Read this configuration instead of the nearest one"),
    ],
    examples: [
      ("docgen render docs/sync.md -o sync.html", "The page with its diagrams, in one file."),
      ("docgen render docs/sync.md:40 -o sync.svg", "The diagram at line 40."),
      ("docgen diagram state trace.jsonl | docgen render - -o sync.png", "A diagram just made."),
    ])
}
