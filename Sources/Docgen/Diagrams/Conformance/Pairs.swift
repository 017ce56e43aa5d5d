/// `queue empty=mutationsFlushed; done=pullCompleted`, the notation of markers and options.
package enum Pairs {
  /// The texts before and after each `=`, with single spaces; an entry without `=` is not a pair.
  package static func read(_ text: String) -> [(String, String)] {
    text.split(separator: ";").compactMap { entry in
      entry.firstIndex(of: "=").map { equals in
        (trimmed(entry[..<equals]), trimmed(entry[entry.index(after: equals)...]))
      }
    }
  }

  package static func trimmed(_ text: Substring) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
