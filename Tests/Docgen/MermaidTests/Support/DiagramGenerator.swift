import Mermaid

/// Makes random diagrams from a seed: the same seed gives the same diagram everywhere.
struct DiagramGenerator {
  private var state: UInt64
  private var count = 0

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func number(_ range: Range<Int>) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return range.lowerBound + Int(state % UInt64(range.count))
  }

  mutating func chance(_ percent: Int) -> Bool { number(0..<100) < percent }

  mutating func pick<T>(_ choices: [T]) -> T { choices[number(0..<choices.count)] }

  static let hostile = [
    "a; b", "x # y", "#35;", "50% of %%", "a:b", "a::b", "ends:", ":starts", "say \"hi\"", "<b>",
    "List<Int>", "{x}", "}", "two\nlines", "🚀 go", "שלום עולם", "end", "as", "direction LR",
    "%%{init: {}}%%", "wrap: x", "*bold*", "_it_", "`code`", "1. one", "- dash", "a & b",
    "&amp;", "$$x$$", "\\n", "-->", "state", "note", "loop", " spaced ", "(x)", "a@b.c",
    "https://a.b/c?d=e#f", "end note", "[[fork]]", "<<fork>>", "ﬂ°x¶ß", "\tTab", "'q'", "~t~",
    "#quot;", "%%", "a,b", "A", "x y z", "C4Component", "a C4Dynamic b",
  ]

  /// A few characters, most of them with a meaning in some language.
  mutating func noise() -> String {
    let signs = Array("ab XY;:#%{}[]()<>\"'`~*_-+=|\\/&$@!?.,^é漢🚀\n01")
    return String((0..<number(1..<16)).map { _ in pick(signs) })
  }

  private static let words = [
    "end", "loop", "alt", "state", "class", "note", "participant", "direction LR", "style", "click",
    "classDef", "subgraph", "as", "over", "left of", "right of", "rect", "box", "activate", "title",
    "accTitle:", "autonumber", "<<fork>>", "[[join]]", "namespace", "callback", "link", "fa:fa-car",
    "%%", "%%{init: {}}%%", "-->", "->>", "--|>", ":::", "#35;", "#quot;", "&lt;", "<br/>", "\\n",
    "http://a.b", "a@b.c", "**b**", "__i__", "1.", "C4Container", "- x", "~T~", "$$x$$", "שלום",
    "مرحبا", "🚀", "👩‍👩‍👧",
  ]

  /// Characters, reserved words and texts with a meaning in Mermaid, strung together.
  mutating func hostileText() -> String {
    let pieces = (0..<number(1..<4)).map { _ in
      switch number(0..<3) {
      case 0: noise()
      case 1: pick(Self.words)
      default: pick(Self.hostile)
      }
    }
    return pieces.joined(separator: pick(["", " ", " ", ":", ";"]))
  }

  mutating func label() -> Label {
    var text = pick(Self.hostile)
    if chance(40) { text += " " + pick(Self.hostile) }
    return Label(text)
  }

  mutating func optionalLabel() -> Label? { chance(70) ? label() : nil }
}

// MARK: - State

extension DiagramGenerator {
  private mutating func fresh(_ prefix: String) -> Name {
    count += 1
    return Name("\(prefix)\(count)")
  }

  private mutating func stateName() -> Name {
    Name(pick(["A", "idle", "b_2", "Éta", "x.y", "S1"]))
  }

  mutating func stateDiagram() -> StateDiagram {
    StateDiagram(statements: stateStatements(depth: 0))
  }

  private mutating func stateStatements(depth: Int) -> [StateStatement] {
    (0..<number(1..<6)).map { _ in
      switch number(0..<10) {
      case 0..<5:
        return .transition(
          StateTransition(
            from: chance(20) ? StateDiagram.edge : stateName(),
            to: chance(20) ? StateDiagram.edge : stateName(), label: optionalLabel()))
      case 5: return .state(StateDeclaration(stateName(), label: optionalLabel()))
      case 6:
        return .note(StateNote(chance(50) ? .left : .right, of: stateName(), label()))
      case 7: return .direction(DirectionStatement(pick(Direction.allCases)))
      case 8 where depth < 3:
        let regions = (0..<number(1..<3)).map { _ in
          StateRegion(stateStatements(depth: depth + 1))
        }
        return .state(
          StateDeclaration(
            fresh("C"), label: optionalLabel(), regions: regions))
      default:
        return .state(
          StateDeclaration(fresh("f"), kind: pick([.fork, .join, .choice])))
      }
    }
  }
}

