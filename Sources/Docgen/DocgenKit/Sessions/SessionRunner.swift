import Basics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A process that runs the sessions of pages one after the other, each in a shell of its own.
///
/// Making namespaces takes longer than most sessions, so they are made once for many. After each
/// session, the runner ends all processes of its namespace.
struct SessionRunner: Sendable {
  /// Whether a runner can take a further session: without a namespace for processes, only its end ends
  /// what a session has started.
  static var isReusable: Bool { NetworkIsolation.command?.contains("-p") == true }
  /// The shell of sessions.
  static let shell = FileSystem.unseenKind(of: "/bin/bash") == .file ? "bash" : "sh"

  private let process: pid_t
  /// The socket for the paths of scripts.
  private let input: Int32
  private let output: Int32
  /// The line after the output of a session. Commands cannot guess it.
  private let end: String

  /// `$0` is the shell, and `$1` the line that ends a session. Only the first process of a namespace
  /// has the number 1.
  private static let loop = """
    while IFS= read -r script; do
      "$0" "$script" </dev/null 2>&1
      [ $$ -eq 1 ] && kill -9 -1 2>/dev/null
      wait
      printf '\\n%s\\n' "$1"
    done
    """

  /// - Throws: `FileError` if the shell cannot be started.
  init(environment: [String: String]) throws(FileError) {
    end = "docgen-end-\(UInt64.random(in: .min ... .max))"
    let words = (NetworkIsolation.command ?? []) + [Self.shell, "-c", Self.loop, Self.shell, end]
    (process, input, output) = try ChildProcess.startConversation(
      words[0], Array(words.dropFirst()), environment: environment)
  }

  /// Runs the script in a file.
  ///
  /// - Returns: Its output, the limit that it exceeded, and whether the runner is ready for another one.
  func run(
    _ script: String, seconds: Int, atMost limit: Int
  ) -> (output: [UInt8], excess: ChildProcess.Excess?, isReady: Bool) {
    ChildProcess.send("\(script)\n", to: input)
    var bytes: [UInt8] = []
    let ending = Array("\n\(end)\n".utf8)
    let excess = ChildProcess.read(
      output, into: &bytes, until: .now + .seconds(seconds), atMost: limit, upTo: ending)
    let isReady = excess == nil && bytes.suffix(ending.count) == ending[...]
    if isReady { bytes.removeLast(ending.count) }
    return (bytes, excess, isReady && Self.isReusable)
  }

  /// Ends the runner with everything that it started.
  func stop() {
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    close(input)
    close(output)
  }
}
