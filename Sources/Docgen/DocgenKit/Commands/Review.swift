import CommandLineTool
import Diagnostics
import Markdown
import Rules

/// `docgen accept`: shows each change that generating would make, and asks whether to make it.
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

  /// Takes everything unasked where `takesAll` says so.
  init(console: any Console, takesAll: Bool) {
    self.console = console
    self.takesAll = takesAll
  }

  /// Whether a region gets its new content.
  func accepts(_ region: Region, on page: Page, _ content: String) -> Bool {
    let isAccepted = isOver ? false : takesAll || ask(region, page, content)
    if isAccepted { accepted += 1 } else { left += 1 }
    return isAccepted
  }

  private func ask(_ region: Region, _ page: Page, _ content: String) -> Bool {
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
      console.print("this was edited by hand: the edit would be lost\n")
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
      console.complain("write it? [y]es, [n]o, [a]ll, [q]uit: ")
      guard let line = try? input.line() else { return .quit }
      switch String(decoding: line, as: UTF8.self).lowercased().first {
      case "y": return .yes
      case "n": return .no
      case "a": return .all
      case "q": return .quit
      default: console.complain("please answer with y, n, a or q\n")
      }
    }
  }

  static let description = CommandDescription(
    "accept", "Review each change before it is generated",
    discussion: """
      One region at a time, as a difference, those that were edited by hand too. Answers are read \
      line by line from standard input; at its end, or at q, what was accepted so far is written.
      """,
    operands: [
      OperandDescription(
        "PAGE", "A document; all configured ones when none is named", isRepeating: true)
    ],
    options: [
      OptionDescription("all", short: "a", "Ask nothing, and make every change"),
      OptionDescription(
        "config", short: "c", value: "FILE", "Read this configuration instead of the nearest one"),
    ],
    examples: [
      ("docgen accept docs/sync.md", "Look at what changed in one document, region by region."),
      ("yes n | docgen accept", "See all changes, and make none."),
    ],
    exitCodes: [
      (0, "everything is up to date now"), (1, "changes are left"),
      (2, "the command line or the configuration is wrong"),
      (4, "a file cannot be read or written"),
    ])
}
