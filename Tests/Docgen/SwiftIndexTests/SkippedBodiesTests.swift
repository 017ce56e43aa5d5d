import Diagnostics
import Foundation
import SwiftIndex
import TestTools
import Testing

/// Bodies that are read when they are used, next to reading everything at once.
@Suite struct SkippedBodiesTests {
  /// The same file with all bodies read.
  private func read(_ file: FileDeclarations) -> FileDeclarations {
    func read(_ members: [Member]) -> [Member] {
      members.map { member in
        var member = member
        member.body = member.body
        return member
      }
    }
    var file = file
    for index in file.types.indices { file.types[index].members = read(file.types[index].members) }
    for index in file.extensions.indices {
      file.extensions[index].members = read(file.extensions[index].members)
    }
    file.globals = read(file.globals)
    file.bodies = nil
    return file
  }

  /// Whether a text without errors has the same declarations and bodies in both ways; `nil` for one
  /// with errors.
  private func isSame(_ bytes: [UInt8]) -> Bool? {
    let input = SourceInput(path: "File.swift", bytes: bytes)
    let all = FileDeclarations(readingAll: input)
    guard all.diagnostics.isEmpty else { return nil }
    return read(FileDeclarations(reading: input)) == read(all)
  }

  /// `SWIFT_SOURCES` names a folder with more of them.
  private static let sources: [URL] = {
    let folders =
      [
        packageFolder.appendingPathComponent("Sources"),
        packageFolder.appendingPathComponent("Tests"),
      ]
      + [ProcessInfo.processInfo.environment["SWIFT_SOURCES"]].compactMap(\.self)
      .map { URL(fileURLWithPath: $0) }
    return folders.flatMap { folder in
      let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
      return (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted()
        .map { folder.appendingPathComponent($0) }
    }
  }()

  @Test func `all own sources have the same declarations and bodies`() async throws {
    let results = await Parallel.map(Self.sources) { url in
      (url.path, (try? Data(contentsOf: url)).flatMap { isSame([UInt8]($0)) })
    }
    #expect(results.filter { $0.1 == false }.map(\.0) == [])
    #expect(results.count { $0.1 == true } > 1_000)
  }

  /// Removed, doubled and inserted characters at random places: what still parses means the same.
  @Test func `changed sources have the same declarations if they parse`() throws {
    var random = SeededRandom(7)
    let pieces = ["\"", "/", "{", "}", "`", "#", "\\(", "\"\"\"", "func ", "init", "/*", " = "]
    var parsed = 0
    for url in Self.sources.prefix(4_000) where url.path.count % 7 == 0 {
      var bytes = [UInt8](try Data(contentsOf: url))
      guard bytes.count > 100 else { continue }
      for _ in 0..<4 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        if Bool.random(using: &random) {
          bytes.remove(at: place)
        } else if let piece = pieces.randomElement(using: &random) {
          bytes.insert(contentsOf: piece.utf8, at: place)
        }
        guard let isSame = isSame(bytes) else { break }
        parsed += 1
        #expect(isSame, "\(url.lastPathComponent) at \(place)")
      }
    }
    #expect(parsed > 50)
  }

  /// Each text is one function with a body; the second function shows where the first one ended.
  @Test(arguments: [
    ##"let text = "}" + "\("}")" + #"}"# "##,
    "let text = #\"\"\"#",
    "let text = \"\"\"\n  }\n  \"\"\"",
    "let pattern = /}\"/",
    "let pattern = #/}\"/#",
    "let pattern = #/\n  }\n  /#",
    "return total / 2 + sum / 3 // }",
    "total /= 2 /* } /* } */ */",
    "let make: () -> Void = { }",
    "func inner() { struct Local {} }",
    "let `func` = 1; call(init: 1) { }",
    "reduce(1, /)",
    "if case .init(let a) = self { }",
    "#if os(Linux)\n    a()\n    #else\n    b()\n    #endif",
  ])
  func `tricky bodies end where they end`(_ body: String) {
    for head in ["func first()", "init(_ a: Int = { 1 }())", "init?<T>(a: T) where T: P", "deinit"]
    {
      let text = """
        class Machine {
          \(head) {
            \(body)
          }
          func second() -> Int { state = .open; return 1 }
          var size: Int { count / 2 }
        }
        """
      #expect(isSame(Array(text.utf8)) != false, "\(text)")
      let members =
        FileDeclarations(reading: SourceInput(path: "", text)).types.first?.members ?? []
      #expect(members.map(\.name).suffix(2) == ["second", "size"], "\(text)")
    }
  }

  @Test func `names that look like functions do not begin a body`() {
    let text = """
      protocol Reader {
        func read()
        init(size: Int)
        var size: Int { get }
        subscript(index: Int) -> Int { get }
      }
      struct Box {
        var `func`: Int { 1 }
        var make: Int = other(func: { inner() }) { get { 2 } }
        static func == (left: Box, right: Box) -> Bool { left.size == right.size }
      }
      enum Kind { case `init`, some; struct Inner { var a = 1 } }
      """
    #expect(isSame(Array(text.utf8)) == true)
  }

  @Test func `a body is compared by its text and place without being read`() {
    func members(_ text: String) -> [Member] {
      FileDeclarations(reading: SourceInput(path: "", text)).globals
    }
    let old = members("func a() {\n  one()\n}\nfunc b() {\n  two()\n}\n")
    #expect(old == members("func a() {\n  one()\n}\nfunc b() {\n  two()\n}\n"))
    let new = members("func a() {\n  one()\n}\nfunc b() {\n  six()\n}\n")
    #expect(old[0] == new[0] && old[1] != new[1])
  }

  /// The second time nothing may read the text.
  @Test func `bodies that were read are kept for the next run`() async throws {
    let input = SourceInput(path: "a.swift", "func a() {\n  b()\n}\nfunc c() {}\n")
    func reading(_ bodies: BodyCache, _ code: CodeCache) async throws -> (
      FileDeclarations, ContentDigest, CodeCache
    ) {
      let reading = await FileDeclarations.reading([input], cache: code, bodies: bodies)
      let kept = CodeCache(CodeCache.bytes(of: reading.all, stamp: 1), stamp: 1)
      return (try #require(reading.files.first), try #require(reading.keys.first), kept)
    }
    let bodies = BodyCache()
    let (file, key, code) = try await reading(bodies, CodeCache())
    #expect(bodies.kept(of: [key]) == nil)
    #expect(file.globals[0].body.calls.map(\.name) == ["b"])
    let kept = try #require(bodies.kept(of: [key]))
    let stored = CodeCache.bytes(of: kept, stamp: 1)
    let next = BodyCache { CodeCache(stored, stamp: 1) }
    let known = try #require(next.file(input, key) { nil })
    #expect(known.globals.map(\.body) == file.globals.map(\.body))
    let (again, _, _) = try await reading(next, code)
    #expect(again == file && next.kept(of: [key]) == nil)
    #expect(BodyCache().file(input, key) { nil } == nil)
  }
}
