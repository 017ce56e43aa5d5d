import Diagnostics
import Foundation
import SwiftIndex
import Testing

@Suite("Bad input")
struct RobustnessTests {
  @Test func `readable parts are read, and each syntax error has its place`() throws {
    let source = MarkedSource(
      """
      struct A { let a = 1 }
      struct B { func ①(x: Int) {} ; let b = 2 }
      struct C { let c: Int
      """)
    let read = file(source.text)
    #expect(read.types.map(\.qualifiedName) == ["A", "B", "C"])
    #expect(read.types[2].members.map(\.name) == ["c"])
    #expect(read.types[1].members.map(\.name).last == "b")
    let first = try #require(read.diagnostics.first)
    #expect(first.rule.rawValue == "swift-syntax")
    #expect(first.category == .input)
    #expect(first.severity == .warning)
    #expect(first.location.range?.start == source.position("①"))
    #expect(first.summary == "expected identifier in function")
    #expect(read.diagnostics.last?.summary == "expected `}` to end struct")
  }

  @Test func `a template that makes Swift is not Swift, and its errors are none`() {
    for (text, count) in [("{% if a %}\nstruct { }\n{% endif %}", 0), ("struct { }", 1)] {
      let read = FileDeclarations(reading: SourceInput(path: "a.swift", text))
      #expect(read.diagnostics.count == count)
    }
  }

  @Test func `the caller chooses how much a syntax error weighs and how many are listed`() {
    let input = SourceInput(
      path: "a.swift", String(repeating: "struct { }\n", count: 10))
    let options = ReadingOptions(syntaxErrorSeverity: .error, syntaxErrorLimit: 3)
    let findings = FileDeclarations(reading: input, options: options).diagnostics
    #expect(findings.map(\.severity) == [.error, .error, .error, .error])
    #expect(findings.last?.summary == "7 more syntax errors follow")
  }

