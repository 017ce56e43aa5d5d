/// A diagram whose printed text would say something else.
package struct UnprintableError: Error {}

extension MermaidPrinter {
  /// The printed text, read again and found to be the same diagram.
  ///
  /// Any label and any name can be printed. Parts without another spelling, such as styles and links
  /// that an author wrote, may hold what would end them.
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
