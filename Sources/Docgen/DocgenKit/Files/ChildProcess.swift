import Basics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A finished program that docgen ran: its standard output and exit code.
///
/// Foundation's `Process` is not used, because docgen is built without Foundation. Standard input
/// is `/dev/null`, so a program that asks for something ends at once and does not wait for an
/// answer.
struct ChildProcess {
  /// The reason why docgen ended a program.
  enum Excess: Sendable {
    case time, output
  }

  /// `nil` if a signal ended it, or it took too long.
  var exitCode: Int32?
  var output: [UInt8]
  /// The limit that the program exceeded, if any.
  var excess: Excess?

  /// Runs a program to its end, without a shell, for at most this number of seconds.
  ///
  /// With an environment, it leads a process group, which ends with it, and its errors are part of the
  /// output.
  ///
  /// - Throws: `FileError` if it cannot be started.
  init(
    _ program: String, _ arguments: [String], seconds: Int, environment: [String: String]? = nil,
    atMost limit: Int = .max
  ) throws(FileError) {
    var ends: [Int32] = [-1, -1]
    guard Self.openPipe(&ends) == 0 else { throw FileError("run", program) }
    defer { close(ends[0]) }
    let child: pid_t
    do throws(FileError) {
      defer { close(ends[1]) }
      child = try Self.start(
        program, arguments, output: ends[1], unused: ends[0], environment: environment)
    } catch {
      throw error
    }
    (output, exitCode) = ([], nil)
    excess = Self.read(ends[0], into: &output, until: .now + .seconds(seconds), atMost: limit)
    if environment != nil {
      kill(-child, SIGKILL)
    } else if excess != nil {
      kill(child, SIGKILL)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    if excess == nil, status & 0x7F == 0 { exitCode = (status >> 8) & 0xFF }
  }

  /// Runs a shell command in a folder, to its end. It writes to docgen's standard error.
  ///
  /// - Returns: Its exit code; `nil` if a signal ended it.
  ///
  /// The folder is passed as an argument and not as a part of the command, so no name of a folder
  /// can be read as shell syntax.
  static func shell(_ command: String, in folder: String) throws(FileError) -> Int32? {
    let words = ["-c", "cd -- \"$0\" && { \(command)\n}", folder]
    let child = try start("/bin/sh", words, output: STDERR_FILENO, unused: nil)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  /// Held while a pipe is opened or a program is started. A program that another thread starts must
  /// not inherit the pipe: reading ends only when all writers have ended.
  private static let starting = Locked(())

  /// Starts a program that gets lines while it runs, and whose errors are part of its output. It leads a
  /// process group.
  static func startConversation(
    _ program: String, _ arguments: [String], environment: [String: String]
  ) throws(FileError) -> (process: pid_t, input: Int32, output: Int32) {
    var (questions, answers): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    // A write to a socket returns an error if the program has ended; one to a pipe ends docgen.
    guard openPipe(&questions, isSocket: true) == 0, openPipe(&answers) == 0 else {
      throw FileError("run", program)
    }
    do throws(FileError) {
      defer {
        close(questions[0])
        close(answers[1])
      }
      let child = try start(
        program, arguments, output: answers[1], unused: answers[0], environment: environment,
        input: questions[0])
      return (child, questions[1], answers[0])
    } catch {
      close(questions[1])
      close(answers[0])
      throw error
    }
  }

  /// Sends text to a program, unless it has ended.
  static func send(_ text: String, to socket: Int32) {
    let bytes = Array(text.utf8)
    #if canImport(Glibc)
      _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    #elseif canImport(Musl)
      _ = Musl.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    #else
      var isQuiet: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
      _ = Darwin.send(socket, bytes, bytes.count, 0)
    #endif
  }

  private static func openPipe(_ ends: inout [Int32], isSocket: Bool = false) -> Int32 {
    starting.withLock { _ in
      #if canImport(Glibc)
        let stream = Int32(SOCK_STREAM.rawValue)
      #else
        let stream = SOCK_STREAM
      #endif
      let result = isSocket ? socketpair(AF_UNIX, stream, 0, &ends) : pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return result
    }
  }

  /// Starts a program. Its errors are discarded unless it shares docgen's standard error; `unused` is
  /// closed in it.
  private static func start(
    _ program: String, _ arguments: [String], output: Int32, unused: Int32?,
    environment: [String: String]? = nil, input: Int32? = nil
  ) throws(FileError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if environment != nil {
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    if let unused {
      if environment == nil {
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
      } else {
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
      }
      posix_spawn_file_actions_addclose(&actions, unused)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    let variables = environment.map { $0.map { strdup("\($0.key)=\($0.value)") } + [nil] }
    defer { for word in words + (variables ?? []) { free(word) } }
    #if canImport(Darwin)
      let inherited = _NSGetEnviron().pointee
    #else
      let inherited = environ
    #endif
    var child = pid_t()
    let failure = starting.withLock { _ in
      variables.map { posix_spawnp(&child, program, &actions, &attributes, words, $0) }
        ?? posix_spawnp(&child, program, &actions, &attributes, words, inherited)
    }
    guard failure == 0 else { throw FileError("run", program, code: failure) }
    return child
  }

  /// Reads to the end, up to an `ending` after which the program waits, or until a limit is exceeded.
  ///
  /// Waits with `poll`, since a blocking read could outlast the limit.
  static func read(
    _ descriptor: Int32, into bytes: inout [UInt8], until end: ContinuousClock.Instant,
    atMost limit: Int, upTo ending: [UInt8]? = nil
  ) -> Excess? {
    let size = 1 << 16
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let rest = (end - .now).components.seconds
      guard rest >= 0 else { return .time }
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, Int32(clamping: rest * 1_000 + 1))
      if ready < 0, errno != EINTR { return .time }
      if ready <= 0 { continue }
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer, size)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, buffer, size)
      #else
        let count = Darwin.read(descriptor, buffer, size)
      #endif
      if count == 0 { return nil }
      if count > 0 { bytes += UnsafeRawBufferPointer(start: buffer, count: count) }
      if count < 0, errno != EINTR { return .time }
      if bytes.count > limit { return .output }
      if let ending, bytes.suffix(ending.count) == ending[...] { return nil }
    }
  }
}
