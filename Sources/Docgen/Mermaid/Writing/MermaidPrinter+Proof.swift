/// A diagram whose printed text would have another meaning.
package struct UnprintableError: Error {}

extension MermaidPrinter {
  /// Returns the printed text if reading it gives the same diagram.
  ///
  /// Any label and any name can be printed. Parts without another spelling, such as styles and
  /// links by the author, may contain text that would end them.
  ///
  /// Returns `nil` for kinds that are not printed. Throws `UnprintableError` if the printed text
  /// has errors or another meaning. Use it for trees that contain an author's parts; trees that
  /// were built by code print safely.
  package static func proven(
    _ diagram: MermaidDiagram
  ) throws(UnprintableError) -> String? {
    guard let text = print(diagram) else { return nil }
    let again = MermaidParser.parse(text)
    guard again.errors.isEmpty,
      again.diagram == diagram
        || MermaidComparison.changes(from: diagram, to: again.diagram)?.isEmpty == true
    else { throw UnprintableError() }
    return text
  }
}
