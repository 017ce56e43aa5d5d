package import Diagnostics
package import Facts

/// An element that a diagram lacks.
package struct MissingElement: Sendable {
  package var fact: Fact
  /// The place in the diagram's text after which it belongs; `nil` if any place will do.
  package var after: SourceRange?
  package var declared: [Evidence]
  package var scenarios: [String]

  package init(
    fact: Fact, after: SourceRange? = nil, declared: [Evidence] = [], scenarios: [String] = []
  ) {
    self.fact = fact
    self.after = after
    self.declared = declared
    self.scenarios = scenarios
  }
}

/// The diagram of a document with the elements that it lacks, as one Mermaid text.
///
/// The author's lines are kept unchanged. Each missing element is a line of its own, which is added
/// only if Mermaid still accepts the text: a report never shows a broken diagram.
package struct CombinedDiagram {
  package private(set) var diagram: MermaidDiagram
  /// The missing elements that are drawn, by their lines in the text.
  package private(set) var drawn: [Int: MissingElement] = [:]
  /// The missing elements that this diagram cannot draw.
  package private(set) var undrawn: [MissingElement] = []
  private var lines: [Line]

  private struct Line {
    var text: String
    /// The line of the document's diagram; `nil` for an added one.
    var origin: Int?
    var element: MissingElement?
  }

  /// More would make a diagram that is too large to read.
  private static let most = 200

  package init(_ source: String, _ diagram: MermaidDiagram, adding missing: [MissingElement]) {
    self.diagram = diagram
    lines = source.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .enumerated().map {
        Line(text: String($1), origin: $0 + 1)
      }
    while let last = lines.last, last.text.allSatisfy(\.isWhitespace) { lines.removeLast() }
    for element in missing { add(element) }
    for (index, line) in lines.enumerated() { drawn[index + 1] = line.element }
  }

  package var text: String { lines.map { $0.text + "\n" }.joined() }

  /// The line in the document's diagram; `nil` for an added one.
  package func origin(ofLine line: Int) -> Int? {
    lines.indices.contains(line - 1) ? lines[line - 1].origin : nil
  }

  /// The place in the document's diagram; `nil` if it has an added line.
  package func origin(of range: SourceRange) -> SourceRange? {
    guard let start = origin(ofLine: range.start.line), let end = origin(ofLine: range.end.line)
    else { return nil }
    return SourceRange(
      start: SourcePosition(line: start, column: range.start.column),
      end: SourcePosition(line: end, column: range.end.column))
  }

  /// The new places of parts of the document's diagram.
  func places(of ranges: [SourceRange]) -> [SourceRange: SourceRange] {
    var newLines: [Int: Int] = [:]
    for (index, line) in lines.enumerated() {
      if let origin = line.origin { newLines[origin] = index + 1 }
    }
    return ranges.reduce(into: [:]) { $0[$1] = Self.place(of: $1, newLines) }
  }

  private static func place(of range: SourceRange, _ newLines: [Int: Int]) -> SourceRange? {
    guard let start = newLines[range.start.line], let end = newLines[range.end.line] else {
      return nil
    }
    return SourceRange(
      start: SourcePosition(line: start, column: range.start.column),
      end: SourcePosition(line: end, column: range.end.column))
  }

  private mutating func add(_ element: MissingElement) {
    guard drawable < Self.most, let statement = element.fact.statement else {
      undrawn.append(element)
      return
    }
    let before = lines
    lines.insert(Line(text: statement, origin: nil, element: element), at: place(of: element))
    let document = MermaidParser.parse(text)
    guard document.errors.isEmpty else {
      lines = before
      undrawn.append(element)
      return
    }
    diagram = document.diagram
  }

  private var drawable: Int { lines.count { $0.element != nil } }

  private func place(of element: MissingElement) -> Int {
    guard element.fact.kind == .message else { return lines.endIndex }
    let anchor = element.after?.end.line ?? firstMessage.map { $0 - 1 }
    guard let anchor, let index = lines.firstIndex(where: { $0.origin == anchor }) else {
      return lines.endIndex
    }
    let next = lines[(index + 1)...].firstIndex { $0.origin != nil }
    return next ?? lines.endIndex
  }

  /// The line of the document's diagram with the first message.
  private var firstMessage: Int? {
    let starts = diagram.facts.filter { $0.kind == .message }.compactMap(\.range?.start.line)
    return starts.compactMap(origin).min()
  }
}

extension Fact {
  /// The fact as one statement of Mermaid; `nil` if it has no statement of its own.
  package var statement: String? {
    guard let text = diagram.flatMap({ MermaidPrinter.print($0) }) else { return plainStatement }
    let lines = text.split(separator: "\n").dropFirst()
    return lines.count == 1 ? lines.first.map(String.init) : nil
  }

  /// A flowchart's arrow between two plain ids.
  private var plainStatement: String? {
    let ends = [self[.source], self[.target]]
    let isPlain = ends.allSatisfy { name in
      !name.isEmpty && name.utf8.allSatisfy { $0 < 0x80 }
        && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    return kind == .dependency && isPlain ? "    \(ends[0]) --> \(ends[1])" : nil
  }

  private var diagram: MermaidDiagram? {
    let (source, target) = (Name(self[.source]), Name(self[.target]))
    switch kind {
    case .transition:
      let label = has(.text) ? Label(self[.text]) : nil
      return .state(
        StateDiagram(statements: [
          .transition(StateTransition(from: source, to: target, label: label))
        ]))
    case .state where has(.name):
      return .state(
        StateDiagram(statements: [.state(StateDeclaration(Name(self[.name])))]))
    case .message:
      let arrow = MessageArrow(rawValue: self[.form]) ?? .solidArrow
      let message = Message(from: source, to: target, arrow, Label(self[.text]))
      return .sequence(SequenceDiagram(statements: [.message(message)]))
    case .type, .member, .relation:
      return .classes(ClassDiagram(statements: [classStatement]))
    default: return nil
    }
  }

  private var classStatement: ClassStatement {
    switch kind {
    case .member:
      let member = ClassMember(
        ClassMember.Visibility(rawValue: self[.access]), self[.text],
        parameters: self[.form] == "method" ? self[.parameters] : nil, returnType: self[.result],
        modifier: ClassMember.Modifier(rawValue: self[.modifier]))
      return .member(ClassMemberStatement(Name(self[.owner]), member))
    case .relation:
      func side(_ name: Role, _ end: Role, count: Role) -> ClassRelation.Side {
        ClassRelation.Side(
          Name(self[name]), ClassRelation.End(rawValue: self[end]),
          cardinality: has(count) ? Label(self[count]) : nil)
      }
      return .relation(
        ClassRelation(
          from: side(.source, .sourceEnd, count: .sourceMultiplicity),
          to: side(.target, .targetEnd, count: .targetMultiplicity),
          line: ClassRelation.Line(rawValue: self[.form]) ?? .solid,
          label: has(.text) ? Label(self[.text]) : nil))
    default: return .declaration(ClassDeclaration(Name(self[.name])))
    }
  }
}
