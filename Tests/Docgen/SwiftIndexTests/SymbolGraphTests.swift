import Diagnostics
import Foundation
import SwiftIndex
import TestTools
import Testing

/// Compares the compiler's facts about a compiled module with those read from its sources.
@Suite("Symbol graph of the compiler")
struct SymbolGraphTests {
  /// Modules whose imports the compiler's tool can all resolve.
  static let modules = [
    "Sync", "JSON", "Diagnostics", "TypedMetrics", "MetricPayloads", "SyncTelemetry",
    "CommandLineTool",
  ]

  @Test(arguments: modules)
  func `declarations, their kinds and argument labels are the same`(module: String) throws {
    let graph = try SymbolGraph(of: module)
    let code = PackageSources.model(of: module)
    let read = ReadSymbols(module, in: code)
    #expect(graph.symbols.count > 30)
    #expect(graph.symbols.subtracting(read.all).sorted() == [])
    #expect(read.unconditional.subtracting(graph.symbols).sorted() == [])
  }

  @Test(arguments: modules)
  func `structs are created as the compiler allows`(module: String) throws {
    let graph = try SymbolGraph(of: module)
    let code = PackageSources.model(of: module)
    var memberwise = 0
    // The compiler's tool skips initializers that extensions of protocols provide.
    let provided = Set(
      code.types.filter { $0.kind == .protocol }.flatMap(\.initializers).filter(\.isFromExtension)
        .compactMap { $0.signature.map { InitializerForm($0).labels } })
    for type in code.types
    where type.module == module && type.kind == .struct && type.access > .fileprivate
      && type.conditions.isEmpty
    {
      guard let forms = code.initializerForms(of: type) else { continue }
      if type.initializers.isEmpty { memberwise += 1 }
      let known = graph.initializers[type.qualifiedName] ?? []
      let read = Set(forms.map(\.labels))
      let unknown = read.subtracting(known).subtracting(provided)
      #expect(unknown.isEmpty, "\(type.qualifiedName): \(unknown) \(known)")
      // If all properties have defaults, the compiler also writes `init()`.
      for labels in known {
        #expect(forms.contains { $0.accepts(labels) }, "\(type.qualifiedName): \(labels)")
      }
    }
    #expect(memberwise > 0 || module == "Diagnostics")
  }

  @Test(arguments: modules)
  func `every parsed conformance is known to the compiler`(module: String) throws {
    let graph = try SymbolGraph(of: module)
    let code = PackageSources.model(of: module)
    var count = 0
    for type in code.types where type.module == module && type.access > .fileprivate {
      for inheritance in type.inheritance
      where !inheritance.isSuppressed && inheritance.compilationConditions.isEmpty
        && type.conditions.isEmpty
      {
        // A raw type and `AnyObject` are not conformances, and a composition is several.
        guard case .named(let name, _) = inheritance.type.structure,
          !["Int", "String", "Int32", "UInt8", "UInt64", "AnyObject"].contains(name),
          code.type(named: name).only?.kind != .typealias
        else { continue }
        count += 1
        let part = name.split(separator: ".").last.map(String.init) ?? name
        let last = part == "Codable" ? "Decodable" : part
        #expect(
          graph.parents[type.qualifiedName]?.contains(last) == true,
          "\(type.qualifiedName): \(name)")
      }
    }
    #expect(count > 5)
  }
}

/// Parsed symbols such as `method SyncEngine.performSync()`.
private struct ReadSymbols {
  var all: Set<String> = []
  /// The symbols outside `#if`.
  var unconditional: Set<String> = []

  init(_ module: String, in code: CodeModel) {
    for type in code.types where type.module == module && type.access > .fileprivate {
      let kind = type.kind == .actor ? "class" : type.kind.rawValue
      add("\(kind) \(type.qualifiedName)", type.conditions)
      for member in type.members { add(member, type.conditions) }
    }
    for extended in code.foreignExtensions where extended.module == module {
      for member in extended.members { add(member, extended.conditions) }
    }
    for member in code.globals where member.location.file.contains("/\(module)/") {
      add(member, [])
    }
  }

  private mutating func add(_ member: Member, _ conditions: [CompilationCondition]) {
    guard member.access > .fileprivate, let text = Self.text(of: member) else { return }
    add(text, conditions + member.conditions)
  }

  private mutating func add(_ text: String, _ conditions: [CompilationCondition]) {
    all.insert(text)
    if conditions.isEmpty { unconditional.insert(text) }
  }

