#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Random numbers that only the user's own runs of the program know.
///
/// They are in `docgen/secret` below `$XDG_CACHE_HOME` or `~/.cache`, which only the user can read.
/// Without that file, each run has new numbers, and finds nothing in a cache.
///
/// Why a secret: a cached result is found by the digest of a file. Whoever can predict digests
/// could prepare two files with the same one, and let a check of the harmless file vouch for the
/// other. With secret factors, the author of a repository cannot compute any digest.
package struct CacheSecret: Sendable {
  package var first: UInt64
  package var second: UInt64
  /// Odd, because it is a factor.
  package var third: UInt64
  package var fourth: UInt64

  package static let own = CacheSecret(numbers: folder.flatMap(stored) ?? random)

  private init(numbers: [UInt64]) {
    (first, second, third, fourth) = (numbers[0], numbers[1], numbers[2] | 1, numbers[3] | 1)
  }

  /// The folder for everything that later runs reuse; `nil` if there is none, or if
  /// `DOCGEN_CACHE=off` disables it.
  package static var folder: String? {
    if variable("DOCGEN_CACHE") == "off" { return nil }
    let cache = variable("XDG_CACHE_HOME") ?? variable("HOME").map { $0 + "/.cache" }
    return cache.flatMap { $0.hasPrefix("/") ? $0 + "/docgen" : nil }
  }

  private static var random: [UInt64] {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in generator.next() }
  }

  /// The numbers in a folder's file, which is created if it does not exist.
  ///
  /// Returns `nil` if the file cannot be created, belongs to another user, or can be read by
  /// others. Digests then differ in each run, which makes caches useless but never wrong.
  private static func stored(in folder: String) -> [UInt64]? {
    let path = folder + "/secret"
    if let numbers = read(path) { return numbers }
    var made = ""
    for part in folder.split(separator: "/") {
      made += "/" + part
      mkdir(made, 0o755)
    }
    // Of several first runs at once, the first one to link its file wins.
    let temporary = "\(path).\(getpid())"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
    if file < 0 { return nil }
    let numbers = random
    let count = numbers.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if close(file) == 0, count == 32 { link(temporary, path) }
    unlink(temporary)
    return read(path)
  }

  private static func read(_ path: String) -> [UInt64]? {
    let file = open(path, O_RDONLY | O_NOFOLLOW)
    if file < 0 { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_uid == getuid(), status.st_mode & 0o077 == 0 else {
      return nil
    }
    var numbers = [UInt64](repeating: 0, count: 4)
    let count = numbers.withUnsafeMutableBytes { Self.bytes(of: file, into: $0) }
    return count == 32 ? numbers : nil
  }

  private static func bytes(of file: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(file, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      Musl.read(file, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(file, buffer.baseAddress, buffer.count)
    #endif
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }
}
