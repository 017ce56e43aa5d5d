import Diagnostics
import Testing

/// The index yields the same results as the plain dynamic program.
@Suite struct NearMissIndexTests {
  /// `NearMiss.best` by its definition.
  private static func best(for name: String, among candidates: [String]) -> String? {
    let near = candidates.filter { $0 != name }.compactMap { candidate in
      distance(name, candidate).map { (distance: $0, name: candidate) }
    }
    return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  private static func distance(_ left: String, _ right: String) -> Int? {
    let (left, right) = (Array(left.lowercased()), Array(right.lowercased()))
    let distance = NearMiss.distance(left, right)
    return distance <= max(left.count, right.count) / 3 ? distance : nil
  }

  /// A name of few different characters, so that many names are near each other.
  private static func name(_ random: inout some RandomNumberGenerator) -> String {
    let plain = Array("aabcdeERS_1(:)")
    let other = Array("äÄßКк日\u{301}\r\n")
    let count =
      Int.random(in: 0...14, using: &random) * (Int.random(in: 0..<40, using: &random) == 0 ? 7 : 1)
    let isForeign = Int.random(in: 0..<12, using: &random) == 0
    return String(
      (0..<count).map { _ in
        (isForeign && Bool.random(using: &random) ? other : plain)
          .randomElement(using: &random) ?? "a"
      })
  }

  /// A name with a few edits, so that every distance occurs.
  private static func edited(
    _ name: String, _ random: inout some RandomNumberGenerator
  ) -> String {
    var characters = Array(name)
    for _ in 0..<Int.random(in: 0...4, using: &random) where !characters.isEmpty {
      let place = Int.random(in: 0..<characters.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: characters.remove(at: place)
      case 1: characters.insert("x", at: place)
      case 2: characters[place] = "y"
      default: if place > 0 { characters.swapAt(place, place - 1) }
      }
    }
    return String(characters)
  }

  @Test(arguments: 0..<20) func `random names have the same neighbors`(seed: Int) {
    var random = SeededRandom(state: UInt64(seed) + 1)
    let known = (0..<60).map { _ in Self.name(&random) }
    let index = NearMissIndex(known)
    for _ in 0..<60 {
      let base = Bool.random(using: &random) ? known.randomElement(using: &random) : nil
      let name = Self.edited(base ?? Self.name(&random), &random)
      let expected = Self.best(for: name, among: known)
      #expect(index.best(for: name) == expected, "\(name.debugDescription)")
      #expect(NearMiss.best(for: name, among: known) == expected, "\(name.debugDescription)")
      let near = known.filter { $0 == name || Self.distance(name, $0) != nil }
      #expect(index.all(near: name).sorted() == near.sorted(), "\(name.debugDescription)")
      let short = known.filter { $0.count < 7 }
      #expect(index.best(for: name) { $0.count < 7 } == Self.best(for: name, among: short))
    }
  }

  @Test func `names of 64 characters and more are compared, too`() {
    let names = [63, 64, 65, 90].map { String(repeating: "ab", count: 50).prefix($0) + "c" }
      .map { String($0) }
    let index = NearMissIndex(names)
    for name in names {
      let mistyped = String(name.dropLast(2)) + "cx"
      #expect(index.best(for: mistyped) == Self.best(for: mistyped, among: names))
      #expect(index.best(for: name) == Self.best(for: name, among: names))
    }
  }

  @Test func `of names at the same distance the first in alphabetical order is nearest`() {
    #expect(NearMissIndex(["stores", "stored", "storeX"]).best(for: "storeY") == "storeX")
    #expect(NearMissIndex(["stores", "stored"]).best(for: "storey") == "stored")
    #expect(NearMissIndex([]).best(for: "store") == nil)
  }
}

private struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
