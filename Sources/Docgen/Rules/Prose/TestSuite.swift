import Diagnostics

/// The test functions of some files.
struct TestSuite: Sendable {
  var name: String
  private(set) var count = 0
  /// Whether a test runs once for each of its arguments: a number may count the runs.
  private(set) var hasArguments = false

  init(name: String) { self.name = name }

  mutating func add(_ text: SourceText) {
    for number in 1...text.lineCount {
      let line = text.line(number)
      guard line.contains("est") || line.contains("arguments:") else { continue }
      if line.contains(/^\s*(@Test\b|(\w+ )*func test\w*\(\))/) { count += 1 }
      if line.contains("arguments:") { hasArguments = true }
    }
  }
}
