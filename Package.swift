// swift-tools-version: 6.0

import Foundation
import PackageDescription

// Longer than other files, because SwiftPM reads only this one.

// MARK: - Settings

/// Whether another package fetched this one. SwiftPM rejects unsafe flags in the products of a
/// package that it fetched by version.
let isDependency = Context.packageDirectory.contains("/checkouts/")

func unlessDependency(_ flags: String..., condition: BuildSettingCondition? = nil) -> [SwiftSetting]
{
  isDependency ? [] : [.unsafeFlags(flags, condition)]
}

/// The settings of all Swift targets. Older compilers ignore features that they do not know.
let house: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ] + unlessDependency("-warnings-as-errors")

/// The settings of targets that tests of other packages link: without features that change the
/// types of closures.
let plain: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + unlessDependency("-warnings-as-errors")

/// The settings of targets that use C memory.
let cWrapper = house + unlessDependency("-strict-memory-safety")

/// The output of a program on PATH; `nil` if it did not start.
func output(of command: String...) -> Data? {
  let (process, output) = (Process(), Pipe())
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
  guard (try? process.run()) != nil else { return nil }
  return output.fileHandleForReading.readDataToEndOfFile()
}

/// Asks the first `swift` on PATH, which may be a shim of swiftly, mise or asdf, for its toolchain.
func toolchain() -> (version: String?, resources: String?) {
  let answer = output(of: "swift", "-print-target-info") ?? Data()
  let facts = (try? JSONSerialization.jsonObject(with: answer)) as? [String: Any]
  let words = (facts?["compilerVersion"] as? String ?? "").split(separator: " ")
  // `Apple Swift version 6.3 (swiftlang-…)` -> `6.3`
  let version = words.firstIndex(of: "version").flatMap { words.dropFirst($0 + 1).first }
  let paths = facts?["paths"] as? [String: Any]
  return (version.map(String.init), paths?["runtimeResourcePath"] as? String)
}

let (compiler, resources) = toolchain()

/// The folder of the toolchain with the modules SwiftSyntax and SwiftParser. It is `nil` if the
/// toolchain has none, as in Xcode, or if `DOCGEN_SWIFT_SYNTAX=package`: then they are built from the
/// package swift-syntax.
let swiftHostLibraries: String? = {
  guard Context.environment["DOCGEN_SWIFT_SYNTAX"] != "package", let resources else { return nil }
  let host = resources + "/host"
  let hasModules = FileManager.default.fileExists(atPath: host + "/SwiftSyntax.swiftmodule")
  return hasModules ? host : nil
}()

/// Only for docgen's own targets, because library products must not have unsafe flags.
let swiftSyntax: [SwiftSetting] = swiftHostLibraries.map { [.unsafeFlags(["-I", $0])] } ?? []
let swiftSyntaxLinking: [LinkerSetting] =
  swiftHostLibraries.map { [.unsafeFlags(["-L", $0, "-Xlinker", "-rpath", "-Xlinker", $0])] } ?? []
/// Without optimization, code that reads complete files takes several times as long, and the tests
/// with it.
let optimized = unlessDependency("-O", condition: .when(configuration: .debug))

/// The values that `--version` prints. `make install` and `make dist` set `DOCGEN_COMMIT`;
/// `Context.gitInformation` is not used, because SwiftPM caches it across commits.
let buildInformation = [
  ("BUILD_COMMIT", Context.environment["DOCGEN_COMMIT"]), ("BUILD_TOOLCHAIN", compiler),
].compactMap { name, value in value.map { CSetting.define(name, to: "\"\($0)\"") } }

