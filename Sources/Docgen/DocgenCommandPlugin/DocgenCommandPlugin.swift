// The DocgenCommandPlugin target is the command `swift package docgen` of packages that depend on
// this one. It runs a docgen with the same arguments and returns its exit code. It links no code of
// docgen, so that such a package does not have to build docgen.

import Foundation
import PackagePlugin

/// `swift package docgen check`: any command of the docgen on PATH, in the folder of the package.
@main
struct DocgenCommandPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "docgen").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}
