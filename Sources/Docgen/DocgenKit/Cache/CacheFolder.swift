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
///
/// Layout: `<folder>/<path of the project with % for />/code` has the declarations of all Swift
/// files (`…/code-recent` those of changed ones), `…/names` the names in them, `…/state` the digests of
/// all inputs, `…/pages` the findings on each page, `…/checks/<digest>` the results of checks. Each
/// file begins with a digest or a stamp, so a damaged file, and one of another build, count as
/// missing. Removing the folder is always safe.
enum CacheFolder {
  /// `nil` if no folder can be determined, or caches are disabled.
  ///
  /// Also `nil` if the cache would be within the project: a change of the cache would then be a
  /// change of the project.
  static func path(for folder: String) -> String? {
    guard let cache = CacheSecret.folder,
      !Confinement(folder).contains(FileSystem.unseenAbsolute(cache))
    else { return nil }
    let name = folder.split(separator: "/").joined(separator: "%")
    return "\(cache)/\(name.suffix(200))"
  }

  /// Identifies this build of the program by the metadata of its file.
  ///
  /// A build with the same version may read Swift differently during development, so the version
  /// alone would not be enough. Inode, size and time of the file change with each build.
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
  var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  /// The time of the last change of content or metadata.
  var changed: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }
}
