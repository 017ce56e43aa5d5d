import Diagnostics
import Foundation
import SwiftIndex
import TestTools
import Testing

/// The cached results of read files, and their fate after a change.
@Suite struct CacheTests {
  private static let declarations = """
    import struct Foundation.Date
    /// What is sold.
    @available(macOS 14, *) public final class Shop<Ware: Hashable, each Other, let size: Int>:
      Trading, @unchecked Sendable, ~Copyable where Ware: Sendable
    {
      public private(set) var count: Int = 5 * 60, name = "a\\nb"
      static let share = -0.25, isOpen = true, wait = Duration.seconds(30, of: 1)
      weak var owner: Owner?
      lazy var shelf: [String: [Ware?]] = [:] { didSet { count = 1 } }
      var first: any Trading & Sendable { get async throws(ShopError) { self.items[0] } }
      init?(_ ware: inout Ware, at place: Int = 0, then: @escaping (Int, _ b: String) async -> Void...) {}
      func sell<T>(_ ware: T, _ pair: (a: Int, Ware.Type)) rethrows -> some Trading where T: Trading {}
      subscript(index: Int) -> Ware { get { items[index] } set {} }
      #if os(iOS)
        func tap() {}
      #elseif DEBUG
        typealias Row = InlineArray<3, Set<Int>>
      #else
        indirect enum State: Int { case open = 1, shut(reason: String, Int = 3) }
      #endif
      deinit { close() }
      mutating func apply(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.open, .pushed(let hard)) where hard > 3: state = .shut(reason: "x"); return [.ring, .lock]
        case (.shut, _): fallthrough
        default: if count > 1 { Self.make(count); machine = Machine(at: .idle) }
        }
        return []
      }
    }
    protocol Trading<Ware>: AnyObject { associatedtype Ware: Hashable = Int; var first: Ware { get set } }
    extension Array: Trading where Element == Int { func total() -> Int! { 0 } }
    infix operator <=>: ComparisonPrecedence
    @freestanding(expression) macro stringify<T>(_ value: T) -> (T, String) = #externalMacro(module: "M", type: "S")
    """

