/// A set of names that answers only whether it contains one: sorted hashes of their bytes.
///
/// A collision of two 64-bit hashes is not expected within any project.
///
/// Hashes in place of texts keep the names of a large project in a few megabytes, and a lookup is a
/// binary search. A collision could only hide a finding.
package struct NameSet: Hashable, Sendable {
  private(set) var numbers: [UInt64]

  package init(_ numbers: some Sequence<UInt64> = []) {
    self.numbers = Set(numbers).sorted()
  }

  package init(names: some Sequence<Substring>) {
    self.init(names.map { Self.number(of: $0.utf8) })
  }

  /// Creates a set from sorted hashes.
  init(sorted numbers: [UInt64]) {
    self.numbers = numbers
  }

  package func contains(_ name: String) -> Bool { contains(number: Self.number(of: name.utf8)) }

  func contains(number wanted: UInt64) -> Bool {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low < numbers.count && numbers[low] == wanted
  }

  /// Mixes eight bytes at a time, in such a way that no two names of at most eight bytes have the
  /// same hash.
  static func number(of bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var (eight, shift): (UInt64, UInt64) = (0, 0)
    for byte in bytes {
      eight |= UInt64(byte) &<< shift
      shift += 8
      if shift == 64 {
        hash = mixed(hash, eight)
        (eight, shift) = (0, 0)
      }
    }
    return mixed(hash, eight)
  }

  @inline(__always)
  private static func mixed(_ hash: UInt64, _ eight: UInt64) -> UInt64 {
    let product = (hash ^ eight) &* 0x9E37_79B9_7F4A_7C15
    return product ^ (product >> 32)
  }
}
