#if canImport(Glibc)
  import Glibc
#endif

/// How the process asks the system for memory.
///
/// glibc takes 128 KiB at a time and gives them back when as much is free at the end: a tree of some
/// megabytes costs as many system calls as page faults, and the next one costs them again. Memory that
/// nobody has touched takes none, so the pieces may be large.
package enum HeapGrowth {
  /// 64 MiB
  private static let piece = 1 << 26
  /// Trees of shorter texts are built quickly enough.
  private static let longText = 1 << 24
  /// A tree, its text and the copies that are read from take up to so many bytes for one of the text.
  private static let bytesPerByte = 14

  /// From now on memory is taken and given back in pieces of 64 MiB; no effect where the C library is
  /// another than glibc, whose `mallopt(3)` no module of Swift declares.
  package static func inLargePieces() {
    set(.topPad, piece)
    set(.trimThreshold, 2 * piece)
  }

  /// Takes the memory for reading a long text at once, in huge pages where the system has them: it
  /// would cost a page fault for every 4 KiB, a third of the time. What is not needed is never touched.
  /// The process keeps what it took. No effect for texts below 16 MiB, and none where the C library is
  /// another than glibc.
  package static func expect(textOf bytes: Int) {
    #if canImport(Glibc)
      guard bytes >= longText, set(.trimThreshold, largest) else { return }
      let size = min(bytes, largest / bytesPerByte) * bytesPerByte
      // Freed memory stays with the heap, which no mapping of its own would.
      set(.mappings, 0)
      defer { set(.mappings, usualMappings) }
      guard let memory = malloc(size) else { return }
      defer { free(memory) }
      let page = 1 << 21
      let start = (UInt(bitPattern: memory) + UInt(page) - 1) / UInt(page) * UInt(page)
      let end = (UInt(bitPattern: memory) + UInt(size)) / UInt(page) * UInt(page)
      guard start < end else { return }
      _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_HUGEPAGE)
    #endif
  }

  private static let largest = Int(CInt.max)
  /// `DEFAULT_MMAP_MAX`
  private static let usualMappings = 65_536

  /// `M_TRIM_THRESHOLD`, `M_TOP_PAD` and `M_MMAP_MAX`, as glibc's `malloc.h` defines them.
  private enum Parameter: CInt {
    case trimThreshold = -1
    case topPad = -2
    case mappings = -4
  }

  @discardableResult
  private static func set(_ parameter: Parameter, _ value: Int) -> Bool {
    #if canImport(Glibc)
      typealias Setting = @convention(c) (CInt, CInt) -> CInt
      guard let symbol = dlsym(nil, "mallopt") else { return false }
      return unsafeBitCast(symbol, to: Setting.self)(parameter.rawValue, CInt(clamping: value)) == 1
    #else
      return false
    #endif
  }
}
