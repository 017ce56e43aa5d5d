import Diagnostics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A message of the compiler.
struct CompilerMessage: Hashable, Sendable {
  var isError: Bool
  /// The name of the file without its folder; `nil` for a message without a place.
  var file: String?
  var line: Int
  var column: Int
  var text: String

  /// The errors and notes in the output of the compiler, in its order.
  static func all(in output: [UInt8]) -> [CompilerMessage] {
    let located = /^(.*?):(\d+):(\d+): (error|note): (.*)$/
    return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      if let match = line.wholeMatch(of: located)?.output {
        return CompilerMessage(
          isError: match.4 == "error", file: match.1.split(separator: "/").last.map(String.init),
          line: Int(match.2) ?? 1, column: Int(match.3) ?? 1, text: String(match.5))
      }
      guard line.hasPrefix("error: ") || line.contains(": error: ") else { return nil }
      return CompilerMessage(isError: true, line: 0, column: 0, text: String(line))
    }
  }
}

/// Runs the Swift compiler on generated files.
struct SwiftCompiler: Sendable {
  struct Outcome: Sendable {
    var isSuccessful: Bool
    var messages: [CompilerMessage]
  }

  /// The name of the module that the blocks are compiled as.
  static let module = "DocgenBlocks"
  private static let seconds = 600
  /// The module of `Package.swift`, which the toolchain has in a folder of its own.
  static let manifestModule = "PackageDescription"

  let folder: String
  /// Options for the modules of the package.
  let options: [String]

  /// The options for blocks that import `PackageDescription`; none if the toolchain does not have it.
  static let manifestOptions: [String] = {
    let folders = getenv("PATH").map { String(cString: $0) }?.split(separator: ":") ?? []
    let compilers = folders.map { FileSystem.unseenAbsolute("\($0)/swiftc") }
    guard let compiler = compilers.first(where: { FileSystem.unseenKind(of: $0) == .file })
    else { return [] }
    let toolchain = compiler.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    let folder = toolchain + "/lib/swift/pm/ManifestAPI"
    guard FileSystem.unseenKind(of: folder) == .folder else { return [] }
    return [
      "-package-description-version", "6.0", "-I", folder, "-L", folder, "-l" + manifestModule,
      "-Xlinker", "-rpath", "-Xlinker", folder,
    ]
  }()

  /// Compiles files as one module up to its diagnostics, and writes nothing.
  func diagnose(_ files: [String]) -> Outcome {
    run(["-emit-sil", "-o", "/dev/null"] + files)
  }

  /// Compiles files, and links them with objects.
  func build(_ files: [String], objects: [String], program: String) -> Outcome {
    run(["-num-threads", "2", "-emit-executable", "-o", program] + files + objects)
  }

  private func run(_ arguments: [String]) -> Outcome {
    let all =
      ["swiftc", "-wmo", "-Onone", "-suppress-warnings", "-module-name", Self.module]
      + ["-diagnostic-style", "llvm", "-no-color-diagnostics"] + options + arguments
    guard let result = try? BlockProcess.tool(all, in: folder, seconds: Self.seconds) else {
      let text = "error: swiftc cannot be started"
      return Outcome(
        isSuccessful: false,
        messages: [CompilerMessage(isError: true, line: 0, column: 0, text: text)])
    }
    return Outcome(
      isSuccessful: result.exitCode == 0,
      messages: CompilerMessage.all(in: result.output))
  }
}
