#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where the running program lies, and what was installed with it:
///
///     PREFIX/bin/docgen
///     PREFIX/share/docgen/templates
enum Installation {
  /// The file of the running program; nothing where only a name is known of it.
  static var program: String? {
    let own = "/proc/self/exe"
    if access(own, R_OK) == 0 { return own }
    return CommandLine.arguments.first.flatMap { $0.contains("/") ? $0 : nil }
  }

  /// The folder of the templates that every project has; nothing for a program that was built and
  /// not installed.
  static var templates: String? {
    guard let program else { return nil }
    let parts = FileSystem.absolute(program).split(separator: "/").dropLast(2)
    let folder = "/" + parts.joined(separator: "/") + "/share/docgen/templates"
    return FileSystem.kind(of: folder) == .folder ? folder : nil
  }
}
