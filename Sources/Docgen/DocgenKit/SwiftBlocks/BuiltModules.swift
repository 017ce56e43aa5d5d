import Diagnostics
import JSON

/// The modules that SwiftPM has built, read from its own description of the build, or those in a
/// folder of another build system: `*.swiftmodule` with objects and libraries.
struct BuiltModules: Sendable {
  struct Module: Sendable {
    var isLibrary: Bool
    /// The modules that it needs, directly and indirectly.
    var dependencies: [String]
    var objects: [String]
    /// The options of the compiler that clients need as well.
    var options: [String]
    var languageMode: String?
  }

  /// The folder with a folder for the modules, and one with the objects of each target.
  let folder: String
  private(set) var modules: [String: Module] = [:]
  /// Whether SwiftPM describes the build.
  let isDescribed: Bool

  /// The modules of a build folder.
  init(folder: String) {
    self.folder = folder
    isDescribed = FileSystem.unseenKind(of: folder + "/description.json") == .file
    guard isDescribed else {
      addModules()
      return
    }
    guard let bytes = try? FileSystem.unseenRead(folder + "/description.json"),
      let root = try? JSONNode.parse(bytes[...])
    else { return }
    let dependencies = root["targetDependencyMap"]?.members ?? []
    let needed = Dictionary(dependencies.map { ($0.key, $0.node.texts) }) { first, _ in first }
    for command in root["swiftCommands"]?.members ?? [] {
      guard let name = command.node["moduleName"]?.text else { continue }
      let arguments = command.node["otherArguments"]?.texts ?? []
      modules[name] = Module(
        isLibrary: command.node["isLibrary"]?.value == .boolean(true),
        dependencies: needed[name] ?? [], objects: command.node["objects"]?.texts ?? [],
        options: Self.clientOptions(arguments),
        languageMode: arguments.firstIndex(of: "-swift-version").map { arguments[$0 + 1] })
    }
  }

  /// The modules in the folder, each with all objects and libraries.
  private mutating func addModules() {
    let names = (try? FileSystem.unseenNames(in: folder).sorted()) ?? []
    let objects = names.filter { name in
      [".o", ".a", ".so", ".dylib"].contains { name.hasSuffix($0) }
    }.map { "\(folder)/\($0)" }
    let path = ["-Xlinker", "-rpath", "-Xlinker", folder]
    let ending = ".swiftmodule"
    for name in names where name.hasSuffix(ending) {
      modules[String(name.dropLast(ending.count))] = Module(
        isLibrary: true, dependencies: [], objects: objects + path, options: ["-I", folder])
    }
  }

  /// The options of the compiler for files that import modules.
  func options(for imports: [String]) -> [String] {
    let all = closure(imports)
    let mode = imports.compactMap { modules[$0]?.languageMode }.first
    var options = ["-I", folder + "/Modules", "-module-cache-path", folder + "/ModuleCache"]
    if let mode { options += ["-swift-version", mode] }
    var seen: Set<[String]> = []
    for name in all {
      for option in Self.groups(modules[name]?.options ?? []) where seen.insert(option).inserted {
        options += option
      }
    }
    return options
  }

  /// The objects of modules and of everything that they need.
  func objects(for imports: [String]) -> [String] {
    if !isDescribed { return modules.values.first?.objects ?? [] }
    return closure(imports).flatMap { name in
      modules[name].map { $0.isLibrary ? $0.objects : [] }
        ?? cObjects(below: "\(folder)/\(name).build")
    }
  }

  /// A digest of everything that blocks with these imports are compiled and linked with.
  func digest(of imports: [String]) -> ContentDigest {
    let place = isDescribed ? folder + "/Modules" : folder
    let modules = closure(imports).map { "\(place)/\($0).swiftmodule" }
    let parts = (modules + objects(for: imports)).map { path in
      (try? FileSystem.unseenRead(path)).map { ContentDigest($0).text } ?? "-"
    }
    return ContentDigest((options(for: imports) + parts).joined(separator: "\n"))
  }

  private func closure(_ imports: [String]) -> [String] {
    var names: [String] = []
    for name in imports where modules[name] != nil {
      for one in [name] + (modules[name]?.dependencies ?? []) where !names.contains(one) {
        names.append(one)
      }
    }
    return names
  }

  /// The objects of a target in another language.
  private func cObjects(below folder: String) -> [String] {
    let entries = (try? FileSystem.unseenEntries(in: folder)) ?? []
    return entries.flatMap { entry in
      let path = "\(folder)/\(entry.name)"
      if FileSystem.unseenKind(of: path) == .folder { return cObjects(below: path) }
      return entry.name.hasSuffix(".o") ? [path] : []
    }
  }

  private static let withValue: Set = [
    "-Xcc", "-I", "-F", "-sdk", "-target", "-plugin-path", "-load-plugin-executable",
    "-external-plugin-path", "-load-plugin-library",
  ]

  private static func clientOptions(_ arguments: [String]) -> [String] {
    var options: [String] = []
    var index = 0
    while index + 1 < arguments.count {
      let isNeeded = withValue.contains(arguments[index])
      if isNeeded { options += arguments[index...index + 1] }
      index += isNeeded ? 2 : 1
    }
    return options
  }

  /// Options that belong together: `-Xcc -I -Xcc path` and `-I path`.
  private static func groups(_ options: [String]) -> [[String]] {
    var groups: [[String]] = []
    for index in stride(from: 0, to: options.count - 1, by: 2) {
      let pair = Array(options[index...index + 1])
      if let last = groups.last, last.count == 2, last[0] == "-Xcc",
        ["-I", "-isystem"].contains(last[1])
      {
        groups[groups.count - 1] += pair
      } else {
        groups.append(pair)
      }
    }
    return groups
  }
}

extension JSONNode {
  subscript(key: String) -> JSONNode? { members.first { $0.key == key }?.node }
}
