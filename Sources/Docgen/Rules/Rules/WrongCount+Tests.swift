import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Numbers of tests that a page gives for a file of tests, or for all of a package.
///
///     ├── DoorTests.swift   # 12 tests
///     swift test --filter DoorTests   # 12 tests
///     # Run all 120 tests
///     swift test
extension WrongCount {
  /// A number that differs from the number of test functions.
  static func testFindings(on page: CheckedPage) -> [Diagnostic] {
    let numbers = linesWithTests(page.page.source)
    guard !numbers.isEmpty else { return [] }
    let commands = allTestsLines(on: page)
    return numbers.compactMap { number in
      let line = page.page.source.line(number)
      let claims = line.matches(of: /\b([0-9]+) tests\b/.wordBoundaryKind(.simple))
      // A line with a date records a run.
      guard claims.count == 1, !line.contains(/[0-9]{4}-[0-9]{2}-[0-9]{2}/),
        let written = claims.first.flatMap({ Int($0.1) })
      else { return nil }
      let column = line.utf8.distance(from: line.startIndex, to: claims[0].range.lowerBound) + 1
      let range = SourceRange(line: number, column: column, length: claims[0].1.utf8.count)
      guard page.isWritten(range),
        let suite = file(in: line, page) ?? (commands.contains(number) ? package(page) : nil),
        suite.count != written, !(suite.hasArguments && suite.count < written)
      else { return nil }
      let isHistorical = page.subject.isHistorical(atLine: number)
      return Diagnostic(
        rule: id, severity: severity, confidence: isHistorical ? .low : .medium,
        at: page.page.location(range),
        "\(suite.name) has \(suite.count.counted("test")), the page says \(written)",
        caretLabel: "documented")
    }
  }

  nonisolated(unsafe) private static let absence =
    /\b(?:no (?:formal |unit |automated )?tests?(?: suite)? (?:exists?|yet)|only placeholder tests)\b/
    .ignoresCase()

  /// "No test suite exists yet" on a page of a package with many tests.
  static func absenceFindings(on page: CheckedPage) -> [Diagnostic] {
    let claims = page.page.blocks.filter { $0.kind == .paragraph && page.isWritten($0.range) }
      .flatMap(page.page.lines).compactMap { line -> SourceRange? in
        guard line.text.contains("test"), let match = line.text.firstMatch(of: absence) else {
          return nil
        }
        let before = line.text[..<match.range.lowerBound].utf8.count
        return SourceRange(
          line: line.start.line, column: line.start.column + before, length: match.0.utf8.count)
      }
    guard !claims.isEmpty, let suite = package(page), suite.count >= 10 else { return [] }
    return claims.map { range in
      Diagnostic(
        rule: id, severity: severity,
        confidence: page.subject.isHistorical(atLine: range.start.line) ? .low : .medium,
        at: page.page.location(range),
        "\(suite.name) has \(suite.count.counted("test")), the page says that it has none",
        caretLabel: "documented")
    }
  }

  /// The lines with a number before the word.
  private static func linesWithTests(_ source: SourceText) -> [Int] {
    let (bytes, word) = (source.bytes, Array(" tests".utf8))
    var lines: [Int] = []
    var start = 0
    while let space = bytes[start...].firstIndex(of: word[0]) {
      start = space + 1
      guard space > 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[space - 1]),
        bytes[space...].starts(with: word)
      else { continue }
      let line = source.position(of: space).line
      if lines.last != line { lines.append(line) }
    }
    return lines
  }

  /// The only file of tests that a line names, in the form of a file or as a suite.
  private static func file(in line: String, _ page: CheckedPage) -> TestSuite? {
    let words = line.matches(
      of: /\b([A-Z]\w*Tests?)\b(\.swift)?/.wordBoundaryKind(.simple))
    let files = words.filter { $0.2 != nil }
    let names = Set((files.isEmpty ? words : files).map { String($0.1) })
    guard names.count == 1, let name = names.first, let context = page.context else { return nil }
    let paths = context.index.files(named: name + ".swift")
    return paths.count == 1 ? context.testSuite("`\(paths[0])`", in: paths) : nil
  }

  /// The lines of shell blocks with a run of all tests, and the comments before them.
  private static func allTestsLines(on page: CheckedPage) -> Set<Int> {
    var lines: Set<Int> = []
    for fence in page.fences where ["bash", "sh", "shell", "console"].contains(fence.language) {
      let texts = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, text) in texts.enumerated() where text.contains(/^(\$ )?swift test *(#|$)/) {
        let number = fence.range.start.line + 1 + index
        lines.insert(number)
        if index > 0, texts[index - 1].hasPrefix("#") { lines.insert(number - 1) }
      }
    }
    return lines
  }

  /// All tests of the only package.
  private static func package(_ page: CheckedPage) -> TestSuite? {
    guard page.project.manifests.count == 1, let context = page.context else { return nil }
    return context.testSuite(
      "the package",
      in: context.index.files.lazy.filter { $0.hasPrefix("Tests/") && $0.hasSuffix(".swift") })
  }
}