  private func own() throws -> [SourceInput] {
    let root = packageFolder.appendingPathComponent("Sources")
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasPrefix("Sync/Sync/") && $0.hasSuffix(".swift") }.sorted()
    let inputs = try names.map { name in
      SourceInput(
        path: "Sources/\(name)", module: "Sync",
        bytes: [UInt8](try Data(contentsOf: root.appendingPathComponent(name))))
    }
    return inputs + [SourceInput(path: "Shop.swift", Self.declarations)]
  }

  /// Names the first differing file; the files themselves are too long to print.
  private func expectSame(_ files: [FileDeclarations], _ others: [FileDeclarations]) {
    let wrong = zip(files, others).filter { $0 != $1 }.map(\.0.path)
    #expect(wrong.isEmpty && files.count == others.count, "\(wrong.prefix(2))")
  }

  private func kept(_ inputs: [SourceInput]) async -> [UInt8] {
    let kept = await FileDeclarations.reading(inputs, cache: CodeCache()).kept
    return CodeCache.bytes(of: kept ?? [], stamp: 7)
  }

  @Test func `cached files equal parsed files`() async throws {
    let inputs = try own()
    let read = await FileDeclarations.reading(inputs)
    #expect(read.allSatisfy { $0.diagnostics.isEmpty }, "\(read.flatMap(\.diagnostics))")
    let cache = CodeCache(await kept(inputs), stamp: 7)
    #expect(cache.count == inputs.count)
    let again = await FileDeclarations.reading(inputs, cache: cache)
    #expect(again.kept?.count == nil)
    expectSame(again.files, read)
    #expect(again.files.contains { $0.words.contains("stringify") })
    #expect(!again.files.contains { $0.words.contains("strinify") })
  }

  @Test func `only changed files are read again`() async throws {
    var inputs = try own()
    let cache = CodeCache(await kept(inputs), stamp: 7)
    inputs[3].bytes += Array("\nstruct Newcomer {}\n".utf8)
    inputs[5].path = "Sources/Moved.swift"
    inputs[7].module = "Other"
    inputs.removeLast()
    let again = await FileDeclarations.reading(inputs, cache: cache)
    expectSame(again.files, await FileDeclarations.reading(inputs))
    let next = CodeCache(CodeCache.bytes(of: again.kept ?? [], stamp: 7), stamp: 7)
    #expect(next.count == inputs.count)
    #expect(await FileDeclarations.reading(inputs, cache: next).kept?.count == nil)
  }

  @Test func `recent entries are used next to others, which show earlier states`() async throws {
    var inputs = try own()
    var cache = CodeCache(await kept(inputs), stamp: 7)
    let key = await FileDeclarations.reading(inputs, cache: cache).keys[3]
    inputs[3].bytes += Array("\nstruct Newcomer {}\n".utf8)
    let changed = await FileDeclarations.reading(inputs, cache: cache)
    #expect(changed.new.count == 1)
    cache.add(CodeCache.bytes(of: changed.new, stamp: 7), stamp: 7)
    #expect(cache.recent.count == 1)
    let again = await FileDeclarations.reading(inputs, cache: cache)
    #expect(again.new.isEmpty)
    expectSame(again.files, changed.files)
    let earlier = try #require(cache.file(inputs[3], earlier: key))
    #expect(earlier.types + changed.files[3].types.suffix(1) == changed.files[3].types)
  }

  @Test func `a file with a syntax error is reported every time`() async {
    let inputs = [
      SourceInput(path: "a.swift", "struct A {}"), SourceInput(path: "b.swift", "struct {"),
    ]
    let cache = CodeCache(await kept(inputs), stamp: 7)
    #expect(cache.count == 1)
    let again = await FileDeclarations.reading(inputs, cache: cache)
    #expect(again.kept?.count == nil)
    #expect(again.files.map(\.diagnostics.isEmpty) == [true, false])
  }

  @Test func `another program's cache is ignored`() async throws {
    let inputs = try own()
    let bytes = await kept(inputs)
    #expect(CodeCache(bytes, stamp: 8).count == 0)
    var other = bytes
    other[12] ^= 1
    #expect(CodeCache(other, stamp: 7).count == 0)
    #expect(CodeCache(Array("something else".utf8), stamp: 7).count == 0)
  }

  @Test func `an entry stored in the place of another is ignored`() async {
    let inputs = ["One", "Two"].map { SourceInput(path: "a.swift", "struct \($0) {}") }
    var bytes = await kept(inputs)
    // Header, stamp and count, then 40 bytes per entry: its key and its place.
    let table = "docgen-code".utf8.count + 1 + 16
    let (first, second) = (table + 16..<table + 40, table + 56..<table + 80)
    let place = Array(bytes[first])
    bytes.replaceSubrange(first, with: Array(bytes[second]))
    bytes.replaceSubrange(second, with: place)
    let cache = CodeCache(bytes, stamp: 7)
    #expect(cache.count == 2)
    let again = await FileDeclarations.reading(inputs, cache: cache)
    expectSame(again.files, await FileDeclarations.reading(inputs))
    #expect(again.kept?.count == 2)
  }

  @Test func `a damaged cache is ignored`() async throws {
    let inputs = Array(try own().suffix(6))
    let read = await FileDeclarations.reading(inputs)
    let bytes = await kept(inputs)
    var random = SystemRandomNumberGenerator()
    for round in 0..<150 {
      var damaged = bytes
      switch round % 3 {
      case 0: damaged.removeLast(Int.random(in: 1...bytes.count, using: &random))
      case 1: damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= 0x11
      default:
        let place = Int.random(in: 0..<bytes.count, using: &random)
        damaged.removeSubrange(place..<min(place + 9, bytes.count))
      }
      let cache = CodeCache(damaged, stamp: 7)
      expectSame(await FileDeclarations.reading(inputs, cache: cache).files, read)
    }
  }
}
