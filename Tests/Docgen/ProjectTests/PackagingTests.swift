import Foundation
import TestTools
import Testing

/// The manifest with other toolchains, and the scripts on other systems.
@Suite struct PackagingTests {
  private let scratch: EmptyScratch

  init() throws { scratch = try EmptyScratch() }

  /// Writes a program of a folder that comes first on PATH.
  private func shim(_ name: String, _ script: String) throws {
    try scratch.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755],
      ofItemAtPath: scratch.folder.appendingPathComponent("bin/\(name)").path)
  }

  private func run(_ words: [String], _ variables: [String: String] = [:]) throws -> Outcome {
    var environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let folder = scratch.folder.appendingPathComponent("bin").path
    environment["PATH"] = folder + ":" + (environment["PATH"] ?? "")
    return try Tool.run(
      URL(fileURLWithPath: "/usr/bin/env"), words, in: Tool.package, environment: environment)
  }

  /// The manifest as SwiftPM reads it.
  private func manifest(_ variables: [String: String] = [:]) throws -> Outcome {
    try run(
      ["swift", "package", "--scratch-path", scratch.folder.path, "dump-package"], variables)
  }

  @Test func `a toolchain is found through a shim that is not part of it`() throws {
    let real = try run(["sh", "-c", "command -v swift"]).output
    try shim("swift", "exec \(real.dropLast()) \"$@\"")
    let found = try manifest()
    #expect(found.code == 0, "\(found.errors)")
    #expect(found.contains("lib/swift/host") || found.contains("swiftlang/swift-syntax"))
  }

  @Test func `without SwiftSyntax in the toolchain, its package of the same release is used`()
    throws
  {
    let real = try run(["sh", "-c", "command -v swift"]).output.dropLast()
    let named = try manifest(["DOCGEN_SWIFT_SYNTAX": "package"])
    // A toolchain that does not answer, as in a sandbox.
    try shim("swift", "exit 1")
    let silent = try run(
      [String(real), "package", "--scratch-path", scratch.folder.path, "dump-package"])
    for found in [named, silent] {
      #expect(found.code == 0, "\(found.errors)")
      #expect(found.contains("swiftlang/swift-syntax") && !found.contains("lib/swift/host"))
      #expect(found.output.contains(/"lowerBound" : "60\d\.0\.0"/), "\(found.output)")
    }
  }

  @Test func `macOS gets the formulas of Homebrew`() throws {
    try shim("uname", "echo Darwin")
    try shim("brew", "echo brew \"$@\"")
    let script = Tool.package.appendingPathComponent(".ci/packages").path
    let found = try run([script, "libcmark-dev", "libyaml-dev", "pkg-config", "zsh", "strace"])
    #expect(found.code == 0 && found.output == "brew install --quiet cmark libyaml pkgconf\n")
    #expect(found.errors == "Homebrew has no strace; what needs it does not run\n")
    #expect(try run([script, "zsh"]).output.isEmpty)
  }
}
