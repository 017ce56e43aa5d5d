internal import Diagnostics

/// Joins the markers of a page into regions, and says where they do not fit together.
struct RegionPairing {
  let file: String
  let text: SourceText
  let blocks: [Block]
  let fences: [Fence]
  let markers: [Marker]
  var containers: Containers

  private(set) var regions: [Region] = []
  private(set) var disables: [Disable] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// Lines whose owner is not known because markers are wrong: nothing in them is called loose.
  private var unclear: [ClosedRange<Int>] = []

  private var fenceOfBlock: [Int: Int] = [:]
  /// The generated region that begins in a block.
  private var regionOfBlock: [Int: Int] = [:]
  private var beginBlocks: Set<Int> = []
  /// What `nextBlock` found before, so that a run of comments is passed once.
  private var nextOfBlock: [Int: Int?] = [:]
  /// The generated regions' lines, markers included, in order.
  private var generated: [ClosedRange<Int>] = []

  init(
    file: String, text: SourceText, blocks: [Block], fences: [Fence], markers: [Marker],
    containers: Containers
  ) {
    self.file = file
    self.text = text
    self.blocks = blocks
    self.fences = fences
    self.markers = markers
    self.containers = containers
    guard !markers.isEmpty else { return }
    for (index, fence) in fences.enumerated() { fenceOfBlock[fence.block] = index }
    pairGenerated()
    beginBlocks = Set(markers.filter { $0.directive == .begin }.map(\.block))
    for (index, region) in regions.enumerated() { regionOfBlock[region.opening.block] = index }
    generated.sort { $0.lowerBound < $1.lowerBound }
    pairOthers()
    regions.sort { $0.opening.bytes.lowerBound < $1.opening.bytes.lowerBound }
    for index in regions.indices { regions[index].index = index }
    diagnostics.sort { $0.location < $1.location }
    unclear = Self.merged(unclear)
  }

  /// Whether the owner of a line is known.
  func isClear(_ line: Int) -> Bool { Self.range(holding: line, in: unclear) == nil }

  /// The one that holds a line, of ranges that are in order and do not overlap.
  private static func range(
    holding line: Int, in ranges: [ClosedRange<Int>]
  ) -> ClosedRange<Int>? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < line { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(line) ? ranges[low] : nil
  }

