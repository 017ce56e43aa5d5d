/// Paths of code that shows or tests other code.
package enum ExamplePath {
  package static func isExample(_ path: String) -> Bool {
    path.split(separator: "/").contains { part in
      let part = part.lowercased()
      return part.hasSuffix("tests") || part.hasSuffix("tests.swift")
        || words.contains { part.contains($0) }
    }
  }

  private static let words = [
    "example", "sample", "demo", "fixture", "playground", "benchmark", "snippet", "mock", "stub",
    "uitest", "testing", "testsupport", "testutil", ".docc",
  ]
}
