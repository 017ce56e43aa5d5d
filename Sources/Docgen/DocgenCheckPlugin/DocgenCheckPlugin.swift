// The DocgenCheckPlugin target checks the documents of a package with its builds. It runs the
// docgen that SwiftPM knows, or else the one on PATH, and links no code of it. The inputs of its
// build command are the files that a check may read, so a build without changes runs no check.

import Foundation
import PackagePlugin

/// Checks the documents of a package whenever they or the sources have changed, and fails the build
/// where they have drifted.
@main
struct DocgenCheckPlugin: BuildToolPlugin {
  /// Runs a docgen, and writes a stamp only if the documents agree, so that a failed check runs again.
  /// The shell looks for the program, because plugins of this kind may not.
  private static let script = """
    PATH=$PATH:/usr/local/bin:/opt/homebrew/bin
    if ! command -v "$2" >/dev/null; then
      echo 'error: docgen is not on PATH: install it, or remove the plugin' >&2
      exit 1
    fi
    "$2" check --quiet --config "$0" >&2 && : >"$1"
    """

  func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
    let folder = context.package.directoryURL
    // The package of the plugin has a docgen, or one is installed.
    let docgen = (try? context.tool(named: "docgen"))?.url.path ?? "docgen"
    let stamp = context.pluginWorkDirectoryURL.appendingPathComponent("checked")
    return [
      .buildCommand(
        displayName: "Checking the documents of \(context.package.displayName)",
        executable: URL(fileURLWithPath: "/bin/sh"),
        arguments: [
          "-c", Self.script, folder.appendingPathComponent(".docgen.json").path, stamp.path,
          docgen,
        ],
        inputFiles: Self.files(in: folder), outputFiles: [stamp])
    ]
  }

  /// What a check may read: documents, sources, traces, templates, the configuration.
  private static func files(in folder: URL) -> [URL] {
    let endings = ["json", "jsonl", "md", "mustache", "swift"]
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var files: [URL] = []
    while let file = all?.nextObject() as? URL {
      if file.lastPathComponent == ".build" {
        all?.skipDescendants()
      } else if endings.contains(file.pathExtension) {
        files.append(file)
      }
    }
    return files.sorted { $0.path < $1.path }
  }
}
