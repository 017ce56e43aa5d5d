import CommandLineTool
import Diagnostics
import Markdown
import Rules

/// `docgen review`.
struct ReviewCommand: Command {
  let context: CommandContext

  private static let all = CommandOption.flag("all", short: "a", "Make every change without asking")

  static let description = CommandDescription(
    "review", "Review each change before it is regenerated", aliases: ["accept"],
    discussion: """
      Shows one region at a time as a difference, including those that were edited by hand. Answers \
      are read line by line from standard input. At its end, or after q, the accepted changes are \
      written.
      """,
    operands: [CommonOptions.pages],
    options: [all, CommonOptions.configuration],
    examples: [
      ("docgen review docs/sync.md", "Review the changes of one document, region by region."),
      ("yes n | docgen review", "Show all changes, and make none."),
    ],
    exitCodes: [
      (0, "everything is up to date now"), (1, "changes are left"),
      (2, "the command line or the configuration is wrong"),
      (4, "a file cannot be read or written"),
    ])

  func run() async throws -> ExitCode {
    let project = try await context.project()
    let review = Review(console: console, takesAll: arguments[Self.all])
    var generation = Generation.plan(
      project, pages: arguments.operands, force: true, review: review)
    try context.write(&generation, in: project)
    context.printFindings(generation.problems, in: project)
    for change in generation.changes { context.printChange(change) }
    if !context.isQuiet {
      console.print(
        review.accepted + review.left == 0
          ? "there is nothing to review\n" : "\(review.accepted) accepted, \(review.left) left\n")
    }
    return generation.exitCode == .success && review.left > 0 ? .drift : generation.exitCode
  }
}

/// Shows each change that regenerating would make, and asks whether to apply it.
///
/// A class, since the planning of regions asks it and later commands read its counts. The end of
/// standard input counts as "quit".
final class Review {
  private enum Answer {
    case yes, no, all, quit
  }

  private let console: any Console
  private var input = ByteStream()
  private var isOver = false
  private var takesAll: Bool
  private(set) var accepted = 0
  private(set) var left = 0

  /// Accepts everything without asking if `takesAll`.
  init(console: any Console, takesAll: Bool) {
    self.console = console
    self.takesAll = takesAll
  }

  /// Whether a region gets its new content.
  func accepts(_ region: Region, on page: Page, _ content: String) -> Bool {
    let isAccepted = isOver ? false : takesAll || ask(region, page, content: content)
    if isAccepted { accepted += 1 } else { left += 1 }
    return isAccepted
  }

  private func ask(_ region: Region, _ page: Page, content: String) -> Bool {
    console.print(
      "\(page.path.visible):\(region.opening.range.start.line)  \(region.opening.text)\n")
    if region.kind == .value {
      console.print("  \(region.content) → \(content)\n")
    } else {
      let diff = UnifiedDiff.between(
        region.content, content, firstLine: max(region.contentLines.lowerBound, 1))
      console.print(diff ?? "")
    }
    if region.kind == .generated, HandEditedRegion.isForeign(region) {
      console.print("this region was edited by hand: the edit would be lost\n")
    }
    switch answer() {
    case .yes: return true
    case .no: return false
    case .all:
      takesAll = true
      return true
    case .quit:
      isOver = true
      return false
    }
  }

  private func answer() -> Answer {
    while true {
      console.printError("write it? [y]es, [n]o, [a]ll, [q]uit: ")
      guard let line = try? input.line() else { return .quit }
      switch String(decoding: line, as: UTF8.self).lowercased().first {
      case "y": return .yes
      case "n": return .no
      case "a": return .all
      case "q": return .quit
      default: console.printError("please answer with y, n, a or q\n")
      }
    }
  }
}
