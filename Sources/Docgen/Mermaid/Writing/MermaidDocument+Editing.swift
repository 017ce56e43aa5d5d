import Diagnostics

extension MermaidDocument {
  /// The text as it was read, byte for byte.
  package var text: String { String(decoding: source.bytes, as: UTF8.self) }

  /// The text with another diagram of the same kind in it: only the lines that must change do.
  ///
  /// Lines that both diagrams print alike stay as they stand, comments and blank lines too; new
  /// ones get the indentation and the line ends of their neighbours. Where the lines do not come
  /// apart that way (several statements share one, a header changes), all is printed anew.
  package func text(with new: MermaidDiagram) -> String {
    guard new != diagram else { return text }
    let printed = MermaidPrinter.print(new) ?? text
    guard errors.isEmpty, let old = MermaidPrinter.write(diagram)?.lines,
      let lines = MermaidPrinter.write(new)?.lines
    else { return printed }
    var edit = LineEdit(source: source, old: old, new: lines)
    let edited = edit.text()
    let again = MermaidParser.parse(edited)
    return again.errors.isEmpty && again.diagram == new ? edited : printed
  }
}

/// Carries the difference of two printed diagrams over to the source of the first.
struct LineEdit {
  private let source: SourceText
  private let old: [MermaidWriter.Line]
  private let new: [MermaidWriter.Line]
  /// For each new line its old one.
  private var kept: [Int?]
  private var result: [UInt8] = []
  /// The first line of the source that is not written yet.
  private var next = 1
  /// The indentation of each depth, as the source has it.
  private var indents: [Int: ArraySlice<UInt8>] = [:]

  init(source: SourceText, old: [MermaidWriter.Line], new: [MermaidWriter.Line]) {
    self.source = source
    self.old = old
    self.new = new
    var numbers: [String: Int] = [:]
    func number(_ line: MermaidWriter.Line) -> Int {
      let key = "\(line.depth) \(line.text)"
      let found = numbers[key] ?? numbers.count
      numbers[key] = found
      return found
    }
    kept = [Int?](repeating: nil, count: new.count)
    for pair in Alignment.pairs(old.map(number), new.map(number)) { kept[pair.new] = pair.old }
  }

  mutating func text() -> String {
    let survivors = Set(kept.compactMap(\.self))
    let removed = Set(
      old.indices.filter { !survivors.contains($0) }.flatMap {
        old[$0].origin.map(Array.init) ?? []
      })
    for index in new.indices {
      guard let match = kept[index] else {
        insert(new[index])
        continue
      }
      guard let origin = old[match].origin else { continue }
      copy(through: origin.upperBound, without: removed)
      learnIndent(of: old[match], origin.lowerBound)
    }
    copy(through: source.lineCount, without: removed)
    return String(decoding: result, as: UTF8.self)
  }

  /// Writes lines of the source up to one, except those whose statements are gone.
  private mutating func copy(through last: Int, without removed: Set<Int>) {
    while next <= last {
      if !removed.contains(next) {
        result += source.bytes[source.offset(ofLine: next)..<source.offset(ofLine: next + 1)]
      }
      next += 1
    }
  }

  private mutating func learnIndent(of line: MermaidWriter.Line, _ number: Int) {
    let range = source.lineRange(number)
    let end = source.bytes[range].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? range.upperBound
    indents[line.depth] = source.bytes[range.lowerBound..<end]
  }

  private mutating func insert(_ line: MermaidWriter.Line) {
    if let last = result.last, last != 0x0A, last != 0x0D { result += lineEnd }
    if let known = indents[line.depth] {
      result += known
    } else {
      let nearest = indents.keys.filter { $0 < line.depth }.max() ?? 0
      result += indents[nearest] ?? []
      result += [UInt8](repeating: 0x20, count: 4 * (line.depth - nearest))
    }
    result += Array(line.text.utf8)
    result += lineEnd
  }

  /// The line end of the source's first line.
  private var lineEnd: [UInt8] {
    let end = source.lineRange(1).upperBound
    let found = Array(source.bytes[end..<source.offset(ofLine: 2)])
    return found.isEmpty ? [0x0A] : found
  }
}
