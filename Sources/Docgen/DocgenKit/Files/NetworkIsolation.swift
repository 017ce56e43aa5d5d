/// A way to run a program without a network.
enum NetworkIsolation {
  /// The words before the program; `nil` if the system cannot take the network away.
  ///
  /// On Linux, the program gets its own namespaces for the network and, where the system permits, for
  /// processes, which then all end with the program. With these, it also gets a `/proc` of its own:
  /// Swift's runtime traps if the threads there are not those of its process.
  static let command: [String]? = {
    #if canImport(Darwin)
      let commands = [["sandbox-exec", "-p", "(version 1)(allow default)(deny network*)"]]
    #else
      let processes = "-n -p -f --kill-child --mount-proc"
      let commands = ["-c \(processes)", "-r \(processes)", "-r -n"].map {
        ["unshare"] + $0.split(separator: " ").map(String.init)
      }
    #endif
    return commands.first { words in
      (try? ChildProcess(words[0], words.dropFirst() + ["true"], seconds: 5))?.exitCode == 0
    }
  }()
}
