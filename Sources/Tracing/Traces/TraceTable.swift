/// Gives every descriptor a number, the same for equal ones.
///
/// A descriptor is mostly made of literals, so that the same place in the code makes it of the very
/// same bits each time. These are looked up first, without reading any text; only a new combination
/// of bits is compared by value.
struct TraceTable {
  private(set) var descriptors: [TraceDescriptor] = []
  private var indices: [TraceDescriptor: UInt32] = [:]

  /// Open addressing: the number of an entry, counted from 1, or 0. The size is a power of two, at
  /// least twice the number of entries.
  private var slots: [UInt32] = Array(repeating: 0, count: 256)
  /// The bits of every combination that was seen, one after the other.
  private var bits: [UInt64] = []
  private var entries: [Entry] = []

  /// Whose bits they are. It keeps the descriptor: as long as that lives, its strings stay where
  /// they are and as they are, and no others can have their bits.
  private struct Entry {
    var descriptor: TraceDescriptor
    var index: UInt32
  }

  /// Combinations beyond this number are looked up by value each time.
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

  /// A hash of bits: a sum of products, which a processor works out side by side.
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
