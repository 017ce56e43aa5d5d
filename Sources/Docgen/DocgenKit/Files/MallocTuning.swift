#if canImport(Glibc)
  import Glibc
#endif

/// Configures how the process requests memory from the system.
///
/// glibc takes 128 KiB at a time and returns them when as much is free at the end of the heap. A
/// tree of some megabytes then costs as many system calls as page faults, and the next one costs
/// them again. Untouched memory is free, so the pieces may be large.
package enum MallocTuning {
  /// 64 MiB
  private static let piece = 1 << 26
  /// Trees of shorter texts are built quickly enough.
  private static let longText = 1 << 24
  /// A tree, its text and its copies take up to this number of bytes for each byte of the text.
  private static let bytesPerByte = 14

  /// From now on memory is taken and returned in pieces of 64 MiB. Has no effect with C libraries
  /// other than glibc, whose `mallopt(3)` is not declared in any Swift module.
  package static func inLargePieces() {
    set(.topPad, piece)
    set(.trimThreshold, 2 * piece)
  }

  /// Takes the memory for reading a long text at once, in huge pages if the system has them.
  /// Otherwise it would cost a page fault for every 4 KiB, a third of the time. Unneeded memory is
  /// never touched. The process keeps the memory. Has no effect for texts below 16 MiB, and with C
  /// libraries other than glibc.
  package static func expect(textOf bytes: Int) {
    #if canImport(Glibc)
      guard bytes >= longText, set(.trimThreshold, largest) else { return }
      let size = min(bytes, largest / bytesPerByte) * bytesPerByte
      // Freed memory stays in the heap; a separate mapping would be returned.
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

  /// `M_TRIM_THRESHOLD`, `M_TOP_PAD` and `M_MMAP_MAX`, as defined in glibc's `malloc.h`.
  private enum Parameter: CInt {
    case trimThreshold = -1
    case topPad = -2
    case mappings = -4
  }

  @discardableResult
  private static func set(_ parameter: Parameter, _ value: Int) -> Bool {
    #if canImport(Glibc)
      typealias ConfigurationKey = @convention(c) (CInt, CInt) -> CInt
      guard let symbol = dlsym(nil, "mallopt") else { return false }
      return unsafeBitCast(symbol, to: ConfigurationKey.self)(
        parameter.rawValue, CInt(clamping: value)) == 1
    #else
      return false
    #endif
  }
}