  /// Ranges in order, those that overlap joined.
  private static func merged(_ ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    var merged: [ClosedRange<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  // MARK: - Generated regions

  private mutating func pairGenerated() {
    var open: [(marker: Marker, isPlaced: Bool)] = []
    var pairs: [(begin: Marker, end: Marker)] = []
    for marker in markers where marker.directive == .begin || marker.directive == .end {
      let isPlaced = checkPlace(marker)
      if marker.directive == .begin {
        open.append((marker, isPlaced))
        continue
      }
      guard let (begin, beginIsPlaced) = open.popLast() else {
        if isPlaced { diagnostics.append(.unmatchedEnd(marker, in: file)) }
        continue
      }
      if !isPlaced || !beginIsPlaced {
        unclear.append(begin.range.start.line...marker.range.end.line)
      } else if blocks[begin.block].parent != blocks[marker.block].parent {
        diagnostics.append(.splitRegion(begin, marker, in: file))
        unclear.append(begin.range.start.line...marker.range.end.line)
      } else {
        pairs.append((begin, marker))
      }
    }
    for (index, (marker, isPlaced)) in open.enumerated() {
      if isPlaced { diagnostics.append(.unclosedRegion(marker, in: file)) }
      let next = index + 1 < open.count ? open[index + 1].marker : nil
      unclear.append(marker.range.start.line...endOfReach(of: marker, before: next))
    }
    keepOutermost(pairs)
  }

  /// Reports regions within regions and makes the others.
  private mutating func keepOutermost(_ pairs: [(begin: Marker, end: Marker)]) {
    let pairs = pairs.sorted { $0.begin.bytes.lowerBound < $1.begin.bytes.lowerBound }
    var kept: [(begin: Marker, end: Marker, holdsOther: Bool)] = []
    for pair in pairs {
      if let last = kept.last, pair.begin.bytes.lowerBound < last.end.bytes.lowerBound {
        diagnostics.append(.nestedRegion(pair.begin, in: last.begin, file: file))
        kept[kept.count - 1].holdsOther = true
      } else {
        kept.append((pair.begin, pair.end, false))
      }
    }
    for (begin, end, holdsOther) in kept {
      let lines = begin.range.start.line...end.range.end.line
      generated.append(lines)
      if holdsOther { unclear.append(lines) } else { addGenerated(begin, end) }
    }
  }

  /// How far an unclosed region may have been meant to go: to the next unclosed one, or to the end
  /// of what encloses it.
  private func endOfReach(of marker: Marker, before next: Marker?) -> Int {
    let end = blocks[marker.block].parent.map { blocks[$0].range.end.line } ?? text.lineCount
    return max(marker.range.end.line, min(end, (next?.range.start.line ?? end + 1) - 1))
  }

  private mutating func addGenerated(_ begin: Marker, _ end: Marker) {
    let firstLine = begin.range.end.line + 1
    let lines = firstLine..<max(firstLine, end.range.start.line)
    var bytes = begin.bytes.upperBound..<end.bytes.lowerBound
    var content = ""
    let container = blocks[end.block].container
    let indentation = indentation(on: end.range.start.line, in: container)
    if begin.range.end.line == end.range.start.line {
      content = String(decoding: text.bytes[bytes], as: UTF8.self)
      if content.allSatisfy(\.isWhitespace) { content = "" }
    } else {
      bytes = text.offset(ofLine: firstLine)..<text.offset(ofLine: end.range.start.line)
      for line in lines {
        var cursor = containers.cursor(on: line, in: container, text).cursor
        let blank = cursor.whiteSpace(text.bytes).columns
        cursor.advance(columns: min(indentation, blank), text.bytes)
        content += String(decoding: cursor.rest(text.bytes), as: UTF8.self) + "\n"
      }
    }
    add(
      .generated, begin, end, bytes, lines, content, fences(in: lines), indentation: indentation)
  }

  /// Columns of white space before what stands on a line.
  private mutating func indentation(on line: Int, in container: Int?) -> Int {
    containers.cursor(on: line, in: container, text).cursor.whiteSpace(text.bytes).columns
  }

  private mutating func add(
    _ kind: Region.Kind, _ opening: Marker, _ closing: Marker?, _ bytes: Range<Int>,
    _ lines: Range<Int>, _ content: String, _ fences: [Fence], indentation: Int = 0
  ) {
    let range = SourceRange(
      start: text.position(of: bytes.lowerBound), end: text.position(of: bytes.upperBound))
    regions.append(
      Region(
        kind: kind, opening: opening, closing: closing, contentBytes: bytes, contentLines: lines,
        contentRange: range, content: content, fences: fences,
        indentation: indentation))
  }

  /// The fences that begin within some lines, by binary search.
  private func fences(in lines: Range<Int>) -> [Fence] {
    var low = 0
    var high = fences.count
    while low < high {
      let middle = (low + high) / 2
      if fences[middle].range.start.line < lines.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return Array(fences[low...].prefix { lines.contains($0.range.start.line) })
  }

  /// Whether a marker that has to stand on a line of its own does.
  private mutating func checkPlace(_ marker: Marker) -> Bool {
    if marker.isInline {
      diagnostics.append(.inlineMarker(marker, in: file))
      return false
    }
    let start = text.offset(of: blocks[marker.block].range.start)
    if !text.bytes[start...].starts(with: HTMLComments.open) {
      let line = blocks[marker.block].range.start.line
      diagnostics.append(.markerInHTML(marker, line: line, in: file))
      return false
    }
    return true
  }

  // MARK: - Verified blocks, values, disabled rules

  private mutating func pairOthers() {
    var open: Marker?
    for marker in markers where !isGenerated(marker) {
      switch marker.directive {
      case .begin, .end: break
      case .verify: addVerified(marker)
      case .disable: addDisable(marker)
      case .value:
        if let open { diagnostics.append(.unclosedValue(open, in: file)) }
        open = marker
      case .valueEnd:
        if let open {
          addValue(open, marker)
        } else {
          diagnostics.append(.unmatchedValueEnd(marker, in: file))
        }
        open = nil
      }
    }
    if let open { diagnostics.append(.unclosedValue(open, in: file)) }
  }

  /// Whether a marker is part of what docgen wrote itself.
  private func isGenerated(_ marker: Marker) -> Bool {
    let line = marker.range.start.line
    guard let lines = Self.range(holding: line, in: generated) else { return false }
    return lines.lowerBound < line && line < lines.upperBound
  }

  private mutating func addVerified(_ marker: Marker) {
    guard checkPlace(marker) else { return }
    let next = nextBlock(after: marker.block)
    guard let next, let index = fenceOfBlock[next] else {
      let found = next.map { Self.name(of: blocks[$0].kind) } ?? "nothing"
      diagnostics.append(.verifyWithoutFence(marker, found: found, in: file))
      return
    }
    let fence = fences[index]
    add(
      .verified, marker, nil, fence.contentBytes, fence.contentLines, fence.literal, [fence])
  }

  private mutating func addValue(_ open: Marker, _ close: Marker) {
    guard open.block == close.block, open.inlineParent == close.inlineParent else {
      diagnostics.append(.splitValue(open, close, in: file))
      return
    }
    let bytes = open.bytes.upperBound..<close.bytes.lowerBound
    let line = open.range.end.line
    let content = String(decoding: text.bytes[bytes], as: UTF8.self)
    add(.value, open, close, bytes, line..<line, content, [])
  }

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

  /// The next block beside one; blocks that are only comments are passed over, up to one that
  /// begins a region.
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
