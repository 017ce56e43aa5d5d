import Diagnostics
import Foundation
import RepositoryGenerator
import TestTools
import Testing

/// The generated repository of the benchmarks: its documents agree with its code.
@Suite struct GeneratedRepositoryTests {
  private static let small = GeneratedRepository(
    files: 200, lines: 20_000, documents: 8, diagrams: 20)
  private let folder: EmptyScratch

  init() throws { folder = try EmptyScratch() }

  private func check(_ words: String...) throws -> Outcome {
    try Tool.docgen.run(["check", "--hints"] + words, in: folder.folder)
  }

  /// Checks the project with another text in a file, which is restored after it.
  private func check(replacing text: String, with other: String, in path: String) throws -> Outcome
  {
    let file = folder.folder.appending(path: path)
    let before = try String(contentsOf: file, encoding: .utf8)
    #expect(before.contains(text))
    try before.replacing(text, with: other).write(to: file, atomically: false, encoding: .utf8)
    defer { try? before.write(to: file, atomically: false, encoding: .utf8) }
    return try check()
  }

  @Test func `the sizes decide all bytes`() {
    var (swift, lines, pages, diagrams) = (0, 0, 0, 0)
    // FNV-1a: the same in each process, unlike `Hasher`.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    Self.small.forEachFile { path, text in
      for byte in (path + text).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      if path.hasSuffix(".md") {
        pages += 1
        diagrams += text.components(separatedBy: "```mermaid").count - 1
      } else if path.contains("/Sources/") {
        swift += 1
        lines += text.count { $0 == "\n" }
      }
    }
    #expect(swift == 200 && pages == 8 && diagrams == 20)
    #expect((20_000...24_000).contains(lines), "\(lines)")
    #expect(String(hash, radix: 16) == "7f9238841acf409e")
  }

  @Test func `names are different`() {
    let names = GeneratedRepository.full.features.map(\.name)
    #expect(names.count == 2_000 && Set(names).count == 2_000)
  }

  @Test func `documents agree with the code, and one drift of each kind is reported`() throws {
    try Self.small.write(to: folder.folder.path)
    let clean = try check()
    #expect(clean.code == 0, "\(clean)")
    #expect(clean.contains("8 documents"), "\(clean)")
    #expect(clean.contains("20 diagrams"), "\(clean)")
    let drifts = [
      (3, "retryCount", "retriesCount", "Limits"),
      (3, "state = .loading", "state = .idle", "Machine"),
      (3, "func save(", "func keep(", "Store"), (1, "store.save(items)", "nothing()", "Service"),
    ]
    for (number, text, other, file) in drifts {
      let feature = Self.small.feature(number)
      let path = try #require(feature.sourcePaths.first { $0.hasSuffix("\(file).swift") })
      let drifted = try check(replacing: text, with: other, in: path)
      #expect(drifted.code == 1, "\(text): \(drifted)")
      #expect(drifted.contains(feature.documentPath + ":"), "\(text): \(drifted)")
      #expect(!drifted.contains(Self.small.feature(2).documentPath), "\(text): \(drifted)")
    }
    #expect(try check().code == 0)
  }
}
