/// Recognizes paths of code that shows or tests other code.
package enum ExamplePath {
  /// Compares bytes, because a check calls it several times for each file of the project.
  package static func isExample(_ path: String) -> Bool {
    let bytes = Array((path.lowercased() + "/").utf8)
    return bytes.indices.contains { start in
      words[Int(bytes[start])].contains { bytes[start...].starts(with: $0) }
    }
  }

  /// Parts of names, and the ends of `Tests` and `ATests.swift`, by their first byte.
  private static let words: [[[UInt8]]] = {
    var words = [[[UInt8]]](repeating: [], count: 256)
    for word in [
      "example", "sample", "demo", "fixture", "playground", "benchmark", "snippet", "mock", "stub",
      "uitest", "testing", "testsupport", "testutil", ".docc", "tests/", "tests.swift/",
      "testapp/", "testhost/",
    ] {
      words[Int(word.utf8.first ?? 0)].append(Array(word.utf8))
    }
    return words
  }()
}
