import Diagnostics
import Markup
import SwiftCode

/// A Swift block that is not quoted by a region: a region is compared with its source in full.
struct Example: Sendable {
  let fence: Fence
  let excerpt: SwiftExcerpt
  /// The types that the block declares.
  let types: [TypeDeclaration]
  /// Names of the types that the block extends.
  let extensions: [String]
  /// Functions outside types.
  let functions: [Member]
  /// Whether the block has nothing but signatures without bodies.
  let isReference: Bool
  /// How many lines are before the block in the text that was parsed.
  let linesBefore: Int

  static func all(on page: Page) -> [Example] {
    let quotations = Set(page.regions.flatMap(\.fences).map(\.block))
    return page.fences.compactMap { fence in
      guard fence.language.lowercased() == "swift", !quotations.contains(fence.block) else {
        return nil
      }
      return Example(fence, path: page.path)
    }
  }

  private init(_ fence: Fence, path: String) {
    self.fence = fence
    excerpt = SwiftExcerpt(fence.literal, path: path)
    let declarations = excerpt.declarations
    linesBefore = declarations?.linesBefore ?? 0
    let file = declarations?.file
    // Members without their type are read inside of one whose name ends so.
    let all = file?.types ?? []
    types = all.filter { !$0.name.hasSuffix("_") }
    extensions = file?.extensions.map(\.name) ?? []
    let members = (file?.globals ?? []) + all.filter { $0.name.hasSuffix("_") }.flatMap(\.members)
    functions = members.filter(\.isMethod)
    isReference =
      types.isEmpty && !members.isEmpty
      && members.allSatisfy { $0.signature != nil && $0.bodyRange == nil }
  }

  /// The first place of a word in the block, from a line on.
  func position(of word: String, from line: Int) -> SourcePosition {
    let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false)
    for number in lines.indices.dropFirst(max(0, line - 1)) {
      guard let found = lines[number].firstRange(of: word) else { continue }
      let before = lines[number][..<found.lowerBound]
      return SourcePosition(line: number + 1, column: before.utf8.count + 1)
    }
    return SourcePosition(line: line, column: 1)
  }

  /// Whether the block leaves out a part of a declaration.
  func leavesOut(in member: Member) -> Bool {
    guard let range = member.location.range else { return true }
    let (first, last) = (range.start.line - linesBefore, range.end.line - linesBefore)
    return (first...max(first, last)).contains(where: excerpt.elidedLines.contains)
  }
}
