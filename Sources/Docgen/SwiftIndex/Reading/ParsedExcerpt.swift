import Basics

/// An excerpt with all results of parsing it.
///
/// Documents of several releases repeat their blocks, so a text is parsed once for all of them.
package final class ParsedExcerpt: Sendable {
  package let excerpt: SwiftExcerpt
  package let reading: ExampleReading
  package let damagedDeclarations: FileDeclarations?

  private init(_ text: String) {
    excerpt = SwiftExcerpt(text, path: "")
    reading = excerpt.reading
    damagedDeclarations = excerpt.damagedDeclarations
  }

  /// The maximum number of cached texts; all are dropped when there are more.
  private static let capacity = 4096
  private static let known = Locked<[String: ParsedExcerpt]>([:])

  /// The excerpt of a text. Two threads may parse the same text; the first result remains.
  package static func of(_ text: String) -> ParsedExcerpt {
    if let excerpt = known.withLock({ $0[text] }) { return excerpt }
    let made = ParsedExcerpt(text)
    return known.withLock { known in
      if let excerpt = known[text] { return excerpt }
      if known.count >= capacity { known = [:] }
      known[text] = made
      return made
    }
  }
}
