import CommandLineTool
import Diagnostics
import Rules

extension CommandContext {
  /// Compiles and runs the verified Swift blocks of the pages that the operands name, and those in
  /// Swift files. Without permission, it does nothing.
  func runBlocks(_ project: inout Project) async {
    let pages = project.pages(named: arguments.operands).pages
    let isVerbose = arguments[CommonOptions.verbose]
    guard mayRun else {
      let contexts = isVerbose ? pages.flatMap(project.blocks) + project.blocksInSwiftFiles() : []
      let count = contexts.map(\.blocks.count).reduce(0, +)
      if count > 0 {
        report("\(count.counted("Swift block")) not run: `--run` compiles and runs them")
      }
      return
    }
    console.showProgress("running Swift blocks")
    project.blockVerdicts = await project.runningBlocks(
      on: pages, usesCache: !arguments[CommonOptions.noCache])
    let skipped = pages.map(\.swiftBlocksForOtherPlatforms).reduce(0, +)
    if isVerbose, skipped > 0 {
      report("\(skipped.counted("Swift block")) for another platform passed over")
    }
  }
}
