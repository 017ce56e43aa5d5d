import Diagnostics
import Facts
import TestTools
import Testing

@Suite struct FactComparisonTests {
  private func state(_ name: String, _ label: String? = nil, in scope: String? = nil) -> LocatedFact
  {
    LocatedFact(
      .state, [.name: name, .label: label ?? name, .form: "plain", .scope: scope], at: nil)
  }

  private func transition(_ source: String, _ target: String, _ text: String = "") -> LocatedFact {
    LocatedFact(.transition, [.source: source, .target: target, .text: text], at: nil)
  }

  private func changes(_ old: [LocatedFact], _ new: [LocatedFact]) -> [String] {
    FactComparison(old, new).differences.map(\.message)
  }

  @Test func `the order has no meaning`() {
    let facts = [state("a"), state("b"), transition("a", "b", "go"), transition("b", "a")]
    #expect(changes(facts, facts.reversed()) == [])
  }

  @Test func `equal facts count as often as they are stated`() {
    let facts = [state("a"), state("b"), transition("a", "b")]
    #expect(
      changes(facts, facts + [transition("a", "b")]) == ["the transition `a --> b` is new"])
  }

  @Test func `a renamed element is recognized by its facts`() {
    let old = [state("a"), state("b"), transition("a", "b", "go"), transition("b", "a", "back")]
    let new = [state("a"), state("x"), transition("a", "x", "go"), transition("x", "a", "back")]
    let comparison = FactComparison(old, new)
    #expect(comparison.differences.map(\.message) == ["the state `b` is now `x`"])
    #expect(comparison.names.pairs.contains { $0 == ("b", "x") })
  }

  @Test func `a relation reads the same from both ends`() {
    func relation(_ source: String, _ target: String, _ end: Fact.Role) -> LocatedFact {
      LocatedFact(
        .relation, [.source: source, .target: target, end: "composition", .form: "solid"], at: nil)
    }
    let types = ["A", "B"].map { LocatedFact(.type, [.name: $0, .label: $0], at: nil) }
    #expect(
      changes(
        types + [relation("A", "B", .sourceEnd)], types + [relation("B", "A", .targetEnd)]) == [])
    #expect(
      changes(
        types + [relation("A", "B", .sourceEnd)], types + [relation("A", "B", .targetEnd)])
        == ["the relation `A *-- B` is now `A --* B`"])
  }

  @Test func `the contents of a new container are part of it`() {
    let box = LocatedFact(.namespace, [.name: "N", .label: "N"], at: nil)
    let types = ["A", "B"].map {
      LocatedFact(.type, [.name: $0, .label: $0, .scope: "N"], at: nil)
    }
    let comparison = FactComparison([], [box] + types)
    #expect(
      comparison.differences.map(\.message) == ["the namespace `N` is new, with `A` and `B`"])
    #expect(comparison.all.count == 3)
  }

  @Test func `a state that is named inside of itself is compared too`() {
    func region(_ owner: String) -> LocatedFact {
      LocatedFact(.region, [.name: "\(owner)#0", .owner: owner], at: nil)
    }
    let circle = [region("a"), region("b"), state("a", in: "b#0"), state("b", in: "a#0")]
    #expect(changes(circle, circle) == [])
    #expect(changes([], circle).count == 1)
    #expect(
      changes([state("c")], [state("c"), region("a"), state("a", in: "a#0")]).count == 1)
  }

  @Test func `ten thousand different transitions do not take quadratic time`() {
    let names = (0..<10_000).map { "s\($0)" }
    func facts(_ word: String) -> [LocatedFact] {
      names.map { state($0) }
        + names.indices.dropFirst().map { transition(names[$0 - 1], names[$0], "\(word) \($0)") }
    }
    var found = 0
    let time = processorTime {
      found = FactComparison(facts("old"), facts("new")).differences.count
    }
    #expect(found == 9_999)
    #expect(time < .seconds(20))
  }

  @Test func `the smallest fact at a place is found`() throws {
    let line = LocatedFact(
      .transition, [.source: "a", .target: "b", .text: "go"],
      at: SourceRange(line: 2, column: 1, length: 11),
      ranges: [.text: SourceRange(line: 2, column: 10, length: 2)])
    var first = state("a")
    first.mentions = [SourceRange(line: 2, column: 1, length: 1)]
    func place(_ column: Int) -> FactPlace? {
      FactPlace.at(SourcePosition(line: 2, column: column), in: [line, first])
    }
    #expect(place(1)?.facts == [first.fact])
    #expect(place(5)?.facts == [line.fact])
    #expect(place(5)?.role == nil)
    #expect(place(10)?.role == .text)
    #expect(place(40) == nil)
  }

  @Test func `a missing fact has the place of the one before it`() {
    func located(_ target: String, line: Int) -> LocatedFact {
      LocatedFact(
        .transition, [.source: "a", .target: target],
        at: SourceRange(line: line, column: 1, length: 5))
    }
    let old = [located("b", line: 1), located("d", line: 2)]
    let new = [located("b", line: 1), located("c", line: 2), located("d", line: 3)]
    let placed = FactComparison(old, new).differences.placed(in: old, following: new)
    #expect(placed.map(\.oldRange?.start.line) == [1])
    #expect(placed.map(\.staleness) == ["the transition `a --> c` is missing"])
  }
}
