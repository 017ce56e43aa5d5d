/// The code that is compiled together with blocks, and records their results.
enum BlockRuntime {
  /// Records begin with this byte, and their heads end with the other.
  static let start: UInt8 = 0x01
  static let end: UInt8 = 0x02

  /// Each record is written at once, so that it is complete and in order if the block traps.
  static let support = #"""
    #if canImport(Glibc)
      import Glibc
    #elseif canImport(Musl)
      import Musl
    #else
      import Darwin
    #endif
    func __docgenWrite(_ head: String, _ texts: String...) {
      let counts = texts.map { " \($0.utf8.count)" }.joined()
      print("\u{1}\(head)\(counts)\u{2}\(texts.joined())", terminator: "")
      fflush(nil)
    }
    func __docgenStep(_ number: Int) { __docgenWrite("step \(number)") }
    func __docgenBegin(_ number: Int) { __docgenWrite("begin \(number)") }
    func __docgenEnd(_ number: Int) { __docgenWrite("end \(number)") }
    func __docgenReturned(_ number: Int) { __docgenWrite("returned \(number)") }
    func __docgenRecord<Value>(_ number: Int, _ value: Value) {
      __docgenWrite("value \(number)", String(describing: value), String(reflecting: value))
    }
    func __docgenThrew(_ number: Int, _ error: any Error) {
      __docgenWrite("threw \(number)", String(describing: error), String(reflecting: error))
    }
    @MainActor func __docgenRun(_ body: @MainActor () async throws -> Void) async {
      do {
        try await body()
        __docgenWrite("finished 0")
      } catch {
        __docgenWrite("uncaught 0", String(describing: error), String(reflecting: error))
      }
    }

    """#

  /// A program that runs the function with the name of its last argument.
  static func main(_ entries: [String]) -> String {
    let cases = entries.map { "case \"\($0)\": await __docgenRun(\($0))\n" }.joined()
    return "switch CommandLine.arguments.last ?? \"\" {\n\(cases)default: break\n}\n"
  }
}

/// One entry in the output of a running block.
struct BlockRecord: Equatable, Sendable {
  /// `step`, `value` and so on.
  var name: String
  var number: Int
  var texts: [String]
}

/// The output of a running context.
struct BlockOutput: Sendable {
  private(set) var records: [BlockRecord] = []
  /// The text that was printed between `begin` and `end`, by number.
  private(set) var printed: [Int: String] = [:]

  init(_ bytes: [UInt8]) {
    var (index, text) = (0, [UInt8]())
    var open: [Int: Int] = [:]
    while index < bytes.count {
      guard bytes[index] == BlockRuntime.start, let record = Self.record(bytes, at: &index) else {
        text.append(bytes[index])
        index += 1
        continue
      }
      records.append(record)
      if record.name == "begin" { open[record.number] = text.count }
      if record.name == "end", let start = open[record.number] {
        printed[record.number] = String(decoding: text[start...], as: UTF8.self)
      }
    }
  }

  /// `\u{1}value 3 2 4\u{2}ab"ab"`
  private static func record(_ bytes: [UInt8], at index: inout Int) -> BlockRecord? {
    guard let end = bytes[index...].firstIndex(of: BlockRuntime.end), end - index < 100 else {
      return nil
    }
    let head = String(decoding: bytes[(index + 1)..<end], as: UTF8.self).split(separator: " ")
    guard let name = head.first, head.count > 1, let number = Int(head[1]) else { return nil }
    var (place, texts) = (end + 1, [String]())
    for word in head.dropFirst(2) {
      guard let count = Int(word), count >= 0, count <= bytes.count - place else { return nil }
      texts.append(String(decoding: bytes[place..<place + count], as: UTF8.self))
      place += count
    }
    index = place
    return BlockRecord(name: String(name), number: number, texts: texts)
  }
}
