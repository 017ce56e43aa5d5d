import SwiftCode

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a project keeps what was read of its Swift files, so that the next run reads only what
/// changed: below `.build`, or where there is none below `$XDG_CACHE_HOME` or `~/.cache`.
///
/// `DOCGEN_CACHE=off` does without.
struct CodeStore: Sendable {
  /// Nothing where there is no place for it.
  private let file: String?

  init(root: Root) {
    file = Self.variable("DOCGEN_CACHE") == "off" ? nil : Self.file(of: root.folder)
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }

  private static func file(of folder: String) -> String? {
    if FileSystem.kind(of: folder + "/.build") == .folder { return folder + "/.build/docgen/code" }
    let home = variable("HOME").map { $0 + "/.cache" }
    guard let cache = variable("XDG_CACHE_HOME") ?? home else { return nil }
    // A name for each project, of the path that it has.
    let name = folder.split(separator: "/").joined(separator: "%")
    return "\(cache)/docgen/\(name.suffix(200))"
  }

  /// Reads files, those that did not change from what is kept. A cache that cannot be read or
  /// written is as good as none.
  func reading(_ inputs: [SourceInput], options: ReadingOptions) async -> CodeModel {
    guard let file, let stamp = Self.stamp else {
      return await CodeModel.reading(inputs, options: options)
    }
    let bytes = (try? FileSystem.read(file)) ?? []
    let (files, kept) = await FileDeclarations.reading(
      inputs, options: options, cache: CodeCache(bytes, stamp: stamp))
    if let kept { keep(CodeCache.bytes(of: kept, stamp: stamp), in: file) }
    return CodeModel(files)
  }

  private func keep(_ bytes: [UInt8], in file: String) {
    var folder = ""
    for part in file.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o755)
    }
    try? FileSystem.replace(file, with: bytes)
  }

  /// What tells this program from any other build of it: when and how its file was written.
  private static let stamp: UInt64? = {
    var status = stat()
    guard let path = CommandLine.arguments.first, stat(programPath(path), &status) == 0 else {
      return nil
    }
    var stamp: UInt64 = 0
    for part in [
      Int64(status.st_ino), Int64(status.st_size), Int64(status.modified.tv_sec),
      Int64(status.modified.tv_nsec),
    ] {
      stamp = (stamp ^ UInt64(bitPattern: part)) &* 0x9E37_79B9_7F4A_7C15
      stamp ^= stamp >> 29
    }
    return stamp
  }()

  /// The file of the running program.
  private static func programPath(_ argument: String) -> String {
    let own = "/proc/self/exe"
    return access(own, R_OK) == 0 ? own : argument
  }
}

extension stat {
  fileprivate var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
