import CommandLineTool
import Diagnostics
import Rules

extension CommandContext {
  /// Compiles and runs the verified Swift blocks of the pages that the operands name, and those in
  /// Swift files. Without permission, it does nothing.
  func runBlocks(_ project: inout Project) async {
    guard mayRun else { return }
    let pages = project.pages(named: arguments.operands).pages
    console.showProgress("running Swift blocks")
    project.blockVerdicts = await project.runningBlocks(
      on: pages, usesCache: !arguments[CommonOptions.noCache])
    let skipped = pages.map(\.swiftBlocksForOtherPlatforms).reduce(0, +)
    if arguments[CommonOptions.verbose], skipped > 0 {
      report("\(skipped.counted("Swift block")) for another platform passed over")
    }
  }
}
