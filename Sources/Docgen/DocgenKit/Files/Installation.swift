#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The location of the running program.
enum Installation {
  /// Its file; `nil` if only its name is known.
  static var program: String? {
    let own = "/proc/self/exe"
    if access(own, R_OK) == 0 { return own }
    return CommandLine.arguments.first.flatMap { $0.contains("/") ? $0 : nil }
  }

  /// `PREFIX/share/docgen`, whether it exists or not.
  static var share: String? {
    guard let program else { return nil }
    let parts = FileSystem.absolute(program).split(separator: "/").dropLast(2)
    return "/" + parts.joined(separator: "/") + "/share/docgen"
  }
}
