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
  /// The places that no session uses at the moment.
  private let places = Locked<[Place]>([])

  /// A scratch folder with the process that runs sessions in it.
  private struct Place {
    var folder: SessionFolder
    /// `nil` if the next session needs a new one.
    var runner: SessionRunner?

    func remove() {
      runner?.stop()
      folder.remove()
    }
  }

  /// The maximum memory of a process, in KiB.
  private static let memory = 4 << 20
  /// The maximum number of bytes that a page's sessions print.
  private static let mostOutput = 16 << 20

  init(root: String, files: [String]) {
    self.root = root
    self.files = files
  }

  /// Runs a script.
  ///
  /// - Throws: `FileError` if the copy cannot be made, or the shell cannot be started.
  func run(_ script: SessionScript) throws(FileError) -> SessionResult {
    let free = places.withLock { $0.popLast() }
    var place = if let free { free } else { Place(folder: try SessionFolder(files, of: root)) }
    // Commands cannot guess the line that ends their output.
    let mark = "docgen-\(UInt64.random(in: .min ... .max))"
    let scratch = place.folder.path
    let file = scratch + "/script"
    let runner: SessionRunner
    do throws(FileError) {
      FileSystem.remove(file)
      try FileSystem.create(file, with: Array(driver(script, mark: mark, in: place.folder).utf8))
      let known = place.runner
      runner = if let known { known } else { try SessionRunner(environment: environment(scratch)) }
    } catch {
      place.remove()
      throw error
    }
    let (output, excess, isReady) = runner.run(
      file, seconds: script.seconds, atMost: Self.mostOutput)
    place.runner = isReady ? runner : nil
    if !isReady { runner.stop() }
    // After a limit, a process of the session may still be ending.
    if excess == nil, (try? place.folder.reset()) != nil {
      places.withLock { $0.append(place) }
    } else {
      place.remove()
    }
    return result(of: output, excess, script, mark: mark, scratch: scratch)
  }

  /// Removes the scratch folders, and ends their processes.
  func cleanUp() {
    for place in places.withLock({ $0 }) { place.remove() }
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
    of output: [UInt8], _ excess: ChildProcess.Excess?, _ script: SessionScript, mark: String,
    scratch: String
  ) -> SessionResult {
    var rest = String(decoding: output, as: UTF8.self)[...]
    var outputs: [SessionResult.Output] = []
    while let found = rest.firstRange(of: "\n\(mark) ") {
      let after = rest[found.upperBound...]
      let status = Int(after.prefix(while: \.isNumber)) ?? 0
      outputs.append(.init(lines: lines(of: rest[..<found.lowerBound], scratch), status: status))
      rest = after.drop { $0 != "\n" }.dropFirst()
    }
    let obstacle: String? =
      switch excess {
      case .time: "took longer than \(script.seconds.counted("second"))"
      case .output: "printed more than \(Self.mostOutput >> 20) MiB"
      case nil: nil
      }
    return SessionResult(outputs: outputs, obstacle: obstacle)
  }

  /// The lines of output without escape sequences, with `/project` for the folder of the copy.
  private func lines(of output: Substring, _ scratch: String) -> [String] {
    var text = output.replacing(scratch + "/", with: "/").replacing(root + "/", with: "/project/")
    if text.utf8.contains(0x1B) { text.replace(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "") }
    if text.utf8.contains(0x0D) { text.replace("\r\n", with: "\n") }
    if text.isEmpty { return [] }
    if text.hasSuffix("\n") { text = text.dropLast() }
    // `/script: line 3: x: command not found`: the number is that of docgen's script.
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let text =
        line.hasPrefix("/script: ")
        ? line.replacing(#/^/script: (?:eval: )?line [0-9]+: /#, with: "bash: ") : line
      return String(
        String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 || $0 == "\t" }))
    }
  }
}
