extension CommandDescription {
  /// Runs the command line of a small program: prints help, the version or an error, or calls
  /// `body` with the command's path and arguments.
  ///
  /// Returns the result of `body`, `codes.success` after help or the version, and `codes.usage`
  /// after an invalid command line.
  package func run<Code>(
    _ words: [String], codes: (success: Code, usage: Code),
    output: (String) -> Void, errors: (String) -> Void,
    body: ([String], ParsedArguments) async throws(UsageError) -> Code
  ) async -> Code {
    do throws(UsageError) {
      switch try parse(words) {
      case .help(let path): output(help(at: path))
      case .version: output(ProgramVersion.description(of: name) + "\n")
      case .run(let path, let arguments): return try await body(path, arguments)
      }
      return codes.success
    } catch {
      let place = ([name] + error.path).joined(separator: " ")
      errors("\(name): \(error.message)\nTry '\(place) --help' for more.\n")
      return codes.usage
    }
  }
}

extension ParsedArguments {
  /// The value of an option that takes a whole number.
  package func number(
    _ option: String, default standard: Int, in range: ClosedRange<Int>, of command: String
  ) throws(UsageError) -> Int {
    guard let text = value(option) else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(option) takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'",
        path: [command])
    }
    return number
  }
}
