import CommandLineTool

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
}