  private static func text(of member: Member) -> String? {
    let prefix = member.isStatic ? "type." : ""
    let labels = member.signature?.labels ?? []
    let name = member.qualifiedName
    func call(_ labels: [String]) -> String { name + "(" + labels.map { $0 + ":" }.joined() + ")" }
    switch member.kind {
    case .method where member.isOperator:
      return "func.op " + call(labels.map { _ in "_" })
    case .method: return (member.owner == nil ? "func " : "\(prefix)method ") + call(labels)
    case .property: return (member.owner == nil ? "var " : "\(prefix)property ") + name
    case .initializer: return "init " + call(labels)
    case .subscript: return "\(prefix)subscript " + call(labels)
    case .enumCase(let value):
      let labels = value.associatedValues.map { $0.label ?? "_" }
      return "enum.case " + (labels.isEmpty ? name : call(labels))
    case .associatedType: return "associatedtype " + name
    case .macro: return "macro " + call(labels)
    // The graph omits them.
    case .deinitializer: return nil
    }
  }
}

/// The hand-written symbols in the output of `swift-symbolgraph-extract`.
private struct SymbolGraph {
  private(set) var symbols: Set<String> = []
  /// For each type, the last name parts of the types that it conforms to or inherits from.
  private(set) var parents: [String: Set<String>] = [:]
  /// For each type, the labels of its initializers, including those that the compiler writes.
  private(set) var initializers: [String: Set<[String]>] = [:]

  init(of module: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("symbols-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    let modules = URL(fileURLWithPath: bundle).deletingLastPathComponent()
      .appendingPathComponent("Modules")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swift-symbolgraph-extract", "-module-name", module, "-I", modules.path, "-target",
      Self.target, "-minimum-access-level", "private", "-output-dir", folder.path,
    ]
    for name in ["CCMark", "CSQLite", "CMicroHTTPD"] {
      process.arguments?.append(contentsOf: [
        "-I", packageFolder.appendingPathComponent("Sources/System/\(name)").path,
      ])
    }
    // SwiftPM writes the map of a C target without one.
    let map = modules.deletingLastPathComponent()
      .appendingPathComponent("BuildInformation.build/module.modulemap")
    process.arguments?.append(contentsOf: ["-Xcc", "-fmodule-map-file=\(map.path)"])
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    let graphs = try files.map {
      try JSONDecoder().decode(Graph.self, from: Data(contentsOf: $0))
    }
    read(graphs)
  }

  private mutating func read(_ graphs: [Graph]) {
    let symbols = graphs.flatMap(\.symbols)
    let names = Dictionary(
      symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) }
    ) { first, _ in first }
    for symbol in symbols
    where symbol.kind.identifier == "swift.init"
      && !symbol.identifier.precise.contains("::SYNTHESIZED::")
    {
      let owner = symbol.pathComponents.dropLast().joined(separator: ".")
      let name = symbol.pathComponents.last ?? ""
      let labels = name.dropFirst("init(".count).dropLast().split(separator: ":").map(String.init)
      initializers[owner, default: []].insert(labels)
    }
    let expanded: Set = ["access(keyPath:)", "withMutation(keyPath:_:)"]
    for symbol in symbols
    where symbol.location != nil && !symbol.identifier.precise.contains("::SYNTHESIZED::")
      && !expanded.contains(symbol.pathComponents.last ?? "")
    {
      let kind = symbol.kind.identifier.replacing("swift.", with: "")
      self.symbols.insert("\(kind) \(symbol.pathComponents.joined(separator: "."))")
    }
    for relation in graphs.flatMap(\.relationships)
    where ["conformsTo", "inheritsFrom"].contains(relation.kind) {
      guard let source = names[relation.source] else { continue }
      let target = relation.targetFallback ?? names[relation.target] ?? ""
      let last = target.split(separator: ".").last.map(String.init) ?? target
      parents[source, default: []].insert(last)
    }
  }

  private static var target: String {
    #if arch(arm64)
      let machine = "aarch64"
    #else
      let machine = "x86_64"
    #endif
    return "\(machine)-unknown-linux-gnu"
  }

  private struct Graph: Decodable {
    var symbols: [Symbol]
    var relationships: [Relation]
  }

  private struct Symbol: Decodable {
    struct Kind: Decodable { var identifier: String }
    struct Identifier: Decodable { var precise: String }
    struct Location: Decodable { var uri: String }
    var kind: Kind
    var identifier: Identifier
    var pathComponents: [String]
    var location: Location?
  }

  private struct Relation: Decodable {
    var kind: String
    var source: String
    var target: String
    var targetFallback: String?
  }
}
