import Diagnostics
import Foundation
import Markdown
import Testing

/// The number of random documents per test.
let rounds = ProcessInfo.processInfo.environment["PROPERTY_ROUNDS"].flatMap(UInt64.init) ?? 500

@Suite("Places in random documents")
struct PlaceTests {
  @Test func `every piece is reported at the place of its number in the file`() {
    var found = (code: 0, comments: 0, links: 0, lines: 0)
    for seed in 0..<rounds {
      let text = page(RandomDocument(seed: seed).text)
      var checker = PlaceChecker(page: text)
      checker.checkAll()
      #expect(checker.mistakes.isEmpty, "seed \(seed): \(checker.mistakes) in \(text.source.text)")
      found.code += text.codeSpans.count
      found.comments += text.comments.count
      found.links += text.links.count
      found.lines += text.fences.reduce(0) { $0 + $1.contentLines.count }
    }
    #expect(found.code > rounds / 2)
    #expect(found.comments > rounds / 2)
    #expect(found.links > rounds / 4)
    #expect(found.lines > rounds / 4)
  }
}

extension SourceText {
  /// The whole text with its line endings made visible.
  var text: String { String(decoding: bytes, as: UTF8.self).debugDescription }
}

/// Compares reported places with those found by searching for the numbers in the pieces.
struct PlaceChecker {
  let page: Page
  private(set) var mistakes: [String] = []
  private var offsets: [String: Int] = [:]

  init(page: Page) {
    self.page = page
    for (name, offset) in Self.names(in: page.source.bytes[...]) { offsets[name] = offset }
  }

  /// Pieces such as `k12z` and where they begin.
  private static func names(in bytes: ArraySlice<UInt8>) -> [(String, Int)] {
    var names: [(String, Int)] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let start = index
      index += 1
      guard "ikcldhrta".utf8.contains(bytes[start]) else { continue }
      var end = index
      while end < bytes.endIndex, (0x30...0x39).contains(bytes[end]) { end += 1 }
      guard end > index, end < bytes.endIndex, bytes[end] == UInt8(ascii: "z") else { continue }
      names.append((String(decoding: bytes[start...end], as: UTF8.self), start))
      index = end + 1
    }
    return names
  }

  mutating func checkAll() {
    checkInlines()
    page.fences.forEach { check($0) }
    checkNesting()
    for heading in page.headings {
      for (name, _) in Self.names(in: Array(heading.text.utf8)[...]) {
        expect(name, within: heading.range, "heading")
      }
    }
  }

  private mutating func checkInlines() {
    for span in page.codeSpans {
      let raw = page.cut(span.range)
      if !raw.hasPrefix("`") || !raw.hasSuffix("`") { mistakes.append("code \(raw)") }
      for (name, _) in Self.names(in: Array(span.text.utf8)[...]) {
        expect(name, within: span.contentRange, "code")
      }
      if let (name, place) = Self.names(in: Array(span.text.utf8)[...]).first, place == 0 {
        let start = page.source.offset(of: span.contentRange.start)
        let between = page.source.bytes[start..<max(start, offsets[name] ?? start)]
        let isPrefix = between.allSatisfy { " \t\r\n>".utf8.contains($0) }
        if !isPrefix { mistakes.append("code start \(name)") }
      }
    }
    for comment in page.comments {
      let raw = page.cut(comment.range)
      if !raw.hasPrefix("<!--") || !raw.hasSuffix("-->") { mistakes.append("comment \(raw)") }
      for (name, _) in Self.names(in: Array(comment.text.utf8)[...]) {
        expect(name, within: comment.range, "comment")
      }
    }
    for link in page.links {
      let raw = page.cut(link.range)
      let isWhole =
        raw.hasPrefix(link.isImage ? "![" : "[") && (raw.hasSuffix(")") || raw.hasSuffix("]"))
      let isAutolink = raw.hasPrefix("<") && raw.hasSuffix(">")
      if !isWhole && !isAutolink { mistakes.append("link \(raw)") }
      for (name, _) in Self.names(in: Array(link.text.utf8)[...]) {
        expect(name, within: link.range, "link text")
      }
      if let range = link.destinationRange, page.cut(range) != link.destination {
        mistakes.append("destination \(page.cut(range))")
      }
    }
  }

  private mutating func check(_ fence: Fence) {
    let lines = fence.literal.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    if lines.count != fence.contentLines.count { mistakes.append("fence lines") }
    for (index, line) in lines.enumerated() {
      for (name, place) in Self.names(in: Array(line.utf8)[...]) {
        let position = fence.position(in: page.source, line: index + 1, column: place + 1)
        if page.source.offset(of: position) != offsets[name] { mistakes.append("fence \(name)") }
      }
    }
    for (name, _) in Self.names(in: Array(fence.language.utf8)[...]) {
      expect(name, within: fence.range, "info")
    }
    let cut = Self.names(in: page.source.bytes[fence.contentBytes]).map(\.0)
    let inside = Self.names(in: Array(fence.literal.utf8)[...]).map(\.0)
    if cut != inside { mistakes.append("fence content \(cut) \(inside)") }
    let mark = fence.character
    let first = page.cut(fence.range).prefix(3)
    if first != String(repeating: mark, count: 3) { mistakes.append("fence start \(first)") }
    let last = page.source.line(fence.range.end.line).last { !$0.isWhitespace }
    if fence.isClosed, last != mark { mistakes.append("fence end") }
  }

  private mutating func expect(_ name: String, within range: SourceRange, _ what: String) {
    guard let offset = offsets[name] else { return }
    let start = page.source.offset(of: range.start)
    let end = page.source.offset(of: range.end)
    if offset < start || offset + name.utf8.count > end { mistakes.append("\(what) \(name)") }
  }

  /// Blocks lie within their parents and follow each other.
  private mutating func checkNesting() {
    var lastEnd: [Int?: SourcePosition] = [:]
    for (index, block) in page.blocks.enumerated() {
      if block.range.end < block.range.start { mistakes.append("\(block.kind) backwards") }
      if let parent = block.parent {
        let outer = page.blocks[parent]
        if block.range.start < outer.range.start || outer.range.end < block.range.end {
          mistakes.append("\(block.kind) \(index) leaves its parent")
        }
        if outer.end < block.end || index <= parent { mistakes.append("indices of \(index)") }
      }
      if let last = lastEnd[block.parent], block.range.start < last {
        mistakes.append("\(block.kind) \(index) overlaps the one before")
      }
      lastEnd[block.parent] = block.range.end
    }
  }
}
