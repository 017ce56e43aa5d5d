import CommandLineTool
import Diagnostics
import Rules
import SwiftIndex

extension CommandContext {
  /// Whether blocks of the documents may run: with `--run`, or with `"run": true` in a configuration
  /// that the command line names.
  ///
  /// A configuration that docgen finds by itself belongs to the checkout, which may be a stranger's:
  /// it permits nothing.
  var mayRun: Bool {
    if arguments[CheckCommand.run] { return true }
    guard let file = arguments[CommonOptions.configuration] else { return false }
    return Root.find(from: folder, named: file).root?.configuration.runs == true
  }

  /// Runs the marked sessions of the pages that the operands name, if that is permitted, and adds the
  /// results to the project. Results of unchanged sessions are taken from the cache.
  ///
  /// - Returns: The pages, checked for that.
  func runSessions(of project: inout Project) async -> CheckedPages {
    guard mayRun else { return CheckedPages() }
    let pages = await checkedPages(of: project)
    await run(&project, pages)
    return pages
  }

  private func run(_ project: inout Project, _ pages: CheckedPages) async {
    let scripts = pages.all.compactMap { SessionScript($0) }.sorted { $0.page < $1.page }
    guard !scripts.isEmpty else { return }
    let (root, files) = (project.root.folder, project.repository.files.paths)
    let cache = arguments[CommonOptions.noCache] ? nil : SessionCache(root: root, files: files)
    let known = scripts.map { cache?.result($0) }
    let missing = zip(scripts, known).filter { $1 == nil }.map(\.0)
    var results = zip(scripts, known).compactMap { script, result in result.map { (script, $0) } }
    if !missing.isEmpty {
      let shell = SessionShell(root: root, files: files)
      defer { shell.cleanUp() }
      if NetworkIsolation.command == nil, !isQuiet {
        report("sessions run with the network: this system cannot take it away")
      }
      results += await Parallel.map(missing, workers: 4) { [console] script in
        console.showProgress("running \(script.page)")
        return (script, Self.result(of: script, in: shell, cache))
      }
    }
    project.sessions = Dictionary(results) { first, _ in first }
  }

  private static func result(
    of script: SessionScript, in shell: SessionShell, _ cache: SessionCache?
  ) -> SessionResult {
    do throws(FileError) {
      let result = try shell.run(script)
      cache?.keep(result, of: script)
      return result
    } catch {
      return SessionResult(outputs: [], obstacle: "could not start, \(error.description),")
    }
  }
}
