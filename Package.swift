// swift-tools-version: 6.2

import Foundation
import PackageDescription

// MARK: - Settings

/// What every Swift target of ours is built with.
let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

/// Added for the targets that touch C memory.
let cWrapper: [SwiftSetting] = house + [.strictMemorySafety()]

/// The folder of the toolchain that holds SwiftSyntax and SwiftParser, found from where `swift`
/// stands on PATH: `<toolchain>/usr/bin/swift` -> `<toolchain>/usr/lib/swift/host`.
let swiftHostLibraries: String = {
  let manager = FileManager.default
  let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
  for folder in path.split(separator: ":") {
    let binary = URL(fileURLWithPath: String(folder)).appendingPathComponent("swift")
      .resolvingSymlinksInPath()
    let host = binary.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("lib/swift/host").path
    if manager.fileExists(atPath: host + "/SwiftSyntax.swiftmodule") { return host }
  }
  return "/usr/lib/swift/host"
}()

/// Only for docgen's own targets: library products stay free of unsafe flags.
let swiftSyntax: [SwiftSetting] = [.unsafeFlags(["-I", swiftHostLibraries])]
/// For what reads whole files byte by byte or node by node: unoptimised it takes several times as
/// long. Never for the targets of a library product.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
let swiftSyntaxLinking: [LinkerSetting] = [
  .unsafeFlags(["-L", swiftHostLibraries, "-Xlinker", "-rpath", "-Xlinker", swiftHostLibraries])
]

func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], settings: [SwiftSetting] = house,
  linking: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: settings, linkerSettings: linking)
}

func command(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: house)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = house,
  exclude: [String] = []
) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

// MARK: - Targets

