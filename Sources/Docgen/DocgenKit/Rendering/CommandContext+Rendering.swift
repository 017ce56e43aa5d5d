import CommandLineTool

/// The tools of commands that draw.
extension CommandContext {
  /// Mermaid's script and the program of a browser; `nil` if one is missing, which is reported.
  func drawingTools(_ root: Root) -> (script: String, browser: String)? {
    let tools = renderingTools(root)
    do throws(RenderingTools.Missing) {
      return (try tools.script(), try tools.browserProgram())
    } catch {
      report(error.message)
      console.printError(HelpText.wrapped(error.help, width: console.width, indent: "  "))
      return nil
    }
  }

  /// The tools that the command line, the environment and the configuration name.
  func renderingTools(_ root: Root?) -> RenderingTools {
    let configured = root.flatMap { root in
      root.configuration.mermaid.map { $0.hasPrefix("/") ? $0 : root.folder + "/" + $0 }
    }
    return RenderingTools(
      folder: folder, mermaid: arguments[ReportCommand.mermaid],
      browser: arguments[RenderCommand.browser], configured: configured,
      trustsProject: arguments[ReportCommand.trust])
  }
}
