#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs Git in the checkout of a folder, with the `GitPrecautions` for untrusted checkouts.
struct Git: Sendable {
  let folder: String
  /// Whether its error messages go to standard error; otherwise they are discarded.
  var reportsErrors = true

  /// The output of git, byte for byte; `nil` if it fails or is not installed.
  func output(_ words: [String]) -> [UInt8]? {
    GitPrecautions.of(folder).command(words, in: folder).flatMap(run)
  }

  /// The same with only these environment variables.
  func output(_ words: [String], _ variables: String) -> [UInt8]? {
    run(GitPrecautions.command(words, in: folder, variables: variables))
  }

  private func run(_ command: String) -> [UInt8]? {
    guard let stream = open(command) else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, stream)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return pclose(stream) == 0 ? bytes : nil
  }

  /// Starts git with its standard output as a stream, which the caller closes with `pclose`.
  func start(_ words: [String]) -> UnsafeMutablePointer<FILE>? {
    GitPrecautions.of(folder).command(words, in: folder).flatMap(open)
  }

  private func open(_ command: String) -> UnsafeMutablePointer<FILE>? {
    popen(command + (reportsErrors ? "" : " 2>/dev/null"), "r")
  }

  /// The lines that git prints, without their ends.
  func lines(_ words: [String]) -> [String]? {
    output(words).map { bytes in
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
