import CommandLineTool
import Diagnostics
import Models
import SwiftIndex

/// Swift files from a command line, or those of the project around the working folder.
///
/// Without a configuration, modules come from the nearest `Package.swift` above each path.
/// Unreadable files are problems, and the rest is read.
struct SwiftFiles {
  private(set) var inputs: [SourceInput] = []
  private(set) var problems: [Diagnostic] = []

  /// Reads files and folders.
  init(paths: [String]) {
    for path in paths {
      do throws(FileError) {
        inputs += try Self.inputs(at: path)
      } catch {
        problems.append(.unreadable(error))
      }
    }
  }

  /// Reads the sources of the project that a folder belongs to; without one, its folder `Sources`,
  /// or else the folder itself.
  init(around folder: String) {
    guard let root = Root.find(from: folder).root else {
      let sources = folder + "/Sources"
      self.init(paths: [FileSystem.kind(of: sources) == .folder ? sources : folder])
      inputs = inputs.map { $0.shown(below: folder) }
      return
    }
    self.init(paths: [])
    var reader = ProjectReader(root: root)
    let modules = ModuleMap(reader.manifests().map(PackageManifest.init))
    let files = reader.files(root.configuration.sources, excluding: [ProjectReader.listings])
    inputs = files.map { modules.input($0) }
    platforms = root.configuration.platforms
    symbolGraphs = reader.symbolGraphs(root.configuration.symbolGraphs)
    problems = reader.problems
  }

  /// Reads the files that the options of a command line name; `paths` are its operands, or else
  /// `--sources`.
  init(_ context: CommandContext, paths: [String]? = nil) {
    let arguments = context.arguments
    let paths = paths ?? arguments[Self.sources]
    self = paths.isEmpty ? SwiftFiles(around: context.folder) : SwiftFiles(paths: paths)
    readSymbolGraphs(at: arguments[Self.symbolGraphsOption])
    compile(on: arguments[Self.platform], flags: arguments[Self.define])
  }

  /// The symbol graphs that the configuration or the command line names.
  private(set) var symbolGraphs: [SymbolGraph] = []
  /// The platforms that the sources are compiled for. `#if` branches that none of them compiles are
  /// ignored; without platforms, no branch is.
  private(set) var platforms: [BuildPlatform] = []

  private mutating func readSymbolGraphs(at paths: [String]) {
    for path in paths {
      do throws(FileError) {
        var files = [path]
        if FileSystem.kind(of: path) == .folder {
          files = try Self.files(matching: "**/*.symbols.json", below: path)
        }
        let read = try files.map { (file) throws(FileError) in (file, try FileSystem.read(file)) }
        let (graphs, errors) = SymbolGraphReader.read(read)
        symbolGraphs += graphs
        problems += errors
      } catch {
        problems.append(.unreadable(error))
      }
    }
  }

  /// The platforms of the command line replace those of the configuration.
  private mutating func compile(on systems: [String], flags: [String]) {
    if !systems.isEmpty { platforms = systems.map { BuildPlatform(os: $0) } }
    for index in platforms.indices { platforms[index].flags.formUnion(flags) }
  }

  static let sources = CommandOption.texts(
    "sources", value: "PATH",
    "Read this Swift file or folder; may be repeated. By default the sources of .docgen.json, or "
      + "the folder Sources, or the working folder")
  private static let symbolGraphsOption = CommandOption.texts(
    "symbol-graphs", value: "PATH",
    "Add this symbol graph of the compiler, or a folder of them; may be repeated")
  private static let platform = CommandOption.texts(
    "platform", value: "NAME", choices: BuildPlatform.systems,
    "Ignore what '#if' excludes on this system; may be repeated, for code that any of them compiles"
  )
  private static let define = CommandOption.texts(
    "define", value: "FLAG", "With --platform: set this flag of '#if'; may be repeated")

  static let platformOptions: [any CommandLineOption] = [platform, define]
  static let compilerOptions: [any CommandLineOption] = [symbolGraphsOption] + platformOptions

  /// Reads the declarations, and prints errors.
  func read(_ console: any Console) async -> CodeModel {
    let files = await FileDeclarations.reading(inputs)
    let code = CodeModel(files.map { $0.active(on: platforms) }, symbolGraphs: symbolGraphs)
    let sources = inputs.map { ($0.path, SourceText(bytes: $0.bytes)) }
    FindingsPrinter.printingErrors(console)
      .show(problems + code.diagnostics, sources: Dictionary(sources) { first, _ in first })
    return code
  }

  /// The files below a folder that match a pattern.
  ///
  /// - Throws: `FileError` also if one is a link out of the repository.
  private static func files(
    matching pattern: String, below folder: String
  ) throws(FileError) -> [String] {
    let confinement = Confinement(folder)
    return try FileFinder.files(matching: [pattern], in: folder).map { (path) throws(FileError) in
      _ = try confinement.resolved(path, for: "read")
      return folder + "/" + path
    }
  }

  /// A file, the Swift files below a folder, or standard input.
  ///
  /// - Throws: `FileError` for the first file that cannot be read.
  private static func inputs(at path: String) throws(FileError) -> [SourceInput] {
    if path == "-" {
      return [SourceInput(path: ByteStream.standardInputName, bytes: try ByteStream().all())]
    }
    var paths = [path]
    let root = path.hasSuffix("/") ? String(path.dropLast()) : path
    if FileSystem.kind(of: path) == .folder {
      paths = try files(matching: "**/*.swift", below: root)
    }
    let (modules, folder) = try modules(around: root)
    return try paths.map { (file) throws(FileError) in
      let place = (folder + file.dropFirst(root.count)).drop { $0 == "/" }
      return SourceInput(
        path: file, module: modules.module(ofFile: String(place)), bytes: try FileSystem.read(file))
    }
  }

  /// The modules of the package around a path, and the path relative to the package's folder.
  private static func modules(
    around path: String
  ) throws(FileError) -> (ModuleMap, path: String) {
    let name = "Package.swift"
    guard let file = FileSystem.nearest(name, from: path) else { return (ModuleMap(), path) }
    let manifest = PackageManifest(file: name, bytes: try FileSystem.read(file))
    let place = FileSystem.absolute(path).dropFirst(file.count - name.count)
    return (ModuleMap([manifest]), String(place))
  }
}

extension SourceInput {
  fileprivate func shown(below folder: String) -> SourceInput {
    guard path.hasPrefix(folder + "/") else { return self }
    var input = self
    input.path = String(path.dropFirst(folder.count + 1))
    return input
  }
}

extension Diagnostic {
  fileprivate static func unreadable(_ error: FileError) -> Diagnostic {
    Diagnostic(
      rule: .unreadable, at: SourceLocation(file: error.path),
      "the file cannot be read: \(error.reason)")
  }
}
