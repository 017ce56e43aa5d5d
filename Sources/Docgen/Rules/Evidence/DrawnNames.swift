import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Names in drawings of boxes, arrows and trees that the code does not have.
///
///     ┌────────────────────────┐
///     │ Store ──▶ SyncQueue    │     types
///     │ ├── StoreView(store:)  │     a call with its labels
///     └────────────────────────┘
///
/// A drawing is about the project if it has at least three of its names, and twice as many as other
/// names.
struct DrawnNames {
  private let page: CheckedPage
  private let fence: Fence
  private var code: CodeModel { page.project.code }

  static func candidates(on page: CheckedPage) -> [SymbolCandidate] {
    page.page.fences.filter {
      $0.isDrawing && page.isWritten($0.range) && FileTree($0) == nil
    }.flatMap { DrawnNames(page: page, fence: $0).candidates }
  }

  private var candidates: [SymbolCandidate] {
    var (known, unknown): (Set<String>, Set<String>) = ([], [])
    var found: [SymbolCandidate] = []
    for (name, place) in names {
      guard let problem = SymbolProblem(name, in: code) else {
        if code.declares(name.path) { known.insert(name.path) }
        continue
      }
      if problem.kind == .name {
        if PlatformNames.contains(name.last) { continue }
        unknown.insert(name.path)
      } else {
        // Values in parentheses are often notes, and so are incomplete labels.
        guard case .labels(isOwned: true) = problem.kind, name.labels != nil else { continue }
        known.insert(name.path)
      }
      found.append(
        SymbolCandidate(
          name, problem, text: name.lookup, at: place, in: fence, on: page, isOwn: true))
    }
    guard known.count >= 3, known.count >= unknown.count * 2 else { return [] }
    return found.filter { $0.problem.kind != .name || !isAbbreviation($0.name.last) }
  }

  /// Whether a word is a part of a declared name, or its plural: a box may be too narrow for all of it.
  private func isAbbreviation(_ word: String) -> Bool {
    let part = word.hasSuffix("s") ? String(word.dropLast()) : word
    return code.types.contains { type in
      type.name.contains(part) || type.members.contains { $0.name.contains(part) }
    }
  }

  /// Names of at least two words, in the order of the text.
  private var names: [(CodeName, SourcePosition)] {
    fence.literal.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap {
      index, line in
      line.matches(of: /[A-Za-z_][A-Za-z0-9_]*(\([^()]*\))?/).compactMap { match in
        let (before, after) = (line[..<match.range.lowerBound], line[match.range.upperBound...])
        let word = match.0.prefix { $0 != "(" }
        guard !Self.isPartOfOther(before.last, after), CodeName.isCamelCase(String(word)),
          var name = CodeName(String(word)) ?? CodeName(ofType: String(word))
        else { return nil }
        if let arguments = match.1?.dropFirst().dropLast() {
          name.isCall = true
          name.labels = Self.labels(of: arguments)
        }
        return (name, SourcePosition(line: index + 1, column: before.utf8.count + 1))
      }
    }
  }

  /// Whether the characters around a word make it a part of a path, an address or another word.
  private static func isPartOfOther(_ before: Character?, _ after: Substring) -> Bool {
    if let before, before.isLetter || before.isNumber || "/.-@#$+~\\\"'".contains(before) {
      return true
    }
    guard let next = after.first else { return false }
    if next.isLetter || next.isNumber || "/-+@".contains(next) { return true }
    return next == "." && after.dropFirst().first?.isLetter == true
  }

  /// `store: Store, isOpen: true` -> store, isOpen; `nil` for anything else.
  private static func labels(of arguments: Substring) -> [String]? {
    let parts = arguments.split(separator: ",").map { $0.split(separator: ":", maxSplits: 1) }
    guard !parts.isEmpty, parts.allSatisfy({ $0.count == 2 }) else { return nil }
    let labels = parts.map { $0[0].filter { $0 != " " } }
    return labels.allSatisfy { $0.contains(/^[a-z_]\w*$/) } ? labels : nil
  }
}
