internal import Diagnostics

/// Verified blocks, values and disabled rules.
extension RegionPairing {
  ///     <!-- docgen:value a --> 1 <!-- docgen:value b --> 2 <!-- /docgen:value -->
  ///     `a` is not closed; `b` has the value " 2 "
  mutating func pairOthers() {
    var open: Marker?
    for marker in markers where !isGenerated(marker) {
      if marker.directive == .valueEnd {
        if let open {
          addValue(open, marker)
        } else {
          diagnostics.append(.unmatchedValueEnd(marker, in: file))
        }
        open = nil
        continue
      }
      // A value with another marker inside would remove that marker when it is written.
      if let open { diagnostics.append(.unclosedValue(open, in: file)) }
      open = marker.directive == .value ? marker : nil
      if marker.directive == .verify { addVerified(marker) }
      if marker.directive == .disable { addDisable(marker) }
      if marker.directive == .setup { _ = checkPlace(marker) }
    }
    if let open { diagnostics.append(.unclosedValue(open, in: file)) }
  }

  /// Whether a marker is part of text that docgen wrote itself.
  private func isGenerated(_ marker: Marker) -> Bool {
    let line = marker.range.start.line
    guard let lines = Self.range(holding: line, in: generated) else { return false }
    return lines.lowerBound < line && line < lines.upperBound
  }

  private mutating func addVerified(_ marker: Marker) {
    guard checkPlace(marker) else { return }
    let next = nextBlock(after: marker.block)
    let isTable = marker.subject?.text == "table"
    if isTable, let next, blocks[next].kind == .paragraph {
      addTable(marker, blocks[next].range)
      return
    }
    guard !isTable, let next, let index = fenceOfBlock[next] else {
      let found = next.map { Self.name(of: blocks[$0].kind) } ?? "nothing"
      diagnostics.append(
        .verifyWithoutFence(
          marker, found: found, wanted: isTable ? "a table" : "a fenced code block", in: file))
      return
    }
    let fence = fences[index]
    add(
      .verified, opening: marker, closing: nil, bytes: fence.contentBytes,
      lines: fence.contentLines, content: fence.literal, fences: [fence])
  }

  /// A table is a paragraph to cmark; its lines decide whether it is one.
  private mutating func addTable(_ marker: Marker, _ range: SourceRange) {
    let bytes = text.offset(of: range.start)..<text.offset(of: range.end)
    add(
      .verified, opening: marker, closing: nil, bytes: bytes,
      lines: range.start.line..<(range.end.line + 1),
      content: String(decoding: text.bytes[bytes], as: UTF8.self), fences: [])
  }

  /// Both markers must have the same emphasis or link around them, since the written text could
  /// otherwise break it.
  private mutating func addValue(_ open: Marker, _ close: Marker) {
    guard open.block == close.block, open.inlineParent == close.inlineParent else {
      diagnostics.append(.splitValue(open, close, in: file))
      return
    }
    if !open.isInline { checkParagraph(before: open) }
    let bytes = open.bytes.upperBound..<close.bytes.lowerBound
    let line = open.range.end.line
    let content = String(decoding: text.bytes[bytes], as: UTF8.self)
    add(
      .value, opening: open, closing: close, bytes: bytes, lines: line..<line, content: content,
      fences: [])
  }

  /// A comment at the start of a line begins an HTML block, and so ends the paragraph before it.
  private mutating func checkParagraph(before marker: Marker) {
    let block = blocks[marker.block]
    guard marker.block > 0, text.offset(of: block.range.start) == marker.bytes.lowerBound else {
      return
    }
    let previous = blocks[marker.block - 1]
    if previous.kind == .paragraph, previous.parent == block.parent,
      previous.range.end.line + 1 == block.range.start.line
    {
      diagnostics.append(.valueSplitsParagraph(marker, in: file))
    }
  }

  /// In running text it covers its paragraph. At the start of a line it covers the next block, or
  /// the complete region that begins there. A reason is required.
  private mutating func addDisable(_ marker: Marker) {
    guard let rule = marker.subject else { return }
    guard let reason = marker["reason"], !reason.allSatisfy(\.isWhitespace) else {
      diagnostics.append(.disableWithoutReason(marker, in: file))
      return
    }
    var covers = blocks[marker.block].range
    if let region = regionOfBlock[marker.block].map({ regions[$0] }),
      marker.bytes.lowerBound < region.opening.bytes.lowerBound
    {
      covers = region.range
    } else if !marker.isInline {
      guard let next = nextBlock(after: marker.block) else {
        diagnostics.append(.disableOfNothing(marker, in: file))
        return
      }
      covers = regionOfBlock[next].map { regions[$0].range } ?? blocks[next].range
    }
    disables.append(Disable(rule: rule, reason: reason, marker: marker, covers: covers))
  }

  /// The next block at the same level; blocks of only comments are skipped, unless one begins a
  /// region.
  private mutating func nextBlock(after block: Int) -> Int? {
    var passed = [block]
    var next = blocks[block].end
    var found: Int?
    while next < blocks.count, blocks[next].parent == blocks[block].parent {
      guard isCommentOnly(next), !beginBlocks.contains(next) else {
        found = next
        break
      }
      if let known = nextOfBlock[next] {
        found = known
        break
      }
      passed.append(next)
      next = blocks[next].end
    }
    for block in passed { nextOfBlock[block] = .some(found) }
    return found
  }

  private func isCommentOnly(_ block: Int) -> Bool {
    guard blocks[block].kind == .html else { return false }
    let start = text.offset(of: blocks[block].range.start)
    return text.bytes[start...].starts(with: HTMLComments.open)
  }

  private static func name(of kind: Block.Kind) -> String {
    switch kind {
    case .quote: "a quote"
    case .list, .item: "a list"
    case .paragraph: "a paragraph"
    case .fence: "a fence"
    case .indentedCode: "indented code"
    case .html: "HTML"
    case .thematicBreak: "a thematic break"
    case .heading: "a heading"
    }
  }
}