  @Test func `a blank before a parenthesis is not an error, since the mode of Swift 5 accepts it`()
  {
    #expect(file("@available (*, deprecated)\nfunc open() {}").diagnostics.isEmpty)
    #expect(
      file("@available (*, deprecated)\nfunc open(x: ) {}").diagnostics.map(\.summary) == [
        "expected type in parameter"
      ])
  }

  @Test func `a file that is not UTF-8 is reported, with the place of the first bad byte`() throws {
    let bytes = Array("struct A {}\n// caf".utf8) + [0xE9, 0x0A] + Array("struct B {}\n".utf8)
    let read = FileDeclarations(reading: SourceInput(path: "a.swift", bytes: bytes))
    #expect(read.types.map(\.name) == ["A", "B"])
    #expect(read.diagnostics.map(\.summary) == ["the file is not UTF-8"])
    #expect(read.diagnostics.first?.location.range?.start == SourcePosition(line: 2, column: 7))
    let utf16: [UInt8] = [0xFF, 0xFE] + Array("struct A {}".utf8).flatMap { [$0, 0] }
    let other = FileDeclarations(reading: SourceInput(path: "a.swift", bytes: utf16))
    #expect(other.diagnostics.first?.summary == "the file is not UTF-8")
  }

  @Test func `empty files, a byte order mark and any line ending are read`() {
    #expect(file("").types.isEmpty && file("").diagnostics.isEmpty)
    #expect(file("\n\n").diagnostics.isEmpty)
    let marked = FileDeclarations(
      reading: SourceInput(path: "a.swift", bytes: [0xEF, 0xBB, 0xBF] + Array("struct A {}".utf8)))
    #expect(marked.types.first?.location.range?.start == SourcePosition(line: 1, column: 4))
    let endings = file("/// One.\r\nstruct A {\r\n  let a = 1\r\n}\r\n\rstruct B {}")
    #expect(endings.types.map { $0.location.range?.start.line } == [2, 6])
    #expect(endings.types.first?.members.first?.location.range?.start.line == 3)
    #expect(endings.types.first?.documentation?.text == "One.")
  }

  @Test(arguments: deep)
  func `nesting of any depth does not crash, and the code around it is read`(_ sample: Sample) {
    let text = "struct A {}\nfunc f() { \(sample.text) }\nstruct B { let b = 1 }\n"
    let read = file(text)
    #expect(read.types.first?.name == "A")
    if sample.isReadBehind {
      #expect(read.types.map(\.name) == ["A", "B"])
    }
    #expect(read.diagnostics.isEmpty == sample.isValid)
  }

  @Test(arguments: chains)
  func `long chains without nesting are read completely`(_ text: String) {
    let inside = "func f() { let y = a\(text)\n y = a\(text)\n return a\(text)\n }"
    let read = file("let x = a\(text)\nstruct B { \(inside) }")
    #expect(read.types.map(\.name) == ["B"])
    #expect(read.globals.map(\.name) == ["x"])
    #expect(read.diagnostics.isEmpty)
  }

  /// The parser would search the rest of the type after each of them.
  @Test(arguments: [
    "a.f(#)\n", "f(#),\n", "x: A#\n", "x<A>(#)\n", "await f(#);", "case f#\nf(1), g(2),\n",
  ])
  func `statements in the body of a type take time in proportion`(statement: String) {
    func seconds(_ count: Int, in declaration: String) -> Duration {
      let statements = (0..<count).map { statement.replacing("#", with: "\($0)") }.joined()
      let text = "\(declaration) {\nlet a = 1\n\(statements)\nlet b = 2\n}\nstruct B {}\n"
      return ContinuousClock().measure {
        let read = file("struct A {\nfunc f() {\n\(text)}\n}\n" + text)
        #expect(read.types.map(\.name).suffix(1) == ["B"])
        #expect(!read.diagnostics.isEmpty)
        let named = read.types.first { declaration.hasSuffix($0.name) }
        #expect(named?.members.first?.name == "a" && named?.members.last?.name == "b")
      }
    }
    for declaration in ["struct T", "final class\n T", "actor T"] {
      let small = seconds(100, in: declaration)
      #expect(seconds(1_000, in: declaration) < small * 40 + .seconds(1))
    }
  }

  @Test func `long values and many cases in the body of a type are read completely`() {
    let cases = (0..<200).map { "a\($0)(Int), b\($0)" }.joined(separator: ",\n")
    let actors = "for actor in actors { \(String(repeating: "actor.f()\n", count: 200)) }"
    let read = file(
      """
      enum T: Int {
        case \(cases)
        static let value = a\(String(repeating: ".b(1)", count: 60))
        static var computed: Int { \(actors)
          return 1 }
      }
      """)
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
    #expect(read.types.first?.members.count == 402)
  }

  @Test(arguments: [0x00, 0x01, 0x0B, 0x0C, 0x7F])
  func `control characters are white space, or reported`(code: Int) {
    let control = String(UnicodeScalar(UInt8(code)))
    let read = file("struct A {\n  var a \(control)= 1\n}\nfunc f() { a \(control)= 1 }\n")
    #expect(read.types.map(\.name) == ["A"] && read.globals.map(\.name) == ["f"])
    let isWhiteSpace = code == 0x0B || code == 0x0C
    #expect(read.diagnostics.map(\.summary) == (isWhiteSpace ? [] : ["an unprintable character"]))
    #expect(read.diagnostics.first?.location.range?.start.line == (isWhiteSpace ? nil : 2))
  }

  @Test(
    arguments: [0x00, 0x01, 0x07, 0x1B, 0x7F],
    [
      "// a ^\nlet x = 1", "/* ^ */ let x = 1", "/// a ^ b\nlet x = 1", "let x = 1 // ^",
      #"let x = "a^b""#, "let x = #\"^\"#", "let x = \"\"\"\n  a^\n  \"\"\"", "#!/bin/^\nlet x = 1",
    ])
  func `control characters in comments and literals are accepted`(code: Int, sample: String) {
    let text = sample.replacing("^", with: String(UnicodeScalar(UInt8(code))))
    let read = file(text + "\nstruct A { let a = 1 }\n")
    #expect(read.types.map(\.name) == ["A"] && read.globals.map(\.name) == ["x"])
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
  }

  @Test func `a control character in code is found after harmless ones`() {
    let read = file("// \u{1B}\nlet x = \"\u{1B}\"\nlet y = \u{1B} 2\n")
    #expect(read.diagnostics.map(\.summary) == ["an unprintable character"])
    #expect(read.diagnostics.first?.location.range?.start == SourcePosition(line: 3, column: 9))
  }

  /// The inputs of the parser's first crashes.
  @Test(arguments: [
    "\u{FEFF}", "\u{A0}", "\u{200B}", "\u{2028}", "\u{7}", "”", "\u{FFFE}", "\u{C}", "\u{B}",
    "\n\u{C}", "\u{1A}", "\u{7F}", "\u{C}\t", "/* */\u{C}",
  ])
  func `invalid characters around an equals sign do not crash the parser`(sign: String) {
    for text in [
      "a \(sign)= 1", "a =\(sign) 1", "a\(sign) = 1", "a= \(sign)1", "a \(sign)=1", "a \(sign) = 1",
      "a = \(sign) 1",
    ] {
      let read = file("struct A {\n  var \(text)\n}\nfunc f() { \(text) }\n")
      #expect(read.types.map(\.name) == ["A"], "\(text)")
      // The parser may read a character next to the name as part of it.
      let isBlank = sign.unicodeScalars.contains { ["\t", "\u{B}", "\u{C}"].contains($0) }
      #expect(!read.diagnostics.isEmpty || text != "a \(sign)= 1" || isBlank)
    }
  }

  /// `make swift-robustness` reads all of them.
  @Test func `the toolchain's interface files are read, each type with the members that it has`()
    throws
  {
    let library = try Self.toolchainLibrary()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: library.path)
      .filter { $0.hasSuffix(".swiftinterface") }.sorted()
    let isLong = ProcessInfo.processInfo.environment["SWIFT_MUTATIONS"] != nil
    var (files, types, members) = (0, 0, 0)
    for path in paths {
      let bytes = Array(try Data(contentsOf: library.appendingPathComponent(path)))
      guard isLong || bytes.count < 40_000 else { continue }
      let read = FileDeclarations(reading: SourceInput(path: path, bytes: bytes))
      let code = CodeModel([read])
      #expect(read.diagnostics.isEmpty, "\(path): \(read.diagnostics.first?.summary ?? "")")
      files += 1
      types += code.types.count
      members += code.types.reduce(0) { $0 + $1.members.count }
    }
    if isLong { print("\(files) interface files: \(types) types, \(members) members") }
    #expect(files > 10)
  }

  /// `…/usr/lib/swift` of the compiler in the path.
  private static func toolchainLibrary() throws -> URL {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let compiler = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("swiftc") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    return try #require(compiler).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("lib/swift")
  }

  @Test func `sources with bytes changed, removed and doubled are read without crashing`() throws {
    let seeds = PackageSources.all.filter { $0.bytes.count < 6_000 }
    try #require(!seeds.isEmpty)
    let punctuation = Array("(){}[]<>\"\\#/.,:;=@&?!`'".utf8)
    var random = SmallRandom(state: 42)
    let rounds = Int(ProcessInfo.processInfo.environment["SWIFT_MUTATIONS"] ?? "") ?? 150
    for round in 0..<rounds {
      var bytes = seeds[random.below(seeds.count)].bytes
      for _ in 0..<(1 + round % 20) where !bytes.isEmpty {
        let index = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[index] = UInt8(random.below(256))
        case 1: bytes.removeSubrange(index..<min(index + 1 + random.below(30), bytes.count))
        case 2: bytes.insert(contentsOf: bytes[index..<min(index + 40, bytes.count)], at: index)
        default: bytes[index] = punctuation[random.below(punctuation.count)]
        }
      }
      let read = FileDeclarations(reading: SourceInput(path: "a.swift", bytes: bytes))
      let code = CodeModel([read])
      for type in code.types {
        for holder in code.machineHolders(named: type.qualifiedName) {
          _ = code.sourceMachine(of: holder)
        }
      }
      for finding in read.diagnostics { #expect(finding.location.range != nil) }
    }
  }

  struct Sample: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var isValid = false
    var isReadBehind = true
    var testDescription: String { name }
  }

  static let deep: [Sample] = [
    Sample(
      name: "parentheses",
      text: "let x = " + many("(", 100_000) + "1" + many(")", 100_000)),
    Sample(name: "unclosed parentheses", text: many("("), isReadBehind: false),
    Sample(name: "brackets", text: "let x = " + many("[") + "1" + many("]")),
    Sample(name: "braces", text: many("{") + many("}")),
    Sample(name: "generic arguments", text: "let x: " + many("A<") + "B" + many(">")),
    Sample(name: "interpolations", text: "let x = " + many("\"\\(") + "1" + many(")\"")),
    Sample(name: "try", text: "let x = " + many("try ") + "a"),
    Sample(name: "await on lines", text: "let x = " + many("await\n") + "a"),
    Sample(name: "arrows", text: "let x: " + many("() -> ", 1_000) + "A"),
    Sample(name: "else if", text: "if a {}" + many(" else if a {}", 2_000)),
    Sample(name: "directives", text: many("\n#if A", 500) + "\n" + many("\n#endif", 500) + "\n"),
    Sample(name: "if in if", text: "let x = " + many("if a = ", 1_000), isReadBehind: false),
    Sample(
      name: "500 branches", text: "if a {}" + many(" else if a { b() }", 500), isValid: true),
    Sample(
      name: "100 blocks", text: many("if a { ", 100) + "b()" + many(" }", 100), isValid: true),
  ]

  static let chains: [String] = [
    many(" + 1", 10_000), many(".b", 10_000), many(".b()", 10_000), many("[0]", 10_000),
    many("!", 10_000), many(" ? b : a", 2_000), many("()", 10_000),
  ]
}

private func many(_ text: String, _ count: Int = 10_000) -> String {
  String(repeating: text, count: count)
}

/// A small random number generator that gives the same numbers in every run.
private struct SmallRandom {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(limit, 1)
  }
}
