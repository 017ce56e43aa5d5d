import SwiftIndex
import TestTools
import Testing

/// Plain properties at the top of a body are read without the parser: as it would read them.
@Suite("Tables of properties") struct PropertyTableTests {
  private func source(_ text: String) -> SourceInput {
    SourceInput(path: "Sources/Kit/Codes.swift", module: "Kit", text)
  }

  private static let lines = [
    "static let tooMany = 429", "static let most: Int = 1_000", "public static let name = \"a(b\"",
    "static private let ratio: Double = 0.25", "static let isOn = true", "let off: Bool = false",
    "static let huge = 99999999999999999999", "fileprivate static let empty = \"\"",
    "package static let async_ = 007", "internal let a0 = 1_0.5_0",
    "private(set) var count: Int", "public internal(set) var names: [String]?",
    "/// Says what.\n  ///   More.\n\n  /// It is.\n  let map: [Kit.Key: Value?]",
    "// MARK: - Held\n\n  var held: Outer.Inner? = nil", "var all: [Int] = []",
    "/// One.\n  // Two.\n  let zero: Point = .zero", "static var table: [String: Int] = [:]",
  ]

  private func table(_ head: String, _ count: Int, extra: [Int: String] = [:]) -> String {
    var text = head + " {\n"
    for number in 0..<count {
      text += "  \(extra[number] ?? Self.lines[number % Self.lines.count])\n"
    }
    return text + "}\n"
  }

  @Test(
    "Tables give what the parser gives",
    arguments: [
      "enum Codes", "final class Codes", "public struct Codes<Value>: Sendable",
      "extension Codes where Value == Int",
      "private class Codes", "public extension Outer.Codes", "actor Codes",
    ])
  func same(_ head: String) {
    let text =
      "import Kit\n/// All of them.\n" + table(head, 40) + "\nfunc after() {}\n"
      + "#if os(Linux)\n" + table("struct Others", 20) + "#endif\n"
      + "struct Outer {\n  let first = 1\n" + table("  fileprivate enum Inner", 20) + "}\n"
    let read = FileDeclarations(reading: source(text))
    #expect(read == FileDeclarations(parsing: source(text)))
    #expect(read.diagnostics.isEmpty)
    #expect(read.types.first { $0.name == "Others" }?.members.count == 20)
  }

  @Test("What only looks like a table is read by the parser")
  func lookalikes() {
    let quoted = "let text = \"\"\"\n" + table("enum Codes", 20) + "\"\"\"\n"
    let commented = "/*\n" + table("enum Codes", 20) + "*/\nstruct A {}\n"
    let broken = table("enum Codes", 20) + "struct {\n"
    let continued = "struct A {\n  let a = 1\n    + 2\n  var b: Int\n  { 3 }\n}\n"
    let local = "func make() {\n" + table("enum Codes", 20) + "}\n"
    for text in [quoted, commented, broken, local, "\u{FEFF}" + table("enum Codes", 20), continued]
    {
      #expect(
        FileDeclarations(reading: source(text)) == FileDeclarations(parsing: source(text)),
        "\(text)")
    }
  }

  @Test("Files of this project are read as the parser reads them")
  func ownFiles() {
    for (number, input) in PackageSources.all.enumerated() where number % 4 == 0 {
      #expect(
        FileDeclarations(reading: input) == FileDeclarations(parsing: input), "\(input.path)")
    }
  }

  @Test("Tables changed at random are read as the parser reads them")
  func random() {
    var random = SeededRandom(7)
    let pieces = [
      "=", " = ", ":", "let", "var", "static", "(", ")", "{", "}", "\"", "\\", "//", "/*", "*/",
      "0x",
      "1.", ".", "-", "_", "`", "@", "#if A", "#endif", ";", ",", "\n", "\r\n", "\t", " ", "case",
      "in", "é", "\u{0}", "+ 2", ".max", "\n.max", "\n+ 2", "\n{ get }\n", "///", "////", "\n\n",
      "private(set)", "?", "? 1 : 2", "as Int", "{ get }", "weak", "lazy", "some",
      "x",
    ]
    for round in 0..<600 {
      var bytes = Array(
        ("struct Before {}\n" + table("enum Codes", 14 + round % 9) + table("struct More", 20)).utf8
      )
      for _ in 0..<(1 + round % 3) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let piece = Array(pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8)
        let end = min(bytes.count, place + Int.random(in: 0...3, using: &random))
        bytes.replaceSubrange(place..<end, with: piece)
      }
      let input = SourceInput(path: "Codes.swift", module: nil, bytes: bytes)
      #expect(
        FileDeclarations(reading: input) == FileDeclarations(parsing: input),
        "round \(round): \(String(decoding: bytes, as: UTF8.self))")
    }
  }
}
