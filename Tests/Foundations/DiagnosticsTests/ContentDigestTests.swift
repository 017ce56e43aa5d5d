import Diagnostics
import Testing

@Suite struct ContentDigestTests {
  @Test func `a change of any byte changes both halves`() {
    let bytes = (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 9) }
    let digest = ContentDigest(bytes)
    var halves: Set<UInt64> = [digest.first, digest.second]
    for index in bytes.indices {
      for mask: UInt8 in [1, 0x11, 0x80] {
        var changed = bytes
        changed[index] ^= mask
        let other = ContentDigest(changed)
        halves.insert(other.first)
        halves.insert(other.second)
      }
    }
    #expect(halves.count == 2 + bytes.count * 6)
  }

  @Test func `removing or adding a byte changes the digest`() {
    let bytes = [UInt8](repeating: 0, count: 40)
    let digests = (0...40).map { ContentDigest(Array(bytes.prefix($0))) }
    #expect(Set(digests).count == 41)
    #expect(digests.allSatisfy { ContentDigest(text: $0.text) == $0 })
  }
}
