#if canImport(Glibc) || canImport(Musl)
  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// Changes in folders, reported by the kernel (inotify) without polling.
  ///
  /// Why folders and not files: editors save by renaming a new file over the old one, and a watch
  /// on a file follows the old one. An event names a folder only; `WatchList` finds out which of
  /// its files have really changed, so superfluous events cost a comparison and no round.
  struct FileEvents: ~Copyable {
    private static let interesting = UInt32(
      IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

    private let queue: Int32
    private var watches: [String: Int32] = [:]
    /// Different paths may lead to the same folder.
    private var paths: [Int32: Set<String>] = [:]

    init() throws(FileError) {
      queue = inotify_init1(Int32(IN_CLOEXEC))
      guard queue >= 0 else {
        throw FileError("watch", ".", reason: Self.reason(errno))
      }
    }

    deinit { close(queue) }

    /// Watches exactly these folders, except removed ones. inotify reports changes of their files
    /// (`files`) as well.
    ///
    /// - Returns: Those that were not watched until now; no change of the others was missed.
    mutating func watch(
      _ folders: Set<String>, files: Set<String>
    ) throws(FileError) -> Set<String> {
      for (folder, watch) in watches where !folders.contains(folder) {
        watches[folder] = nil
        paths[watch]?.remove(folder)
        if paths[watch]?.isEmpty == true {
          paths[watch] = nil
          inotify_rm_watch(queue, watch)
        }
      }
      let new = folders.filter { watches[$0] == nil }
      for folder in new {
        let watch = inotify_add_watch(queue, folder, Self.interesting)
        if watch < 0 {
          if errno == ENOENT || errno == ENOTDIR { continue }
          throw FileError("watch", folder, reason: Self.reason(errno))
        }
        watches[folder] = watch
        paths[watch, default: []].insert(folder)
      }
      return new
    }

    /// Waits for this number of milliseconds, or forever if it is negative. Returns the folders
    /// with changes, an empty set without changes, or `nil` if the kernel has dropped events.
    ///
    /// A lost queue (`nil`) is not an error: the caller compares all observations then.
    mutating func next(within milliseconds: Int32) throws(FileError) -> Set<String>? {
      var request = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
      while poll(&request, 1, milliseconds) < 0 {
        guard errno == EINTR else { throw FileError("watch", ".") }
      }
      guard request.revents & Int16(POLLIN) != 0 else { return [] }
      let size = 1 << 16
      let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
      defer { buffer.deallocate() }
      let count = read(queue, buffer, size)
      guard count > 0 else {
        if errno == EINTR || errno == EAGAIN { return [] }
        throw FileError("watch", ".")
      }
      return touched(by: UnsafeRawBufferPointer(start: buffer, count: count))
    }

    private mutating func touched(by bytes: UnsafeRawBufferPointer) -> Set<String>? {
      var touched: Set<String>? = []
      var offset = 0
      let header = MemoryLayout<inotify_event>.size
      while offset + header <= bytes.count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        offset += header + Int(event.len)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { touched = nil }
        touched?.formUnion(paths[event.wd] ?? [])
        if event.mask & UInt32(IN_IGNORED) != 0 {
          for folder in paths.removeValue(forKey: event.wd) ?? [] { watches[folder] = nil }
        }
      }
      return touched
    }

    private static func reason(_ code: Int32) -> String {
      switch code {
      case ENOSPC:
        "more folders than this system watches; raise fs.inotify.max_user_watches with sysctl"
      case EMFILE:
        "too many programs watch; raise fs.inotify.max_user_instances with sysctl"
      default: String(cString: strerror(code))
      }
    }
  }
#endif
