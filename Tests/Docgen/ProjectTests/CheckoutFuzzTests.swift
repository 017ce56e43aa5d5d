import Foundation
import PageFuzz
import TestTools
import Testing

/// The properties that the fuzzer checks (`make fuzz`), for its inputs and variants of them.
@Suite struct CheckoutFuzzTests {
  @Test func `inputs and changed inputs satisfy every property`() throws {
    let scratch = try EmptyScratch()
    let folder = Tool.package
      .appendingPathComponent("Tests/Docgen/ProjectTests/CheckoutFuzz/inputs")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let inputs = try names.map {
      Array(try Data(contentsOf: folder.appendingPathComponent($0)))
    }
    #expect(inputs.count >= 5)
    var random = SeededRandom(27)
    for round in 0..<400 {
      var bytes = inputs[round % inputs.count]
      for _ in 0..<(round < inputs.count ? 0 : Int.random(in: 1...6, using: &random)) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 1...20, using: &random))
        if Bool.random(using: &random), end - place < bytes.count {
          bytes.removeSubrange(place..<end)
        } else {
          bytes.insert(
            contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        }
      }
      let found = CheckoutProperties(bytes, folder: scratch.folder.path)
      #expect(
        found.violations.isEmpty,
        "\(found.violations) in \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }
}
