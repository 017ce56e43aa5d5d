import Basics
import Diagnostics
import Rules

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs the console sessions of a page: in one shell, in a copy of the project's files, with a clean
/// environment, limits, and without a network where the system can take it away.
struct SessionShell: Sendable {
  /// The folder of the project.
  let root: String
  /// The files to copy, relative to the folder.
  let files: [String]
  /// The scratch folders that no session uses at the moment.
  private let folders = Locked<[SessionFolder]>([])

  /// The maximum memory of a process, in KiB.
  private static let memory = 4 << 20
  /// The maximum number of bytes that a page's sessions print.
  private static let mostOutput = 16 << 20

  init(root: String, files: [String]) {
    self.root = root
    self.files = files
  }

  private static let shell = FileSystem.unseenKind(of: "/bin/bash") == .file ? "bash" : "sh"

  /// Runs a script.
  ///
  /// - Throws: `FileError` if the copy cannot be made, or the shell cannot be started.
  func run(_ script: SessionScript) throws(FileError) -> SessionResult {
    let free = folders.withLock { $0.popLast() }
    var folder = if let free { free } else { try SessionFolder(files, of: root) }
    var isReusable = false
    defer { if isReusable { folders.withLock { $0.append(folder) } } else { folder.remove() } }
    // Commands cannot guess the line that ends their output.
    let mark = "docgen-\(UInt64.random(in: .min ... .max))"
    let scratch = folder.path
    let words =
      (NetworkIsolation.command ?? []) + [Self.shell, "-c", driver(script, mark: mark, in: folder)]
    let process = try ChildProcess(
      words[0], Array(words.dropFirst()), seconds: script.seconds,
      environment: environment(scratch), atMost: Self.mostOutput)
    // After a limit, a process of the session may still be ending.
    isReusable = process.excess == nil && (try? folder.reset()) != nil
    return result(of: process, script, mark: mark, scratch: scratch)
  }

  /// Removes the scratch folders.
  func cleanUp() {
    for folder in folders.withLock({ $0 }) { folder.remove() }
  }

  /// A shell script with a line for each command, so that a wrong one does not spoil the others.
  private func driver(
    _ script: SessionScript, mark: String, in folder: SessionFolder
  ) -> String {
    let end = "printf '\\n%s %d\\n' \(mark) $?"
    // A command may end the shell with a status.
    let start = [
      "ulimit -d \(Self.memory) 2>/dev/null", "cd \(Self.quoted(folder.project)) || exit",
      "trap \(Self.quoted(end)) EXIT",
    ]
    let commands = script.commands.map { "eval \(Self.quoted($0)); \(end)" }
    return (start + commands + ["trap - EXIT"]).joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  private func environment(_ scratch: String) -> [String: String] {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let products = ["debug", "release"].map { "\(root)/.build/\($0)" }
    return [
      "PATH": (products + [path]).joined(separator: ":"), "HOME": scratch + "/home",
      "TMPDIR": scratch + "/tmp", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC",
      "TERM": "dumb", "COLUMNS": "80", "SHELL": "/bin/sh", "USER": "user", "LOGNAME": "user",
    ]
  }

  // MARK: - Results

  private func result(
    of process: ChildProcess, _ script: SessionScript, mark: String, scratch: String
  ) -> SessionResult {
    var rest = String(decoding: process.output, as: UTF8.self)[...]
    var outputs: [SessionResult.Output] = []
    while let found = rest.firstRange(of: "\n\(mark) ") {
      let after = rest[found.upperBound...]
      let status = Int(after.prefix(while: \.isNumber)) ?? 0
      outputs.append(.init(lines: lines(of: rest[..<found.lowerBound], scratch), status: status))
      rest = after.drop { $0 != "\n" }.dropFirst()
    }
    let obstacle: String? =
      switch process.excess {
      case .time: "took longer than \(script.seconds.counted("second"))"
      case .output: "printed more than \(Self.mostOutput >> 20) MiB"
      case nil: nil
      }
    return SessionResult(outputs: outputs, obstacle: obstacle)
  }

  /// The lines of output without escape sequences, with `/project` for the folder of the copy.
  private func lines(of output: Substring, _ scratch: String) -> [String] {
    var text = output.replacing(scratch + "/", with: "/").replacing(root + "/", with: "/project/")
    text = text.replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "").replacing("\r\n", with: "\n")
    if text.isEmpty { return [] }
    if text.hasSuffix("\n") { text = text.dropLast() }
    // `bash: line 3: x: command not found`: the number is that of docgen's script.
    let number = #/^bash: (?:eval: )?line [0-9]+: /#
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let text = line.replacing(number, with: "bash: ")
      return String(
        String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 || $0 == "\t" }))
    }
  }
}
