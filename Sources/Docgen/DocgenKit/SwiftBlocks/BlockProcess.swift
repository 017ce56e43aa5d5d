import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The processes that verified blocks need. Nothing here runs unless the user allows it.
enum BlockProcess {
  /// Runs a program of the toolchain. Its errors are part of the output.
  static func tool(
    _ words: [String], in folder: String, seconds: Int
  ) throws(FileError) -> ChildProcess {
    try ChildProcess(
      "/bin/sh", ["-c", "cd -- \"$0\" && exec \"$@\" 2>&1", folder] + words, seconds: seconds)
  }

  /// The outcome of compiled blocks.
  struct Run: Sendable {
    /// More than 128 if a signal ended the program; `nil` if it took too long.
    var exitCode: Int32?
    var output: [UInt8]
    var errors: String
  }

  /// The maximum number of seconds for the blocks of a page.
  static let seconds = 20
  /// The maximum memory of a process, in KiB.
  private static let memory = 4 << 20
  /// The maximum size of the output, and of a file, in MiB.
  static let outputLimit = 64
  /// The exit code if that is exceeded: the signal SIGXFSZ.
  static let tooMuchOutput = 128 + SIGXFSZ

  /// Runs compiled blocks in an empty folder, without a network where the system can take it away.
  static func blocks(_ program: String, entry: String) throws(FileError) -> Run {
    let scratch = try ScratchFolder("blocks")
    defer { scratch.remove() }
    let folder = scratch.path + "/home"
    try FileSystem.makeFolder(folder)
    // Without a namespace, the limit of processor time ends what outlives the shell.
    let script =
      "ulimit -d \(memory) 2>/dev/null; ulimit -f \(outputLimit << 11); ulimit -t \(2 * seconds); "
      + "export HOME=\"$0\" TMPDIR=\"$0\" TZ=UTC LC_ALL=C.UTF-8 SWIFT_BACKTRACE=enable=no; "
      + "cd -- \"$0\" && \"$@\" >../output 2>../errors; exit $?"
    let words =
      (NetworkIsolation.command ?? []) + ["/bin/sh", "-c", script, folder, program, entry]
    let process = try ChildProcess(words[0], Array(words.dropFirst()), seconds: seconds)
    func content(_ name: String) -> [UInt8] {
      (try? FileSystem.unseenRead("\(scratch.path)/\(name)")) ?? []
    }
    return Run(
      exitCode: process.exitCode, output: content("output"),
      errors: String(decoding: content("errors"), as: UTF8.self))
  }
}
