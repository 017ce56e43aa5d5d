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
  private static let piece: CInt = 1 << 26
  /// `M_TRIM_THRESHOLD` and `M_TOP_PAD`, as glibc's `malloc.h` defines them.
  private static let (trimThreshold, topPad): (CInt, CInt) = (-1, -2)

  /// From now on memory is taken and given back in pieces of 64 MiB; no effect where the C library is
  /// another than glibc, whose `mallopt(3)` no module of Swift declares.
  package static func inLargePieces() {
    #if canImport(Glibc)
      typealias Setting = @convention(c) (CInt, CInt) -> CInt
      guard let symbol = dlsym(nil, "mallopt") else { return }
      let set = unsafeBitCast(symbol, to: Setting.self)
      _ = set(topPad, piece)
      _ = set(trimThreshold, 2 * piece)
    #endif
  }
}