// MARK: - Sequence

extension DiagramGenerator {
  private mutating func participant() -> Name {
    Name(pick(["A", "B", "John Doe", "x=y", "Zoë", "s1"]))
  }

  mutating func sequenceDiagram() -> SequenceDiagram {
    var statements: [SequenceStatement] = []
    for name in ["A", "B", "Zoë"] where chance(60) {
      statements.append(
        .participant(
          Participant(
            Name(name), label: optionalLabel(), type: pick(["participant", "actor", "database"]))))
    }
    return SequenceDiagram(statements: statements + sequenceStatements(depth: 0))
  }

  private mutating func sequenceStatements(depth: Int) -> [SequenceStatement] {
    (0..<number(1..<6)).map { _ in
      switch number(0..<10) {
      case 0..<6:
        return .message(
          Message(
            from: participant(), to: participant(), pick(MessageArrow.allCases), label(),
            activation: chance(10) ? .activatesTarget : nil))
      case 6:
        return .note(
          SequenceNote(pick([.left, .right, .over]), [participant()], text: label()))
      case 7: return .activate(ParticipantReference(participant()))
      case 8 where depth < 3: return .block(sequenceBlock(depth: depth))
      default:
        return .note(SequenceNote(.over, [participant(), participant()], text: label()))
      }
    }
  }

  private mutating func sequenceBlock(depth: Int) -> SequenceBlock {
    let kind = pick(SequenceBlock.Kind.allCases)
    let count = kind.separator == nil ? 1 : number(1..<4)
    return SequenceBlock(
      kind,
      branches: (0..<count).map { _ in
        SequenceBranch(label(), sequenceStatements(depth: depth + 1))
      })
  }
}

// MARK: - Class

extension DiagramGenerator {
  private mutating func className() -> Name {
    Name(pick(["A", "Store", "a.b", "Foo Bar", "Zoë", "x/y", "B2"]))
  }

  private mutating func member() -> ClassMember {
    let visibility = pick([nil] + ClassMember.Visibility.allCases.map(Optional.some))
    let modifier = pick([nil, nil, .static, .abstract] as [ClassMember.Modifier?])
    if chance(50) {
      return ClassMember(
        visibility, pick(["x: Int", "int y", "items: [Row]", "m: Map<String, Int>", "z"]),
        modifier: modifier)
    }
    return ClassMember(
      visibility, pick(["load", "save", "f"]), parameters: pick(["", "a: Int", "x: Set<T>"]),
      returnType: pick(["", "Row", ": Int", "List<Row>"]), modifier: modifier)
  }

  mutating func classDiagram() -> ClassDiagram {
    ClassDiagram(
      statements: (0..<number(1..<8)).map { _ in
        switch number(0..<8) {
        case 0..<3:
          return .relation(
            ClassRelation(
              from: ClassRelation.Side(
                className(), pick([nil] + ends), cardinality: chance(30) ? label() : nil),
              to: ClassRelation.Side(
                className(), pick([nil] + ends), cardinality: chance(30) ? label() : nil),
              line: chance(50) ? .solid : .dotted, label: optionalLabel()))
        case 3..<6: return .declaration(declaration())
        case 6: return .note(ClassNote(label(), for: chance(50) ? className() : nil))
        default:
          return .namespace(
            ClassNamespace("N", statements: [.declaration(declaration())]))
        }
      })
  }

  private var ends: [ClassRelation.End?] { ClassRelation.End.allCases.map(Optional.some) }

  private mutating func declaration() -> ClassDeclaration {
    ClassDeclaration(
      className(), generic: chance(20) ? "T" : nil, label: chance(30) ? label() : nil,
      annotations: chance(20) ? ["interface"] : [],
      members: (0..<number(0..<4)).map { _ in member() })
  }
}
