import Markdown
import Rules
import Synchronization
import Templates
import Testing

/// A region is evaluated only once as long as its inputs do not change.
@Suite struct KnownOutcomeTests {
  /// Counts how often a template is requested: once for each evaluated region.
  private final class Reads: Sendable {
    private let count = Mutex(0)

    var templates: TemplateSource {
      TemplateSource(names: ["steps"]) { [self] name in
        count.withLock { $0 += 1 }
        return TemplateSource.File(path: "\(name).mustache", text: "text\n")
      }
    }

    func since() -> Int {
      count.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  private let reads = Reads()
  private let project = Door.model(
    source: Door.source + (1...60).map { "struct Type\($0) {}\n" }.joined())

  private static func region(_ name: String) -> String {
    "<!-- docgen:begin table template=steps type=\(name) -->\n<!-- docgen:end -->\n\n"
  }

  private func check(_ text: String, after previous: CheckedPage?) -> CheckedPage {
    CheckedPage(
      Page(path: "docs/a.md", bytes: Array(text.utf8)), project: project,
      templates: reads.templates, after: previous)
  }

  @Test func `a fence that swallows the page for a while drops no outcome`() {
    let page = Self.region("DoorMachine") + Self.region("Frame")
    var checked = check(page, after: nil)
    #expect(reads.since() == 2)
    for text in ["`" + page, "``" + page, "```\n" + page, "```s\n" + page, "```sw\n" + page] {
      checked = check(text, after: checked)
    }
    #expect(checked.regions.isEmpty)
    checked = check(page, after: checked)
    #expect(checked.regions.count == 2)
    #expect(reads.since() == 0)
  }

  @Test func `a rewritten marker is evaluated once, even if it is unchanged`() {
    let other = Self.region("Frame")
    var checked = check(Self.region("DoorMachine") + other, after: nil)
    _ = reads.since()
    for name in ["DoorMachin", "DoorMachine", "DoorMachin", "DoorMachine"] {
      checked = check(Self.region(name) + other, after: checked)
    }
    // No such type exists, so evaluating the marker reads nothing.
    #expect(reads.since() == 0)
    #expect(checked.regions.count == 2)
  }

  @Test func `outcomes unused for long are dropped, but never those of the page`() {
    let rows = ["DoorMachine", "DoorState"].map(Self.region).joined()
    func page(_ number: Int) -> String {
      rows + Self.region("Type\(number)")
    }
    var checked: CheckedPage?
    for number in 1...60 { checked = check(page(number), after: checked) }
    let readings = reads.since()
    #expect(readings == 2 + 60, "each region once")
    checked = check(page(59), after: checked)
    #expect(reads.since() == 0)
    checked = check(page(1), after: checked)
    #expect(reads.since() == 1)
  }
}
