import Diagnostics
import Markdown
import SwiftIndex

/// A Swift block that no region quotes: a quotation is compared with its source in full.
///
///     func load(id: Int) -> Item            isReference: signatures without bodies
///     protocol Store { func save() }        hasOnlyInterfaces
///     let store = Store(); store.save()     an example of use
struct Example: Sendable {
  let fence: Fence
  let excerpt: SwiftExcerpt
  /// The names that the block uses.
  let reading: ExampleReading
  /// The types that the block declares.
  let types: [TypeDeclaration]
  /// The types without those in paragraphs with syntax errors.
  let quotableTypes: [TypeDeclaration]
  /// Names of the types that the block extends.
  let extensions: [String]
  /// Functions outside types.
  let functions: [Member]
  /// Initializers outside types, without bodies.
  let initializers: [Member]
  /// Properties outside types that have a type and no value: `var count: Int { get }`.
  let properties: [Member]
  /// Whether the block has only signatures without bodies.
  let isReference: Bool
  /// Whether the block has only types whose members have no bodies.
  let hasOnlyInterfaces: Bool
  /// Whether the block has syntax errors: then only the names of its types are certain, and the
  /// declarations of its correct paragraphs.
  let isDamaged: Bool
  /// The lines, from 1, that the author calls wrong.
  let counterExampleLines: Set<Int>
  /// The number of lines before the block in the parsed text.
  let linesBefore: Int

  /// The examples among the blocks of a page, and the first block that is not read because those
  /// before it exceed `Limit.exampleBytes`.
  static func all(of fences: [Fence], on page: Page) -> (examples: [Example], unread: Fence?) {
    let quotations = page.quotedBlocks
    var examples: [Example] = []
    var parsed = 0
    for fence in fences
    where fence.language.lowercased() == "swift" && !quotations.contains(fence.block) {
      if parsed > Limit.exampleBytes.value { return (examples, fence) }
      let example = Example(fence)
      parsed += example.excerpt.parsedBytes
      examples.append(example)
    }
    return (examples, nil)
  }

  private init(_ fence: Fence) {
    self.fence = fence
    let parsed = ParsedExcerpt.of(fence.literal)
    excerpt = parsed.excerpt
    reading = parsed.reading
    counterExampleLines = CounterExample.lines(of: fence.literal)
    let declarations = excerpt.declarations
    linesBefore = declarations?.linesBefore ?? 0
    isDamaged = excerpt.isDamaged
    // Members without their type are parsed inside of a type whose name has this ending.
    let all = declarations?.file.types ?? []
    quotableTypes = all.filter { !$0.name.hasSuffix("_") }
    types =
      quotableTypes
      + (parsed.damagedDeclarations?.types ?? []).filter { type in
        !all.contains { $0.qualifiedName == type.qualifiedName }
      }
    extensions = declarations?.file.extensions.map(\.name) ?? []
    let members =
      (declarations?.file.globals ?? []) + all.filter { $0.name.hasSuffix("_") }.flatMap(\.members)
    functions = members.filter(\.isMethod)
    initializers = members.filter { $0.isInitializer && $0.bodyRange == nil }
    let accessed = members.filter { $0.hasOnlyAccessorNames(in: declarations?.text ?? "") }
    properties = accessed + members.filter(\.isUnsetProperty)
    isReference =
      types.isEmpty && (!accessed.isEmpty || members.contains { $0.signature != nil })
      && members.allSatisfy {
        $0.signature != nil && $0.bodyRange == nil || $0.isUnsetProperty || accessed.contains($0)
      }
    hasOnlyInterfaces =
      !types.isEmpty && members.isEmpty
      && types.flatMap(\.members).allSatisfy { $0.bodyRange == nil }
  }

  /// The first place of a word in the block, from a line on.
  ///
  /// The start of `line` if the word does not occur from there on.
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

extension Member {
  /// Whether it is a stored property with a type and without a value.
  fileprivate var isUnsetProperty: Bool {
    property.map { $0.isStored && $0.type != nil && $0.initialValue == nil } ?? false
  }

  /// Whether it is a property with the accessors of a protocol's requirement: `{ get set }`.
  fileprivate func hasOnlyAccessorNames(in text: String) -> Bool {
    guard property?.type != nil, let range = bodyRange, range.start.line == range.end.line else {
      return false
    }
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)[range.start.line - 1]
    let body = line.utf8.dropFirst(range.start.column).prefix {
      $0 != UInt8(ascii: "}")
    }
    let words = String(decoding: body, as: UTF8.self).split(separator: " ")
    return words.contains("get")
      && words.allSatisfy { ["get", "set", "async", "throws", "nonmutating"].contains($0) }
  }
}
