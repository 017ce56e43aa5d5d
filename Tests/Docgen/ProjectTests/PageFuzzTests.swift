import Foundation
import PageFuzz
import TestTools
import Testing

/// What the fuzzer asks of pages (`make fuzz`), asked of its inputs and of changed ones.
@Suite struct PageFuzzTests {
  private static let inputs: [(name: String, bytes: [UInt8])] = {
    let folder = Tool.package.appendingPathComponent("Tests/Docgen/ProjectTests/PageFuzz/inputs")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      (try? Data(contentsOf: folder.appendingPathComponent(name))).map { (name, Array($0)) }
    }
  }()

  @Test func `every input satisfies the properties, and some are regenerated`() {
    #expect(Self.inputs.count >= 4)
    var generated = 0
    for (name, bytes) in Self.inputs {
      let found = PageProperties(bytes)
      #expect(found.violations.isEmpty, "\(name): \(found.violations)")
      generated += found.isGenerated ? 1 : 0
    }
    #expect(generated >= 2)
  }

  @Test func `changed inputs also satisfy them`() {
    var random = SeededRandom(5)
    for round in 0..<300 {
      var bytes = Self.inputs[round % Self.inputs.count].bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = bytes.randomElement(using: &random) ?? 0
        default:
          let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
          bytes.insert(
            contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
        }
        if bytes.isEmpty { bytes = [0x0A] }
      }
      let found = PageProperties(bytes)
      #expect(
        found.violations.isEmpty,
        "\(found.violations) in \(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }
}
