/// `queue empty=mutationsFlushed; done=pullCompleted`, as markers and options write it.
package enum Pairs {
  /// What stands left and right of each `=`, with single spaces; an entry without one is no pair.
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
