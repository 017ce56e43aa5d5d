import Diagnostics
import Markdown
import YAML

/// A contract that a page carries itself, in its front matter:
///
///     ---
///     contract:
///       sections: [States, Transitions]
///       diagrams: [state-diagram]
///       lines: 40
///       patterns: ["idle|syncing"]
///     ---
struct CarriedContract {
  private(set) var contract = PageContract()
  /// The entries that are not valid in a contract.
  private(set) var problems: [String] = []
  /// The first line after the front matter, in which the search for patterns begins.
  private(set) var bodyLine = 1

  /// Returns `nil` for a page without front matter, or without a contract in it.
  init?(_ page: Page) {
    guard let frontMatter = page.frontMatter else { return nil }
    let text = frontMatter.text
    bodyLine = frontMatter.lastLine + 1
    do throws(YAMLError) {
      guard let value = try YAMLValue(yaml: text)["contract"] else { return nil }
      read(value)
    } catch {
      // Front matter that is not YAML belongs to other tools unless it mentions a contract.
      guard text.split(separator: "\n").contains(where: { $0.hasPrefix("contract:") }) else {
        return nil
      }
      problems = ["the front matter cannot be read: \(error.message)"]
    }
  }

  private mutating func read(_ value: YAMLValue) {
    guard case .map(let entries) = value else {
      problems.append("`contract` in the front matter has no keys")
      return
    }
    for entry in entries {
      switch (entry.key, entry.value) {
      case ("sections", _): contract.sections = words(entry)
      case ("diagrams", _):
        contract.diagrams = words(entry)
        for kind in contract.diagrams where !PageContract.kinds.contains(kind) {
          problems.append("`\(kind)` in the front matter is not a kind of diagram")
        }
      case ("patterns", _): contract.patterns = words(entry)
      case ("lines", .number(let number)):
        if let count = Int(exactly: number), count >= 0 {
          contract.lines = count
        } else {
          fallthrough
        }
      case ("lines", _): problems.append("`lines` in the front matter is not a number of lines")
      default: problems.append("a contract has no `\(entry.key)`")
      }
    }
  }

  /// One text or a list of them.
  private mutating func words(_ entry: YAMLEntry) -> [String] {
    if case .text(let text) = entry.value { return [text] }
    guard case .list(let values) = entry.value else {
      problems.append("`\(entry.key)` in the front matter is not a list")
      return []
    }
    return values.compactMap { value in
      if case .text(let text) = value { return text }
      problems.append("`\(entry.key)` in the front matter has an entry that is not text")
      return nil
    }
  }
}
