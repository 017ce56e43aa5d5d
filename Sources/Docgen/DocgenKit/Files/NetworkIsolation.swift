/// A way to run a program without a network.
enum NetworkIsolation {
  /// The words before the program; `nil` if the system cannot take the network away.
  ///
  /// On Linux, the program gets its own namespaces for the network and, where the system permits, for
  /// processes, which then all end with the program.
  static let command: [String]? = {
    #if canImport(Darwin)
      let commands = [["sandbox-exec", "-p", "(version 1)(allow default)(deny network*)"]]
    #else
      let commands = ["-c -n -p -f --kill-child", "-r -n -p -f --kill-child", "-r -n"].map {
        ["unshare"] + $0.split(separator: " ").map(String.init)
      }
    #endif
    return commands.first { words in
      (try? ChildProcess(words[0], words.dropFirst() + ["true"], seconds: 5))?.exitCode == 0
    }
  }()
}
