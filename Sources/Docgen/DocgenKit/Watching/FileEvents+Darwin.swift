#if canImport(Darwin)
  import Darwin

  /// Changes in folders and files, reported by the kernel (kqueue) without polling. Events of a folder
  /// are about names only, so each file is watched as well.
  ///
  /// The interface is that of the version for Linux.
  struct FileEvents: ~Copyable {
    private static let interesting = UInt32(
      NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE)

    private let queue: Int32
    /// The open descriptors, each of a folder or file.
    private var watches: [String: Int32] = [:]
    /// The folder of the changes that this descriptor reports.
    private var folders: [Int32: String] = [:]

    init() throws(FileError) {
      queue = kqueue()
      guard queue >= 0 else { throw FileError("watch", ".") }
      // Each file takes a descriptor, and the shell's limit is low.
      var limit = rlimit()
      if getrlimit(RLIMIT_NOFILE, &limit) == 0 {
        limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
        setrlimit(RLIMIT_NOFILE, &limit)
      }
    }

    deinit {
      for watch in watches.values { close(watch) }
      close(queue)
    }

    /// Watches exactly these folders and files, except removed ones. All are opened again, since a
    /// descriptor stays with a file that was replaced.
    ///
    /// - Returns: Those that were not watched until now, which are all of them.
    mutating func watch(
      _ folders: Set<String>, files: Set<String>
    ) throws(FileError) -> Set<String> {
      for watch in watches.values { close(watch) }
      watches = [:]
      self.folders = [:]
      for folder in folders { try add(folder, folder: folder) }
      for file in files {
        let slash = file.lastIndex(of: "/")
        try add(file, folder: slash.map { String(file[..<$0]) } ?? ".")
      }
      return folders
    }

    private mutating func add(_ path: String, folder: String) throws(FileError) {
      let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
      if descriptor < 0 {
        if errno == ENOENT || errno == EACCES { return }
        let isFull = errno == EMFILE || errno == ENFILE
        throw FileError(
          "watch", path,
          reason: isFull
            ? "more files than this shell allows; raise `ulimit -n`"
            : String(cString: strerror(errno)))
      }
      var event = kevent(
        ident: UInt(descriptor), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: Self.interesting, data: 0, udata: nil)
      guard kevent(queue, &event, 1, nil, 0, nil) == 0 else {
        let failure = FileError("watch", path)
        close(descriptor)
        throw failure
      }
      watches[path] = descriptor
      folders[descriptor] = folder
    }

    /// Waits for this number of milliseconds, or forever if it is negative. Returns the folders
    /// with changes; an empty set without changes.
    mutating func next(within milliseconds: Int32) throws(FileError) -> Set<String>? {
      // In `[kevent]`, the name would mean the function.
      var events = Array(repeating: kevent(), count: 64)
      var time = timespec(
        tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
      let count =
        milliseconds < 0
        ? kevent(queue, nil, 0, &events, 64, nil) : kevent(queue, nil, 0, &events, 64, &time)
      if count < 0 {
        if errno == EINTR { return [] }
        throw FileError("watch", ".")
      }
      return Set(events.prefix(Int(count)).compactMap { folders[Int32($0.ident)] })
    }
  }
#endif
