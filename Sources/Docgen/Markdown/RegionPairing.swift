internal import Basics
internal import Diagnostics

/// Joins the markers of a page into regions, and reports those that do not fit together.
///
/// The method is a stack: `begin` pushes, `end` pops, so each `end` belongs to the nearest open
/// `begin`. Then the pairs are checked: both markers must be on lines of their own, in the same
/// container, and not within another region. A wrong pair is reported and gives no region; its
/// lines become unclear, so that diagrams in them are not reported as loose. Verified blocks,
/// values and disabled rules follow in a second pass (`pairOthers`), because markers inside of
/// generated text are docgen's own and do not count.
///
/// Cost: sorting and binary searches, n log n in the number of markers. A run of comments before
/// one block is passed once (`nextOfBlock`).
struct RegionPairing {
  let file: String
  let text: SourceText
  let blocks: [Block]
  let fences: [Fence]
  let markers: [Marker]
  var containers: Containers

  var regions: [Region] = []
  var disables: [Disable] = []
  var diagnostics: [Diagnostic] = []
  /// Lines whose owner is unknown because of wrong markers: diagrams in them are not reported as
  /// loose.
  private var unclear: [ClosedRange<Int>] = []

  var fenceOfBlock: [Int: Int] = [:]
  /// The generated region that begins in a block.
  var regionOfBlock: [Int: Int] = [:]
  var beginBlocks: Set<Int> = []
  /// Earlier results of `nextBlock`, so that a run of comments is passed once.
  var nextOfBlock: [Int: Int?] = [:]
  /// The lines of generated regions, including markers, in order.
  var generated: [ClosedRange<Int>] = []

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

  /// The range that contains a line, among ranges that are in order and do not overlap.
  static func range(
    holding line: Int, in ranges: [ClosedRange<Int>]
  ) -> ClosedRange<Int>? {
    let index = ranges.partitioningIndex { $0.upperBound >= line }
    return index < ranges.count && ranges[index].contains(line) ? ranges[index] : nil
  }

  /// Ranges in order, with overlapping ones joined.
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

  /// Reports nested regions and creates the others.
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

  /// The probable end of an unclosed region: the next unclosed one, or the end of the enclosing
  /// block.
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
      .generated, opening: begin, closing: end, bytes: bytes, lines: lines, content: content,
      fences: fences(in: lines), indentation: indentation)
  }

  /// Columns of white space at the beginning of a line.
  private mutating func indentation(on line: Int, in container: Int?) -> Int {
    containers.cursor(on: line, in: container, text).cursor.whiteSpace(text.bytes).columns
  }

  mutating func add(
    _ kind: Region.Kind, opening: Marker, closing: Marker?, bytes: Range<Int>,
    lines: Range<Int>, content: String, fences: [Fence], indentation: Int = 0
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
    let first = fences.partitioningIndex { $0.range.start.line >= lines.lowerBound }
    return Array(fences[first...].prefix { lines.contains($0.range.start.line) })
  }

  /// Whether a marker is on a line of its own, if it must be.
  ///
  /// Reports a marker in running text or within other HTML, and returns `false`: replacing its
  /// lines would damage that text.
  mutating func checkPlace(_ marker: Marker) -> Bool {
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
}
