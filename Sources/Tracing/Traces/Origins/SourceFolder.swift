#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The Swift files of a project, which a trace lists as its sources.
///
///     let folder = SourceFolder()
///     var trace = recorder.trace(header: TraceHeader(scenario: "download"))
///     trace.sources = folder.sources(of: trace, and: [#fileID])
///
/// Files are read on demand from the disk of the machine that runs the program. A program that runs
/// without its sources (on a device) lists none.
public final class SourceFolder: Sendable {
  /// The folder that paths in traces are relative to.
  public let path: String
  /// The paths of all Swift files below it.
  private let files: [String]
  private let known = TraceLock<[String: FileFacts]>([:])

  private struct FileFacts {
    var source: TraceSource
    var code: CodeDigest
    /// The first two folders of the path, often those of the sources and of the module.
    var module: ArraySlice<Substring>
    var isTest: Bool

    /// Whether the file declares or extends one of the types, and is not a test.
    func defines(_ types: Set<String>) -> Bool {
      !isTest
        && !(code.declaredTypes.isDisjoint(with: types)
          && code.extendedTypes.isDisjoint(with: types))
    }
  }

  /// Finds the project of a source file: the nearest enclosing folder with a `.docgen.json`, or
  /// else with a `Package.swift` or a Git repository.
  public convenience init(around file: String = #filePath) {
    let above = Self.folders(above: file)
    func nearest(_ name: String) -> String? { above.first { Self.exists($0 + "/" + name) } }
    self.init(
      at: nearest(".docgen.json") ?? nearest("Package.swift") ?? nearest(".git") ?? above.first
        ?? "/")
  }

  /// The Swift files below a folder, except in hidden folders, dependencies and build products.
  public init(at path: String) {
    self.path = path
    files = Self.swiftFiles(below: path)
  }

  /// The sources of a trace: the files of its call sites, the files that declare or extend its
  /// machines, the types that these use or its participants, and the given files.
  ///
  /// - Parameters:
  ///   - trace: a recorded trace.
  ///   - additional: further files in the form of `#fileID`, such as that of the scenario.
  /// - Returns: the sources, by path.
  public func sources(of trace: Trace, and additional: [String] = []) -> [TraceSource] {
    var sites = Set(additional)
    var machines = Set(trace.machines.flatMap { [$0.type, $0.name] })
    var types = Set(trace.header.participants.map(\.name))
    for record in trace.records {
      if let site = record.site { sites.insert(site.file) }
      switch record.body {
      case .transition(let transition): machines.insert(transition.machine)
      case .call(let call): types.formUnion([call.from, call.to])
      default: break
      }
    }
    let all = files.map(facts)
    let used = all.filter { $0.defines(machines) }.map { ($0.module, $0.code.capitalized) }
    types.formUnion(machines)
    let called = files(ofSites: sites)
    return all.filter { facts in
      called.contains(facts.source.file) || facts.defines(types)
        || !facts.isTest
          && used.contains { module, names in
            module == facts.module && !names.isDisjoint(with: facts.code.declaredTypes)
          }
    }.map(\.source)
  }

  /// The files that match a `#fileID`; all of them if a module has several files of that name.
  private func files(ofSites sites: Set<String>) -> Set<String> {
    var byName: [Substring: [String]] = [:]
    for file in files { byName[file.lastComponent, default: []].append(file) }
    return Set(
      sites.flatMap { site -> [String] in
        let found = byName[site.lastComponent] ?? []
        let module = site.prefix { $0 != "/" }
        let own = found.filter { $0.split(separator: "/").contains(module) }
        return own.isEmpty ? found : own
      })
  }

  private func facts(of file: String) -> FileFacts {
    known.withLock { known in
      if let facts = known[file] { return facts }
      let code = CodeDigest(of: Self.read(path + "/" + file) ?? [])
      let folders = file.split(separator: "/").dropLast()
      let facts = FileFacts(
        source: TraceSource(file: file, code: code), code: code, module: folders.prefix(2),
        isTest: folders.contains { $0.hasSuffix("Tests") })
      known[file] = facts
      return facts
    }
  }

  // MARK: - Files

  private static let foreign: Set<String> = [
    "node_modules", "DerivedData", "Pods", "Carthage", "checkouts",
  ]

  private static func folders(above file: String) -> [String] {
    var folders: [String] = []
    var path = file[...]
    while let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      path = path[..<slash]
      folders.append(String(path))
    }
    return folders
  }

  private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func swiftFiles(below root: String) -> [String] {
    var found: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      for (name, isFolder) in entries(in: root + "/" + folder) where !name.hasPrefix(".") {
        let path = folder.isEmpty ? name : folder + "/" + name
        if isFolder {
          if !foreign.contains(name) { folders.append(path) }
        } else if name.hasSuffix(".swift") {
          found.append(path)
        }
      }
    }
    return found.sorted()
  }

  /// The names in a folder; symbolic links are skipped.
  private static func entries(in folder: String) -> [(name: String, isFolder: Bool)] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var entries: [(String, Bool)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard lstat(folder + "/" + name, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: entries.append((name, true))
      case S_IFREG: entries.append((name, false))
      default: continue
      }
    }
    return entries
  }

  static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }
}

extension String {
  fileprivate var lastComponent: Substring { split(separator: "/").last ?? self[...] }
}
