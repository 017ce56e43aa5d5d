import JSON
package import Traces

/// A line of JSON without its integers: lines that differ only in numbers share it.
package struct LineTemplate: Sendable {
  /// The texts between the numbers: one more than there are numbers.
  package var pieces: [[UInt8]]
  /// The keys of the outermost object whose values are the numbers; empty for nested numbers.
  package var keys: [String]
  /// The content of the line; `nil` if it is not part of a trace.
  package var content: Content?

  package enum Content: Sendable {
    case header(TraceHeader)
    /// The record of the first such line; others differ in their numbers.
    case record(TraceRecord.Body)
    case other
  }

  /// The indices of the numbers with these keys.
  let sequence: Int?
  let time: Int?
  let span: Int?
  let parent: Int?
}

/// Finds the template of each line. A line is parsed only if its template is new: a trace of a
/// million records has a few dozen.
///
/// A line is scanned once: a hash of all bytes outside of integers finds the template, and a
/// comparison of bytes confirms it.
///
///     {"type":"call","seq":7,"t":120,"span":3,…}   and   {"type":"call","seq":9,"t":140,"span":4,…}
///     share a template with the keys seq, t and span
package struct LineTemplates: Sendable {
  package private(set) var templates: [LineTemplate] = []
  private var numbers: [UInt64: Int] = [:]
  /// The ranges of the numbers in the current line.
  private var holes: [Range<Int>] = []
  /// The numbers of the current line.
  package private(set) var values: [Int] = []

  package init() {}

  /// The number of a line's template; sets `values` to its numbers.
  package mutating func template(of line: UnsafeBufferPointer<UInt8>) -> Int {
    var hash = scan(line)
    while let known = numbers[hash] {
      if isWritten(templates[known], line) { return known }
      hash &+= 1
    }
    numbers[hash] = templates.count
    templates.append(newTemplate(line))
    return templates.count - 1
  }

  private mutating func scan(_ line: UnsafeBufferPointer<UInt8>) -> UInt64 {
    holes.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var isText = false
    var index = 0
    while index < line.count {
      let byte = line[index]
      if isText {
        if byte == 0x5C {
          hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
          index += 1
          if index == line.count { break }
        } else if byte == 0x22 {
          isText = false
        }
      } else if byte == 0x22 {
        isText = true
      } else if byte &- 0x30 < 10, let end = number(line, from: index) {
        holes.append(index..<end)
        hash = (hash ^ 0x1FF) &* 0x0000_0100_0000_01B3
        index = end
        continue
      }
      hash = (hash ^ UInt64(line[index])) &* 0x0000_0100_0000_01B3
      index += 1
    }
    return hash
  }

  /// The end of an integer in canonical form, which is recorded.
  ///
  /// Returns `nil` for a part of a decimal, a negative or an exponential number, for leading zeros,
  /// and for more than 18 digits. Those remain text, and the line then has a template of its own.
  private mutating func number(_ line: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    if start > 0, [0x2D, 0x2B, 0x2E, 0x45, 0x65].contains(line[start - 1]) { return nil }
    if start > 0, line[start - 1] &- 0x30 < 10 { return nil }
    var end = start
    var value = 0
    while end < line.count, line[end] &- 0x30 < 10, end - start < 18 {
      value = value * 10 + Int(line[end] &- 0x30)
      end += 1
    }
    if end < line.count, [0x2E, 0x45, 0x65].contains(line[end]) || line[end] &- 0x30 < 10 {
      return nil
    }
    if line[start] == 0x30, end - start > 1 { return nil }
    values.append(value)
    return end
  }

  private func isWritten(
    _ template: LineTemplate, _ line: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard template.keys.count == holes.count else { return false }
    var start = 0
    for (index, piece) in template.pieces.enumerated() {
      let end = index < holes.count ? holes[index].lowerBound : line.count
      guard end - start == piece.count else { return false }
      for offset in 0..<piece.count where piece[offset] != line[start + offset] { return false }
      start = index < holes.count ? holes[index].upperBound : end
    }
    return true
  }

  private func newTemplate(_ line: UnsafeBufferPointer<UInt8>) -> LineTemplate {
    var pieces: [[UInt8]] = []
    var start = 0
    for hole in holes {
      pieces.append(Array(line[start..<hole.lowerBound]))
      start = hole.upperBound
    }
    pieces.append(Array(line[start...]))
    let bytes = Array(line)
    let node = try? JSONNode.parse(bytes[...])
    var keys = holes.map { _ in "" }
    if case .object(let members)? = node?.value {
      for member in members {
        if let hole = holes.firstIndex(where: { $0.lowerBound == member.node.start }) {
          keys[hole] = member.key
        }
      }
    }
    return LineTemplate(
      pieces: pieces, keys: keys, content: node.flatMap(Self.content),
      sequence: keys.firstIndex(of: "seq"), time: keys.firstIndex(of: "t"),
      span: keys.firstIndex(of: "span"), parent: keys.firstIndex(of: "parent"))
  }

  private static func content(_ node: JSONNode) -> LineTemplate.Content? {
    guard case .text(let type)? = node["type"]?.value else { return nil }
    let decoder = TraceLineDecoder(node: node, line: 0)
    switch type {
    case "header": return (try? decoder.header()).map { .header($0) }
    case "machine", "end": return .other
    default: return (try? decoder.record(type: type)).map { .record($0.body) }
    }
  }
}