let systemLibraries: [Target] = [
  .systemLibrary(
    name: "CCMark", path: "Sources/System/CCMark", pkgConfig: "libcmark",
    providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]),
  .systemLibrary(
    name: "CSQLite", path: "Sources/System/CSQLite", pkgConfig: "sqlite3",
    providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
  .systemLibrary(
    name: "CMicroHTTPD", path: "Sources/System/CMicroHTTPD", pkgConfig: "libmicrohttpd",
    providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
]

let foundations: [Target] = [
  .target(name: "Basics", path: "Sources/Foundations/Basics", swiftSettings: house),
  .target(
    name: "Diagnostics", path: "Sources/Foundations/Diagnostics", swiftSettings: house),
  .target(
    name: "JSON", dependencies: ["Basics"], path: "Sources/Foundations/JSON",
    swiftSettings: house),
  .target(
    name: "YAML", path: "Sources/Foundations/YAML", swiftSettings: cWrapper),
  // C, because only C has constants that a manifest sets. Nothing else is rebuilt when they change.
  .target(
    name: "BuildInformation", path: "Sources/Foundations/BuildInformation",
    cSettings: buildInformation),
  .target(
    name: "CommandLineTool", dependencies: ["BuildInformation", "Diagnostics"],
    path: "Sources/Foundations/CommandLineTool", swiftSettings: house),
  .target(
    name: "Traces", dependencies: ["Basics", "JSON"], path: "Sources/Tracing/Traces",
    swiftSettings: house),
  .target(
    name: "TraceTesting", dependencies: ["Traces"], path: "Sources/Tracing/TraceTesting",
    swiftSettings: plain),
]

let docgen: [Target] = [
  .target(
    name: "Markdown", dependencies: ["Basics", "CCMark", "Diagnostics"],
    path: "Sources/Docgen/Markdown",
    swiftSettings: cWrapper),
  // C, because a Swift file with embedded data would take too long to compile.
  .target(
    name: "PlatformNameLists", path: "Sources/Docgen/PlatformNameLists",
    exclude: ["members.txt", "products.txt", "types.txt"]),
  // C as well, because Swift cannot embed files.
  .target(
    name: "EmbeddedFiles", path: "Sources/Docgen/EmbeddedFiles",
    exclude: ["new", "preview", "report"]),
  .target(
    name: "SwiftIndex", dependencies: ["Basics", "Diagnostics", "PlatformNameLists"],
    path: "Sources/Docgen/SwiftIndex", swiftSettings: house + swiftSyntax,
    linkerSettings: swiftSyntaxLinking),
  .target(
    name: "Facts", dependencies: ["Diagnostics"], path: "Sources/Docgen/Facts",
    swiftSettings: house),
  .target(
    name: "Mermaid", dependencies: ["Diagnostics", "Facts", "JSON", "YAML"],
    path: "Sources/Docgen/Mermaid",
    swiftSettings: house),
  .target(
    name: "Variants", dependencies: ["Basics", "JSON", "Traces"], path: "Sources/Docgen/Variants",
    swiftSettings: house),
  .target(
    name: "Models", dependencies: ["Basics", "Diagnostics", "SwiftIndex", "Traces", "Variants"],
    path: "Sources/Docgen/Models", swiftSettings: house + swiftSyntax),
  .target(
    name: "Diagrams",
    dependencies: ["JSON", "Diagnostics", "Models", "Mermaid", "SwiftIndex", "Traces", "Variants"],
    path: "Sources/Docgen/Diagrams", swiftSettings: house + swiftSyntax),
  .target(
    name: "Templates", dependencies: ["Diagnostics", "Models"], path: "Sources/Docgen/Templates",
    swiftSettings: house + swiftSyntax),
  .target(
    name: "Rules",
    dependencies: [
      "Basics", "Diagnostics", "Facts", "JSON", "Markdown", "SwiftIndex", "Mermaid", "Models",
      "Diagrams", "Templates", "Traces", "Variants", "YAML",
    ], path: "Sources/Docgen/Rules", swiftSettings: house + swiftSyntax),
  .target(
    name: "DocgenLSP", dependencies: ["Basics", "JSON", "Diagnostics"],
    path: "Sources/Docgen/DocgenLSP",
    swiftSettings: house),
  .target(
    name: "DocgenKit",
    dependencies: [
      "Basics", "JSON", "CommandLineTool", "Diagnostics", "DocgenLSP", "EmbeddedFiles", "Facts",
      "Markdown", "SwiftIndex", "Mermaid", "Models", "Diagrams", "Rules", "Templates", "Traces",
      "Variants",
    ], path: "Sources/Docgen/DocgenKit", swiftSettings: house + swiftSyntax),
  .executableTarget(
    name: "DocgenCommand", dependencies: ["DocgenKit"], path: "Sources/Docgen/DocgenCommand",
    swiftSettings: house + swiftSyntax),
]

/// docgen for packages: `swift package docgen …`, and a check with every build. The plugins run the
/// installed docgen, so that packages do not have to build it.
let plugins: [Target] = [
  .plugin(
    name: "DocgenCommandPlugin",
    capability: .command(
      intent: .custom(verb: "docgen", description: "Keep the package's documents true to its code"),
      permissions: [.writeToPackageDirectory(reason: "docgen generate writes documents")]),
    path: "Sources/Docgen/DocgenCommandPlugin"),
  .plugin(
    name: "DocgenCheckPlugin", capability: .buildTool(),
    path: "Sources/Docgen/DocgenCheckPlugin"),
]

let engine: [Target] = [
  .target(
    name: "Sync", dependencies: ["Basics", "JSON", "Traces"], path: "Sources/Sync/Sync",
    swiftSettings: house),
  .target(
    name: "SQLiteAccess", dependencies: ["CSQLite"], path: "Sources/Sync/SQLiteAccess",
    swiftSettings: cWrapper),
  .target(
    name: "SyncSQLite", dependencies: ["Basics", "SQLiteAccess", "Sync"],
    path: "Sources/Sync/SyncSQLite",
    swiftSettings: house),
  .target(
    name: "SyncHTTP", dependencies: ["Basics", "Sync", "Traces"], path: "Sources/Sync/SyncHTTP",
    swiftSettings: house),
  .target(
    name: "SyncBackend", dependencies: ["Basics", "JSON", "CMicroHTTPD", "SQLiteAccess", "Sync"],
    path: "Sources/Sync/SyncBackend", swiftSettings: cWrapper),
  .target(
    name: "SyncTestSupport", dependencies: ["Basics", "Sync", "Traces"],
    path: "Sources/Sync/SyncTestSupport",
    swiftSettings: house),
  .executableTarget(
    name: "SyncScenarios",
    dependencies: [
      "Basics", "CommandLineTool", "Diagnostics", "MetricPayloads", "SQLiteAccess", "Sync",
      "SyncBackend",
      "SyncHTTP", "SyncSQLite", "SyncTelemetry", "SyncTestSupport", "Traces", "TypedMetrics",
    ], path: "Sources/Sync/SyncScenarios", swiftSettings: house),
]

let telemetry: [Target] = [
  .target(
    name: "TypedMetrics", dependencies: ["Basics", "JSON"], path: "Sources/Telemetry/TypedMetrics",
    swiftSettings: house),
  .target(
    name: "SyncTelemetry", dependencies: ["Basics", "Sync", "Traces", "TypedMetrics"],
    path: "Sources/Telemetry/SyncTelemetry", swiftSettings: house),
  .target(
    name: "MetricPayloads", dependencies: ["JSON"], path: "Sources/Telemetry/MetricPayloads",
    swiftSettings: house),
  .executableTarget(
    name: "MetricPayloadsCommand", dependencies: ["CommandLineTool", "MetricPayloads"],
    path: "Sources/Telemetry/MetricPayloadsCommand", swiftSettings: house),
]

// MARK: - Programs that only test

let docgenTools: [Target] = [
  // An invented large repository, for the tests and the benchmarks.
  .target(
    name: "RepositoryGenerator", dependencies: ["Basics"], path: "Tests/Monorepo",
    swiftSettings: house),
  // Run by `make bench` and `make monorepo`.
  .executableTarget(
    name: "Benchmarks",
    dependencies: [
      "JSON", "CCMark", "CSQLite", "Diagrams", "DocgenKit", "Markdown", "Mermaid", "Models",
      "RepositoryGenerator", "SQLiteAccess",
      "SwiftIndex", "Sync", "SyncBackend", "SyncHTTP", "SyncSQLite", "Traces", "MetricPayloads",
      "TypedMetrics",
    ], path: "Tests/Benchmarks", swiftSettings: house + swiftSyntax,
    linkerSettings: swiftSyntaxLinking),
  // The properties that every Mermaid text and every page must have, checked by the tests and by
  // libFuzzer (`make fuzz`).
  .target(
    name: "MermaidFuzz", dependencies: ["Diagnostics", "Facts", "JSON", "Mermaid"],
    path: "Tests/Fuzzing/MermaidFuzz", swiftSettings: house),
  .target(
    name: "PageFuzz",
    dependencies: [
      "DocgenKit", "Diagnostics", "Markdown", "Models", "Rules", "SwiftIndex", "Templates",
      "Traces",
    ], path: "Tests/Fuzzing/PageFuzz", swiftSettings: house + swiftSyntax),
]

let telemetryTools: [Target] = [
  // A process that the tests of TypedMetrics start twice and kill.
  .executableTarget(
    name: "MetricsWorker", dependencies: ["TypedMetrics"], path: "Tests/Telemetry/MetricsWorker",
    swiftSettings: house)
]

// MARK: - Tests

let docgenTests: [Target] = [
  .testTarget(
    name: "CommandLineToolTests", dependencies: ["CommandLineTool"],
    path: "Tests/Foundations/CommandLineToolTests", swiftSettings: house),
  .testTarget(
    name: "JSONTests", dependencies: ["Basics", "JSON", "TestTools"],
    path: "Tests/Foundations/JSONTests", swiftSettings: house),
  .testTarget(
    name: "DiagnosticsTests", dependencies: ["Diagnostics", "TestTools"],
    path: "Tests/Foundations/DiagnosticsTests", swiftSettings: house),
  .testTarget(
    name: "TracesTests", dependencies: ["Basics", "JSON", "TestTools", "TraceTesting", "Traces"],
    path: "Tests/Tracing/TracesTests", swiftSettings: house),
  .testTarget(
    name: "VariantsTests", dependencies: ["Basics", "JSON", "Traces", "Variants"],
    path: "Tests/Docgen/VariantsTests", swiftSettings: house),
  .testTarget(
    name: "MarkdownTests", dependencies: ["Markdown", "Diagnostics", "TestTools"],
    path: "Tests/Docgen/MarkdownTests", swiftSettings: house),
  .testTarget(
    name: "SwiftIndexTests", dependencies: ["Basics", "SwiftIndex", "Diagnostics", "TestTools"],
    path: "Tests/Docgen/SwiftIndexTests", exclude: ["Corpus"], swiftSettings: house + swiftSyntax),
  .testTarget(
    name: "FactsTests", dependencies: ["Diagnostics", "Facts", "TestTools"],
    path: "Tests/Docgen/FactsTests", swiftSettings: house),
  .testTarget(
    name: "MermaidTests",
    dependencies: ["Facts", "JSON", "Mermaid", "MermaidFuzz", "Diagnostics", "TestTools"],
    path: "Tests/Docgen/MermaidTests", exclude: ["Corpus", "Fuzz", "RealMermaid"],
    swiftSettings: house),
  .testTarget(
    name: "DiagramsTests",
    dependencies: [
      "Diagrams", "Models", "Mermaid", "TestTools", "SwiftIndex", "Traces", "Diagnostics",
    ], path: "Tests/Docgen/DiagramsTests", exclude: ["PM4Py"], swiftSettings: house + swiftSyntax),
  .testTarget(
    name: "TemplatesTests", dependencies: ["Templates", "Models", "Diagnostics", "TestTools"],
    path: "Tests/Docgen/TemplatesTests", swiftSettings: house + swiftSyntax),
  .testTarget(
    name: "RulesTests",
    dependencies: [
      "Rules", "Diagnostics", "Markdown", "Models", "SwiftIndex", "Templates", "Traces",
    ], path: "Tests/Docgen/RulesTests", swiftSettings: house + swiftSyntax),
  .testTarget(
    name: "DocgenLSPTests", dependencies: ["JSON", "Diagnostics", "DocgenLSP"],
    path: "Tests/Docgen/DocgenLSPTests", swiftSettings: house),
  .testTarget(
    name: "DocgenKitTests",
    dependencies: [
      "JSON", "CommandLineTool", "Diagnostics", "DocgenKit", "Markdown", "Models", "Rules",
      "SwiftIndex",
      "Templates", "TestTools", "Traces",
    ], path: "Tests/Docgen/DocgenKitTests", swiftSettings: house + swiftSyntax),
  .testTarget(
    name: "ProjectTests",
    dependencies: [
      "JSON", "CommandLineTool", "Diagnostics", "Diagrams", "DocgenCommand", "DocgenKit",
      "Markdown", "Mermaid", "Models", "PageFuzz", "RepositoryGenerator", "Rules", "SwiftIndex",
      "SyncScenarios",
      "Templates", "TestTools", "Traces",
    ], path: "Tests/Docgen/ProjectTests",
    exclude: ["BlockCorpus", "CheckoutFuzz", "Schemas", "PageFuzz"],
    swiftSettings: house + swiftSyntax),
]

let telemetryTests: [Target] = [
  .testTarget(
    name: "SyncTelemetryTests",
    dependencies: [
      "TestTools", "Sync", "SyncTelemetry", "SyncTestSupport", "Traces", "TypedMetrics",
    ], path: "Tests/Telemetry/SyncTelemetryTests", swiftSettings: house),
  .testTarget(
    name: "TypedMetricsTests", dependencies: ["TestTools", "MetricsWorker", "TypedMetrics"],
    path: "Tests/Telemetry/TypedMetricsTests", swiftSettings: house),
  .testTarget(
    name: "MetricPayloadsTests",
    dependencies: ["MetricPayloads", "MetricPayloadsCommand", "TestTools", "SyncTelemetry"],
    path: "Tests/Telemetry/MetricPayloadsTests", exclude: ["Locales"], swiftSettings: house),
]

let engineTests: [Target] = [
  .executableTarget(
    name: "SyncSimulation",
    dependencies: [
      "Basics", "CommandLineTool", "Diagnostics", "HostileServer", "SQLiteAccess", "Sync",
      "SyncBackend", "SyncHTTP", "SyncSQLite", "SyncTestSupport", "Traces",
    ],
    path: "Tests/Simulation", swiftSettings: house),
  .testTarget(
    name: "SyncSimulationTests", dependencies: ["SyncSimulation", "TestTools"],
    path: "Tests/Sync/SyncSimulationTests", swiftSettings: house),
  .target(
    name: "TestTools", dependencies: ["Basics"], path: "Tests/TestTools", swiftSettings: house),
  // Responses that no server should send, for the tests and the simulation.
  .target(
    name: "HostileServer", dependencies: ["Sync", "SyncBackend"], path: "Tests/Sync/HostileServer",
    swiftSettings: cWrapper),
  .testTarget(
    name: "SyncTests", dependencies: ["TestTools", "Sync", "SyncTestSupport", "Traces"],
    path: "Tests/Sync/SyncTests", swiftSettings: house),
  .testTarget(
    name: "SQLiteAccessTests", dependencies: ["TestTools", "SQLiteAccess"],
    path: "Tests/Sync/SQLiteAccessTests", swiftSettings: house),
  .testTarget(
    name: "SyncSQLiteTests",
    dependencies: [
      "CSQLite", "TestTools", "SQLiteAccess", "Sync", "SyncSQLite", "SyncTestSupport",
    ], path: "Tests/Sync/SyncSQLiteTests", swiftSettings: house),
  .testTarget(
    name: "SyncHTTPTests",
    dependencies: [
      "HostileServer", "TestTools", "SQLiteAccess", "Sync", "SyncBackend", "SyncHTTP",
      "SyncSQLite", "Traces",
    ], path: "Tests/Sync/SyncHTTPTests", swiftSettings: house),
  .testTarget(
    name: "SyncBackendTests", dependencies: ["TestTools", "Sync", "SyncBackend"],
    path: "Tests/Sync/SyncBackendTests", swiftSettings: house),
  .testTarget(
    name: "SyncScenariosTests",
    dependencies: [
      "CommandLineTool", "TestTools", "SyncScenarios", "Sync", "SyncHTTP", "Traces",
    ],
    path: "Tests/Sync/SyncScenariosTests", swiftSettings: house),
]

/// `ENGINE_ONLY=1` leaves out docgen, so that the engine and its tests build in a fraction of the
/// time, which `make reinject` needs for its many builds.
let isEngineOnly = Context.environment["ENGINE_ONLY"] != nil

let docgenProducts: [Product] = [
  .executable(name: "docgen", targets: ["DocgenCommand"]),
  .plugin(name: "DocgenCommandPlugin", targets: ["DocgenCommandPlugin"]),
  .plugin(name: "DocgenCheckPlugin", targets: ["DocgenCheckPlugin"]),
]

let libraries = [
  "Traces", "TraceTesting", "Sync", "SyncSQLite", "SyncHTTP", "SyncTestSupport", "TypedMetrics",
  "SyncTelemetry", "MetricPayloads",
]

let docgenTargets = docgen + plugins + docgenTools + docgenTests

let package = Package(
  name: "docgen",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: (isEngineOnly ? [] : docgenProducts) + [
    .executable(name: "sync-scenarios", targets: ["SyncScenarios"]),
    .executable(name: "sync-simulation", targets: ["SyncSimulation"]),
    .executable(name: "metric-payloads", targets: ["MetricPayloadsCommand"]),
  ] + libraries.map { .library(name: $0, targets: [$0]) },
  targets: systemLibraries + foundations + engine + telemetry + engineTests
    + (isEngineOnly ? [] : docgenTargets + telemetryTools + telemetryTests),
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.path?.hasPrefix("Sources/") == true {
  target.swiftSettings? += optimized
}

if swiftHostLibraries == nil, !isEngineOnly {
  // The release that belongs to the compiler: 6.3 -> 603.
  let release = 600 + (compiler?.split(separator: ".").dropFirst().first.flatMap { Int($0) } ?? 3)
  package.dependencies.append(
    .package(
      url: "https://github.com/swiftlang/swift-syntax.git",
      Version(release, 0, 0)..<Version(release + 1, 0, 0)))
  let modules = ["SwiftDiagnostics", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntax"]
  for target in package.targets
  where ["SwiftIndex", "Benchmarks", "RulesTests", "ProjectTests"].contains(target.name) {
    target.dependencies += modules.map { .product(name: $0, package: "swift-syntax") }
  }
}

// MARK: - Optional libraries

/// Whether a library is installed. SwiftPM asks again when this file or the environment changes.
func isInstalled(_ library: String, header: String) -> Bool {
  let folders = ["/usr/include/", "/usr/local/include/", "/opt/homebrew/include/"]
  return output(of: "pkg-config", "--modversion", library)?.isEmpty == false
    || folders.contains { FileManager.default.fileExists(atPath: $0 + header) }
}

// Without libyaml, docgen reports diagrams with YAML in them as diagrams that it cannot read.
if isInstalled("yaml-0.1", header: "yaml.h") {
  package.targets.append(
    .systemLibrary(
      name: "CYAML", path: "Sources/System/CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]))
  for target in package.targets where target.name == "YAML" {
    target.dependencies.append("CYAML")
  }
}

// Without the client library of PostgreSQL, the reference server has SQLite only.
if isInstalled("libpq", header: "libpq-fe.h") {
  package.targets.append(
    .systemLibrary(
      name: "CPostgreSQL", path: "Sources/System/CPostgreSQL", pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"])]))
  for target in package.targets where target.name == "SyncBackend" {
    target.dependencies.append("CPostgreSQL")
    target.swiftSettings?.append(.define("POSTGRESQL"))
  }
}
