import Diagnostics
import Testing

@testable import SwiftIndex

/// A large type, which is indexed, answers as its members one after the other do.
@Suite struct MemberNameTests {
  private static let names = (0..<60).map { "item\($0 % 40)" }

  @Test func `members of a large type are found by name and by full name`() {
    let source = Self.names.enumerated().map { "func \($1)(a\($0): Int) {}\n" }.joined()
    let file = FileDeclarations(
      readingAll: SourceInput(path: "A.swift", bytes: Array("struct A {\n\(source)}\n".utf8)))
    let type = file.types[0]
    for name in Set(Self.names + ["item", "item99", "Item1"]) {
      #expect(type.members(named: name) == type.members.filter { $0.name == name })
      #expect(
        type.nearestMember(to: name) == NearMiss.best(for: name, among: type.members.map(\.name)))
    }
    #expect(type.members(named: "item3(a43:)").map(\.fullName) == ["item3(a43:)"])
    #expect(type.members(named: "item3(a44:)").isEmpty)
    #expect(type.nearestMember(to: "item3x") { $0.name.hasSuffix("7") } == "item37")
    #expect(type.nearestMember(to: "item3x") { $0.name.hasSuffix("x") } == nil)
  }
}