let systemLibraries: [Target] = [
  .systemLibrary(name: "CCMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
  .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  .systemLibrary(
    name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
]

let shared: [Target] = [
  library("Diagnostics", settings: house + optimized),
  library("CommandLineTool", ["Diagnostics"]),
  library("Traces"),
]

let documentation: [Target] = [
  library("Markup", ["CCMark", "Diagnostics"], settings: cWrapper + optimized),
  // C, because Swift has no way to embed a file that is quick to compile.
  .target(name: "PlatformNameLists", exclude: ["members.txt", "products.txt", "types.txt"]),
  library(
    "SwiftCode", ["Diagnostics", "PlatformNameLists"], settings: house + swiftSyntax + optimized,
    linking: swiftSyntaxLinking),
  library("Mermaid", ["Diagnostics"], settings: house + optimized),
  library("Models", ["Diagnostics", "SwiftCode", "Traces"], settings: house + swiftSyntax),
  library(
    "Diagrams", ["Diagnostics", "Models", "Mermaid", "SwiftCode", "Traces"],
    settings: house + swiftSyntax + optimized),
  library("Templates", ["Diagnostics", "Models"], settings: house + swiftSyntax),
  library(
    "Checks",
    ["Diagnostics", "Markup", "SwiftCode", "Mermaid", "Models", "Diagrams", "Templates", "Traces"],
    settings: house + swiftSyntax),
  library("LanguageServer", ["Diagnostics", "Traces"], settings: house + optimized),
  library(
    "Docgen",
    [
      "Checks", "CommandLineTool", "Diagnostics", "LanguageServer", "Markup", "SwiftCode",
      "Mermaid", "Models", "Diagrams", "Templates", "Traces",
    ], settings: house + swiftSyntax),
  .executableTarget(
    name: "DocgenCommand", dependencies: ["Docgen"], swiftSettings: house + swiftSyntax),
]

/// docgen for packages: `swift package docgen …`, and a check with every build. They run the docgen
/// that is installed, so that nobody has to build it with their package.
let plugins: [Target] = [
  .plugin(
    name: "DocgenCommandPlugin",
    capability: .command(
      intent: .custom(verb: "docgen", description: "Keep the package's documents true to its code"),
      permissions: [.writeToPackageDirectory(reason: "docgen generate writes documents")]),
    path: "Sources/DocgenCommandPlugin"),
  .plugin(
    name: "DocgenCheckPlugin", capability: .buildTool(), path: "Sources/DocgenCheckPlugin"),
]

/// Not a product: run by `make bench`.
let benchmarks: [Target] = [
  .executableTarget(
    name: "Benchmarks",
    dependencies: [
      "CCMark", "CSQLite", "Diagrams", "Docgen", "Markup", "Mermaid", "Models", "SQLiteAccess",
      "SwiftCode", "Sync", "SyncBackend", "SyncHTTP", "SyncSQLite", "Traces", "MetricPayloads",
      "TypedMetrics",
    ], swiftSettings: house + swiftSyntax, linkerSettings: swiftSyntaxLinking)
]

/// What must hold for any Mermaid text and any page, asked by the tests and by libFuzzer (`make fuzz`).
let fuzzing: [Target] = [
  library("MermaidFuzz", ["Diagnostics", "Mermaid"]),
  library(
    "PageFuzz",
    [
      "Checks", "Diagnostics", "Docgen", "Markup", "Models", "SwiftCode", "Templates", "Traces",
    ], settings: house + swiftSyntax),
]

let engine: [Target] = [
  library("Sync", ["Traces"]),
  library("SQLiteAccess", ["CSQLite"], settings: cWrapper),
  library("SyncSQLite", ["SQLiteAccess", "Sync"]),
  library("SyncHTTP", ["Sync", "Traces"]),
  library("SyncBackend", ["CMicroHTTPD", "SQLiteAccess", "Sync"], settings: cWrapper),
  library("SyncTestSupport", ["Sync", "Traces"]),
  command(
    "SyncScenarios",
    [
      "CommandLineTool", "Diagnostics", "MetricPayloads", "SQLiteAccess", "Sync", "SyncBackend",
      "SyncHTTP", "SyncSQLite", "SyncTelemetry", "SyncTestSupport", "Traces", "TypedMetrics",
    ]),
]

let telemetry: [Target] = [
  library("TypedMetrics"),
  library("SyncTelemetry", ["Sync", "Traces", "TypedMetrics"]),
  library("MetricPayloads"),
  command("MetricPayloadsCommand", ["CommandLineTool", "MetricPayloads"]),
]

let telemetryTests: [Target] = [
  tests(
    "SyncTelemetryTests",
    ["TestTools", "Sync", "SyncTelemetry", "SyncTestSupport", "Traces", "TypedMetrics"]),
  tests("TypedMetricsTests", ["TestTools", "MetricsWorker", "TypedMetrics"]),
  tests(
    "MetricPayloadsTests",
    ["MetricPayloads", "MetricPayloadsCommand", "TestTools", "SyncTelemetry"],
    exclude: ["Locales"]),
  // A process of its own for the tests of TypedMetrics to start twice and to kill.
  .executableTarget(
    name: "MetricsWorker", dependencies: ["TypedMetrics"], path: "Tests/MetricsWorker",
    swiftSettings: house),
]

let testTargets: [Target] = [
  tests("CommandLineToolTests", ["CommandLineTool"]),
  tests("DiagnosticsTests", ["Diagnostics"]),
  tests("TracesTests", ["Traces"]),
  tests("MarkupTests", ["Markup", "Diagnostics", "TestTools"]),
  tests(
    "SwiftCodeTests", ["SwiftCode", "Diagnostics", "TestTools"],
    settings: house + swiftSyntax, exclude: ["Corpus"]),
  tests(
    "MermaidTests", ["Mermaid", "MermaidFuzz", "Diagnostics"],
    exclude: ["Corpus", "Fuzz", "RealMermaid"]),
  tests(
    "DiagramsTests",
    ["Diagrams", "Models", "Mermaid", "TestTools", "SwiftCode", "Traces", "Diagnostics"],
    settings: house + swiftSyntax, exclude: ["PM4Py"]),
  tests("TemplatesTests", ["Templates", "Models", "Diagnostics"], settings: house + swiftSyntax),
  tests(
    "ChecksTests",
    ["Checks", "Diagnostics", "Markup", "Models", "SwiftCode", "Templates", "Traces"],
    settings: house + swiftSyntax),
  tests("LanguageServerTests", ["Diagnostics", "LanguageServer", "Traces"]),
  tests(
    "DocgenTests",
    [
      "Checks", "CommandLineTool", "Diagnostics", "Docgen", "Markup", "Models", "SwiftCode",
      "Templates",
    ],
    settings: house + swiftSyntax),
  tests(
    "ProjectTests",
    [
      "Checks", "CommandLineTool", "Docgen", "DocgenCommand", "SyncScenarios", "Markup",
      "Diagnostics", "TestTools", "PageFuzz",
    ],
    settings: house + swiftSyntax, exclude: ["Schemas", "PageFuzz"]),
]

let engineTests: [Target] = [
  .target(name: "TestTools", path: "Tests/TestTools", swiftSettings: house),
  tests("SyncTests", ["TestTools", "Sync", "SyncTestSupport", "Traces"]),
  tests("SQLiteAccessTests", ["TestTools", "SQLiteAccess"]),
  tests(
    "SyncSQLiteTests",
    ["CSQLite", "TestTools", "SQLiteAccess", "Sync", "SyncSQLite", "SyncTestSupport"]),
  tests(
    "SyncHTTPTests",
    ["TestTools", "SQLiteAccess", "Sync", "SyncBackend", "SyncHTTP", "SyncSQLite", "Traces"]),
  tests("SyncBackendTests", ["TestTools", "Sync", "SyncBackend"]),
  tests(
    "SyncScenariosTests", ["TestTools", "SyncScenarios", "Sync", "SyncHTTP", "Traces"]),
]

/// `ENGINE_ONLY=1` leaves docgen out: then the engine and its tests build in a fraction of the time,
/// as often as `make reinject` needs it.
let isEngineOnly = Context.environment["ENGINE_ONLY"] != nil

let docgenProducts: [Product] = [
  .executable(name: "docgen", targets: ["DocgenCommand"]),
  .plugin(name: "DocgenCommandPlugin", targets: ["DocgenCommandPlugin"]),
  .plugin(name: "DocgenCheckPlugin", targets: ["DocgenCheckPlugin"]),
]

let docgenTargets = documentation + plugins + benchmarks + fuzzing + testTargets

let package = Package(
  name: "docgen",
  products: (isEngineOnly ? [] : docgenProducts) + [
    .executable(name: "sync-scenarios", targets: ["SyncScenarios"]),
    .library(name: "Traces", targets: ["Traces"]),
    .library(name: "Sync", targets: ["Sync"]),
    .library(name: "SyncSQLite", targets: ["SyncSQLite"]),
    .library(name: "SyncHTTP", targets: ["SyncHTTP"]),
    .library(name: "SyncTestSupport", targets: ["SyncTestSupport"]),
    .library(name: "TypedMetrics", targets: ["TypedMetrics"]),
    .library(name: "SyncTelemetry", targets: ["SyncTelemetry"]),
    .library(name: "MetricPayloads", targets: ["MetricPayloads"]),
    .executable(name: "metric-payloads", targets: ["MetricPayloadsCommand"]),
  ],
  targets: systemLibraries + shared + engine + telemetry + engineTests
    + (isEngineOnly ? [] : docgenTargets + telemetryTests),
  swiftLanguageModes: [.v6]
)
