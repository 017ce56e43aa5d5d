import Diagnostics

/// The nesting depth of each line of a diagram's source, and the places of its arrows and colons.
///
/// The layout is computed from the ranges of the tree and not from the text, so that a brace in a
/// label or a keyword in a comment never changes the indentation. A line gets the depth of the
/// statement that begins on it.
struct DiagramLayout {
  let source: SourceText
  /// The depth of each line, from 1; `nil` for a line that is kept unchanged.
  private(set) var depths: [Int?]
  /// Lines of notes and descriptions, where blank lines are part of the text.
  private(set) var texts: Set<Int> = []
  /// Arrows and colons with the blanks around them, and their formatted texts, in ascending order.
  private(set) var gaps: [(range: Range<Int>, text: String)] = []

  /// `nil` for a kind of diagram that is not formatted.
  init?(_ document: MermaidDocument) {
    source = document.source
    depths = [Int?](repeating: 0, count: source.lineCount + 1)
    let header: DiagramHeader
    switch document.diagram {
    case .state(let diagram):
      header = diagram.header
      begin(header)
      visit(diagram.statements, 1)
    case .sequence(let diagram):
      header = diagram.header
      begin(header)
      visit(diagram.statements, 1)
    case .classes(let diagram):
      header = diagram.header
      begin(header)
      visit(diagram.statements, 1)
    case .flowchart, .other, .unrecognized: return nil
    }
    for part in header.directives + [header.frontMatter].compactMap(\.self) {
      guard let range = part.range else { continue }
      keep(range.start.line...range.end.line)
    }
    gaps.sort { $0.range.lowerBound < $1.range.lowerBound }
  }
}

// MARK: - Lines

extension DiagramLayout {
  private mutating func begin(_ header: DiagramHeader) {
    let line = header.keyword.range?.end.line ?? 0
    set(1, line + 1, last: source.lineCount)
  }

  /// Gives lines a depth, if there are any.
  private mutating func set(_ depth: Int, _ first: Int, last: Int) {
    guard first <= last else { return }
    for line in max(first, 1)...min(last, source.lineCount) { depths[line] = depth }
  }

  private mutating func keep(_ lines: ClosedRange<Int>) {
    for line in lines where depths.indices.contains(line) { depths[line] = nil }
  }

  /// A statement whose lines after the first continue it.
  private mutating func keep(_ range: SourceRange?) {
    guard let range, range.end.line > range.start.line else { return }
    keep(range.start.line + 1...range.end.line)
  }

  /// A statement that contains others, from the line after its head to that of its last character.
  /// A name or a label that continues on further lines is a part of the head.
  private mutating func block(_ range: SourceRange?, _ depth: Int, head parts: SourceRange?...) {
    guard let range else { return }
    let head = parts.compactMap { $0?.end.line }.reduce(range.start.line, max)
    keep(SourceRange(start: range.start, end: SourcePosition(line: head, column: 1)))
    set(depth + 1, head + 1, last: range.end.line - 1)
    guard range.end.line > head else { return }
    let isAlone = source.line(range.end.line).prefix(range.end.column - 2).allSatisfy(
      \.isWhitespace)
    set(isAlone ? depth : depth + 1, range.end.line, last: range.end.line)
  }

  /// A text of several lines between its first and its last.
  private mutating func text(_ range: SourceRange?, _ depth: Int) {
    guard let range, range.end.line > range.start.line else { return }
    set(depth + 1, range.start.line + 1, last: range.end.line - 1)
    set(depth, range.end.line, last: range.end.line)
    texts.formUnion(range.start.line...range.end.line)
  }

  private mutating func metadata(_ metadata: Metadata, _ depth: Int) {
    if metadata.kind == .accessibleDescription, let range = metadata.range,
      source.text(in: range).utf8.last == UInt8(ascii: "}")
    {
      text(range, depth)
    } else {
      keep(metadata.range)
    }
  }
}

// MARK: - Gaps

extension DiagramLayout {
  /// Closes the gap between two parts of a line if it contains only the text and blanks.
  ///
  /// Only a gap that consists of the expected characters and blanks is changed. A comment or a
  /// style class between the two parts leaves it as the author wrote it.
  private mutating func gap(
    from start: SourceRange?, to end: SourceRange?, sign: String, written: String
  ) {
    guard let start, let end, start.end.line == end.start.line, start.end <= end.start,
      end.start < end.end
    else { return }
    let range = source.offset(of: start.end)..<source.offset(of: end.start)
    let text = source.bytes[range].filter { $0 != 0x20 && $0 != 0x09 }
    if text.elementsEqual(sign.utf8) { gaps.append((range, written)) }
  }
}

// MARK: - Statements

extension DiagramLayout {
  private mutating func visit(_ statements: [StateStatement], _ depth: Int) {
    for statement in statements {
      switch statement {
      case .state(let state):
        guard state.isComposite else {
          keep(state.range)
          if !state.isLabelQuoted {
            gap(from: state.id.range, to: state.label?.range, sign: ":", written: ": ")
          }
          continue
        }
        block(state.range, depth, head: state.label?.range)
        for region in state.regions { visit(region.statements, depth + 1) }
      case .transition(let transition):
        keep(transition.range)
        gap(from: transition.from.range, to: transition.to.range, sign: "-->", written: " --> ")
        gap(from: transition.to.range, to: transition.label?.range, sign: ":", written: ": ")
      case .note(let note): text(note.range, depth)
      case .metadata(let metadata): self.metadata(metadata, depth)
      default: keep(statement.range)
      }
    }
  }

  private mutating func visit(_ statements: [SequenceStatement], _ depth: Int) {
    for statement in statements {
      switch statement {
      case .box(let box):
        block(box.range, depth)
        set(depth, box.endRange?.start.line ?? 0, last: box.endRange?.start.line ?? -1)
        visit(box.statements, depth + 1)
      case .block(let block):
        self.block(block.range, depth)
        for line in block.branches.compactMap({ $0.range?.start.line }) {
          set(depth, line, last: line)
        }
        set(depth, block.endRange?.start.line ?? 0, last: block.endRange?.start.line ?? -1)
        for branch in block.branches { visit(branch.statements, depth + 1) }
      case .message(let message):
        let arrow = message.drawnArrow + (message.activation?.rawValue ?? "")
        keep(message.range)
        gap(from: message.from.range, to: message.to.range, sign: arrow, written: arrow)
        gap(from: message.to.range, to: message.text.range, sign: ":", written: ": ")
      case .metadata(let metadata): self.metadata(metadata, depth)
      default: keep(statement.range)
      }
    }
  }

  private mutating func visit(_ statements: [ClassStatement], _ depth: Int) {
    for statement in statements {
      switch statement {
      case .declaration(let type):
        guard !type.members.isEmpty || !type.annotations.isEmpty else {
          keep(type.range)
          continue
        }
        block(type.range, depth, head: type.id.range, type.generic?.range, type.label?.range)
      case .namespace(let namespace):
        block(namespace.range, depth, head: namespace.name.range, namespace.label?.range)
        visit(namespace.statements, depth + 1)
      case .relation(let relation):
        keep(relation.range)
        gap(
          from: relation.from.name.range, to: relation.to.name.range, sign: relation.arrow,
          written: " \(relation.arrow) ")
        gap(from: relation.to.name.range, to: relation.label?.range, sign: ":", written: " : ")
      case .metadata(let metadata): self.metadata(metadata, depth)
      default: keep(statement.range)
      }
    }
  }
}
