import Diagnostics
import JSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A package whose modules blocks are compiled against, built by SwiftPM if its files changed.
struct BuiltPackage: Sendable {
  /// The folder with `description.json` of the build.
  let buildFolder: String
  let imports: BlockImports
  /// A digest of the modules and objects, of the compiler and of docgen.
  let state: ContentDigest

  /// The reason why a package cannot be used.
  struct Failure: Error {
    var summary: String
    var notes: [String] = []
  }

  private static let seconds = 3_600
  private static let version = "docgen blocks 1"

  /// Builds the package in a folder, or uses a `finished` build. `files` are those that the build
  /// depends on, relative to the folder; `imported` are the modules that blocks import.
  ///
  /// - Throws: `Failure` if the package does not build.
  init(
    folder: String, files: [String], imported: Set<String>, finished: String?, cache: BlockCache?
  ) throws(Failure) {
    buildFolder = finished ?? folder + "/.build/debug"
    let compiler = Self.stamp(ofProgram: "swiftc")
    let stamps = files.map { "\($0) \(Self.stamp(folder + "/" + $0))" }
    let description = buildFolder + "/description.json"
    func sources() -> ContentDigest {
      let parts =
        [Self.version, folder, compiler, Self.stamp(description)] + imported.sorted() + stamps
      return ContentDigest(parts.joined(separator: "\n"))
    }
    // The modules of another build system change without the sources.
    let isDescribed = finished == nil || FileSystem.unseenKind(of: description) == .file
    if isDescribed, let known = cache?.build(of: folder), known.sources == sources() {
      (imports, state) = (known.imports, known.state)
      return
    }
    if finished == nil { try Self.build(folder) }
    let modules = BuiltModules(folder: buildFolder)
    let products =
      isDescribed
      ? try Self.libraryTargets(of: folder).filter { modules.modules[$0] != nil }
      : modules.modules.keys.sorted()
    let dependencies = imported.filter { modules.modules[$0] != nil && !products.contains($0) }
    imports = BlockImports(
      known: Set(modules.modules.keys), products: products, linked: products + dependencies.sorted()
    )
    let parts = [
      Self.version, compiler, String(CacheFolder.stamp ?? 0),
      modules.digest(of: imports.linked).text,
    ]
    state = ContentDigest(parts.joined(separator: "\n"))
    cache?.keep(BlockCache.Build(sources: sources(), state: state, imports: imports), of: folder)
  }

  private static func build(_ folder: String) throws(Failure) {
    let process = try run(["swift", "build"], in: folder)
    guard process.exitCode != 0 else { return }
    let errors = CompilerMessage.all(in: process.output).filter(\.isError)
    let located = errors.compactMap { error in
      error.file.map { "\($0):\(error.line): \(error.text)" }
    }
    let notes = located.isEmpty ? errors.map(\.text) : located
    throw Failure(summary: "the package does not build", notes: Array(notes.prefix(3)))
  }

  /// The targets of the library products; all targets that other code can import if there are none.
  private static func libraryTargets(of folder: String) throws(Failure) -> [String] {
    let process = try run(["swift", "package", "describe", "--type", "json"], in: folder)
    guard let start = process.output.firstIndex(of: UInt8(ascii: "{")),
      let root = try? JSONNode.parse(process.output[start...])
    else { throw Failure(summary: "`swift package describe` fails") }
    func elements(_ key: String) -> [JSONNode] {
      guard case .array(let nodes)? = root[key]?.value else { return [] }
      return nodes
    }
    let names = Dictionary(
      elements("targets").compactMap { target in
        target["name"]?.text.map { ($0, target["c99name"]?.text ?? $0) }
      }
    ) { first, _ in first }
    let products = elements("products").filter { $0["type"]?["library"] != nil }
      .flatMap { $0["targets"]?.texts ?? [] }
    let libraries = elements("targets").filter { $0["type"]?.text == "library" }
      .compactMap { $0["name"]?.text }
    let targets = products.isEmpty ? libraries : products
    return targets.enumerated().filter { !targets[..<$0].contains($1) }.map { names[$1] ?? $1 }
  }

  private static func run(_ words: [String], in folder: String) throws(Failure) -> ChildProcess {
    do throws(FileError) {
      return try BlockProcess.tool(words, in: folder, seconds: seconds)
    } catch {
      throw Failure(summary: "`\(words.joined(separator: " "))` cannot be started: \(error.reason)")
    }
  }

  /// Changes when a file does.
  private static func stamp(_ path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return "-" }
    let time = status.modified
    return "\(status.st_ino) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)"
  }

  private static func stamp(ofProgram name: String) -> String {
    let folders = getenv("PATH").map { String(cString: $0) }?.split(separator: ":") ?? []
    return folders.lazy.map { stamp("\($0)/\(name)") }.first { $0 != "-" } ?? "-"
  }
}
