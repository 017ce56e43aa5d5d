/// Numbers descriptors; equal descriptors have the same number.
///
/// A descriptor consists mostly of literals, so the same place in the code creates it with the same
/// bits each time. The bits are looked up first, without reading any text. Only a new combination
/// of bits is compared by value.
struct TraceTable {
  private(set) var descriptors: [TraceDescriptor] = []
  private var indices: [TraceDescriptor: UInt32] = [:]

  /// Open addressing: the number of an entry, counted from 1, or 0. The size is a power of two and
  /// at least twice the number of entries.
  private var slots: [UInt32] = Array(repeating: 0, count: 256)
  /// The bits of every known combination, one after the other.
  private var bits: [UInt64] = []
  private var entries: [Entry] = []

  /// The descriptor that has the bits. Keeping it alive keeps its strings unchanged at their
  /// addresses, so that no other strings can have the same bits.
  private struct Entry {
    var descriptor: TraceDescriptor
    var index: UInt32
  }

  /// The maximum number of combinations; further ones are looked up by value each time.
  private static let limit = 4096
  private static let width = MemoryLayout<TraceDescriptor>.size / MemoryLayout<UInt64>.size

  mutating func index(of descriptor: borrowing TraceDescriptor) -> UInt32 {
    if let index = known(descriptor) { return index }
    return add(copy descriptor)
  }

  private func known(_ descriptor: borrowing TraceDescriptor) -> UInt32? {
    withUnsafeBytes(of: descriptor) { wanted in
      let wanted = wanted.bindMemory(to: UInt64.self)
      return bits.withUnsafeBufferPointer { bits in
        var place = TraceTable.hash(wanted) & (slots.count - 1)
        while slots[place] != 0 {
          let number = Int(slots[place]) - 1
          let start = number &* TraceTable.width
          var difference: UInt64 = 0
          for word in 0..<TraceTable.width { difference |= wanted[word] ^ bits[start &+ word] }
          if difference == 0 { return entries[number].index }
          place = (place &+ 1) & (slots.count - 1)
        }
        return nil
      }
    }
  }

  private mutating func add(_ descriptor: TraceDescriptor) -> UInt32 {
    let index = indices[descriptor] ?? UInt32(descriptors.count)
    if index == descriptors.count {
      descriptors.append(descriptor)
      indices[descriptor] = index
    }
    guard entries.count < TraceTable.limit else { return index }
    entries.append(Entry(descriptor: descriptor, index: index))
    withUnsafeBytes(of: descriptor) { bits += $0.bindMemory(to: UInt64.self) }
    if entries.count * 2 > slots.count {
      slots = Array(repeating: 0, count: slots.count * 2)
      for number in entries.indices { insert(number) }
    } else {
      insert(entries.count - 1)
    }
    return index
  }

  private mutating func insert(_ number: Int) {
    let start = number * TraceTable.width
    var place = bits.withUnsafeBufferPointer {
      TraceTable.hash(UnsafeBufferPointer(rebasing: $0[start..<start + TraceTable.width]))
    }
    place &= slots.count - 1
    while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
    slots[place] = UInt32(number + 1)
  }

  /// A hash of bits: a sum of products, which a processor computes in parallel.
  private static func hash(_ bits: UnsafeBufferPointer<UInt64>) -> Int {
    var sum: UInt64 = 0
    var factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    for word in bits {
      sum &+= (word ^ (word >> 32)) &* factor
      factor &+= 0xBF58_476D_1CE4_E5B8
    }
    return Int(truncatingIfNeeded: sum >> 20)
  }
}
