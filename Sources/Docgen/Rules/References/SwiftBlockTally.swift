package import Diagnostics
import Markdown

/// How many Swift blocks each folder has, and how many of them do not parse.
///
/// If most blocks of a folder do not parse, they are probably another language that has the word
/// `swift` for its colors. Then one finding for the folder remains, and those of the blocks are hints.
///
///     docs: 900 of 1,000 blocks do not parse  ->  900 hints, and one `unknown-convention`
///     docs: 9 of 1,000 blocks do not parse    ->  9 warnings
package struct SwiftBlockTally: Sendable {
  private struct Count {
    var all = 0
    var unparsed = 0

    var isOfOtherLanguage: Bool {
      unparsed >= SwiftBlockTally.minimum && unparsed * 2 > all
    }
  }

  /// Fewer blocks with errors are judged one by one.
  package static let minimum = 8

  private var folders: [String: Count] = [:]

  package init() {}

  /// Counts the blocks of a page; `findings` are those on the page.
  package mutating func add(_ page: CheckedPage, _ findings: [Diagnostic]) {
    guard !page.examples.isEmpty else { return }
    let unparsed = findings.count { $0.rule == SwiftFence.id }
    for folder in RepositoryIndex.foldersUp(from: page.page.path) {
      folders[folder, default: Count()].all += page.examples.count
      folders[folder, default: Count()].unparsed += unparsed
    }
  }

  /// Whether a finding can be due to another language.
  package static func isLimitable(_ finding: Diagnostic) -> Bool {
    finding.rule == SwiftFence.id && finding.severity != .note
  }

  /// Returns the findings with their final confidence, and one more for each folder whose blocks are
  /// another language. The further findings name the file of the configuration.
  func limiting(_ findings: [Diagnostic], configuration: String) -> [Diagnostic] {
    var limited: Set<String> = []
    let result = findings.map { finding in
      guard Self.isLimitable(finding), let folder = folder(around: finding.location.file) else {
        return finding
      }
      limited.insert(folder)
      return finding.limited(to: .low, because: Evidence(.note, summary(of: folder)))
    }
    return result
      + limited.sorted().map { UnknownConvention.finding(summary(of: $0), in: configuration) }
  }

  /// The outermost folder around a page whose blocks are another language.
  private func folder(around page: String) -> String? {
    RepositoryIndex.foldersUp(from: page).last { folders[$0]?.isOfOtherLanguage == true }
  }

  /// `900 of the 1000 Swift blocks in `docs` do not parse`
  private func summary(of folder: String) -> String {
    let count = folders[folder] ?? Count()
    let place = folder.isEmpty ? "" : " in `\(folder)`"
    return "\(count.unparsed) of the \(count.all) Swift blocks\(place) do not parse"
  }
}
