import Basics

extension Feature {
  /// The paths of the Swift files; the first has the state machine.
  package var sourcePaths: [String] { sources.map(\.path) }

  /// The Swift files of the feature.
  var sources: [(path: String, text: String)] {
    let known = [
      ("Machine", machineLines), ("Client", clientLines), ("Store", storeLines),
      ("Service", serviceLines), ("Limits", limitsLines),
    ]
    let parts = (0..<(files - known.count)).map { ("Part\($0)", partLines($0)) }
    return (known + parts).enumerated().map { index, file in
      let lines = importLines + file.1
      return (
        "\(folder)/\(name)\(file.0).swift",
        (lines + rest("\(name)\(file.0)", index, after: lines.count)).joined(separator: "\n") + "\n"
      )
    }
  }

  private var importLines: [String] {
    ["import Foundation"] + (importedPackage.map { ["import \($0)"] } ?? []) + [""]
  }

  private var machineLines: [String] {
    let branches = machine.transitions.map {
      "    case (.\($0.from), .\($0.event)): state = .\($0.to)"
    }
    return [
      "/// The states of the feature \(name).",
      "public enum \(name)State: Sendable {",
    ] + machine.states.map { "  case \($0)" } + [
      "}", "",
      "/// The events of the feature \(name).",
      "public enum \(name)Event: Sendable {",
    ] + machine.events.map { "  case \($0)" } + [
      "}", "",
      "/// Decides what follows from an event.",
      "public struct \(name)Machine: Sendable {",
      "  public private(set) var state = \(name)State.\(machine.states[0])",
      "",
      "  public init() {}",
      "",
      "  public mutating func apply(_ event: \(name)Event) {",
      "    switch (state, event) {",
    ] + branches + ["    default: break", "    }", "  }", "}", ""]
  }

  private var clientLines: [String] {
    [
      "/// Loads the items of \(name) from a server.",
      "public final class \(name)Client: Sendable {",
      "  public init() {}",
      "",
      "  /// The items after a cursor.",
      "  public func fetchItems(after cursor: Int) async throws -> [String] {",
      "    try await Task.sleep(nanoseconds: UInt64(cursor))",
      "    return [\"\(name)\"]",
      "  }",
      "}", "",
    ]
  }

  private var storeLines: [String] {
    [
      "/// Keeps the items of \(name).",
      "public protocol \(name)Storing: Sendable {",
      "  func save(_ items: [String]) async throws",
      "  func count(of kind: String) async -> Int",
      "}", "",
      "/// Keeps the items in memory.",
      "public actor \(name)Store: \(name)Storing {",
      "  private var items: [String] = []",
      "",
      "  public init() {}",
      "",
      "  public func save(_ items: [String]) async throws { self.items += items }",
      "",
      "  public func count(of kind: String) async -> Int { items.filter { $0 == kind }.count }",
      "}", "",
    ]
  }

  private var serviceLines: [String] {
    [
      "/// Loads and keeps the items of \(name).",
      "public final class \(name)Service: Sendable {",
      "  private let client: \(name)Client",
      "  private let store: \(name)Store",
      "",
      "  public init(client: \(name)Client, store: \(name)Store) {",
      "    self.client = client",
      "    self.store = store",
      "  }",
      "",
      "  /// Loads new items and keeps them.",
      "  public func refresh(from cursor: Int) async throws -> Int {",
      "    let items = try await client.fetchItems(after: cursor)",
      "    try await store.save(items)",
      "    return await store.count(of: \"\(name)\")",
      "  }",
      "}", "",
    ]
  }

  private var limitsLines: [String] {
    [
      "/// The limits of \(name).",
      "public enum \(name)Limits {",
      "  public static let maximumCount = \(limit)",
      "  public static let retryCount = \(retries)",
      "}", "",
    ]
  }

  private func partLines(_ part: Int) -> [String] {
    [
      "/// Part \(part) of \(name).",
      "public struct \(name)Part\(part): Hashable, Sendable {",
      "  public var itemCount = \(part)",
      "  public let title: String",
      "  var marks: [\(name)Mark\(part)] = []",
      "}", "",
      "struct \(name)Mark\(part): Hashable, Sendable { var lowest = \(part) }",
      "",
    ]
  }

  /// Extensions with invented methods, until the file has its lines.
  private func rest(_ type: String, _ file: Int, after count: Int) -> [String] {
    var grammar = MethodGrammar(SplitMix64(part: number, file))
    var lines = ["enum \(type)Support {"]
    var method = 0
    while count + lines.count + 1 < linesOfFile {
      if method > 0 { lines.append("") }
      lines += grammar.method(method)
      method += 1
    }
    return lines + ["}"]
  }
}
