import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder for results that the next run reuses: one for each project below `$XDG_CACHE_HOME` or
/// `~/.cache`. A folder in the checkout could be committed by a stranger, and is never used.
///
/// `DOCGEN_CACHE=off` disables it.
enum CacheFolder {
  /// `nil` if no folder can be determined, or caches are disabled.
  static func path(for folder: String) -> String? {
    guard let cache = CacheSecret.folder,
      !Confinement(folder).contains(FileSystem.unseenAbsolute(cache))
    else { return nil }
    let name = folder.split(separator: "/").joined(separator: "%")
    return "\(cache)/\(name.suffix(200))"
  }

  /// Identifies this build of the program by the metadata of its file.
  static let stamp: UInt64? = {
    var status = stat()
    guard let path = Installation.program, stat(path, &status) == 0 else { return nil }
    var stamp: UInt64 = 0
    for part in [
      Int64(status.st_ino), Int64(status.st_size), Int64(status.modified.tv_sec),
      Int64(status.modified.tv_nsec),
    ] {
      stamp = (stamp ^ UInt64(bitPattern: part)) &* 0x9E37_79B9_7F4A_7C15
      stamp ^= stamp >> 29
    }
    return stamp
  }()
}

extension stat {
  fileprivate var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
