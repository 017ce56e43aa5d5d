import Foundation
import TestTools
import Testing

@Suite struct MissingLibraryTests {
  /// Compiles the sources of the module YAML as on a system without libyaml.
  @Test func `without libyaml, YAML is an error that names the remedy`() throws {
    let folder = try TemporaryFolder()
    let main = folder.file("main.swift")
    try Data(
      """
      do {
        print(try YAMLValue(yaml: "title: Sync"))
      } catch {
        print(error.offset, error.message)
      }
      """.utf8
    ).write(to: URL(fileURLWithPath: main))
    let sources = packageFolder.appendingPathComponent("Sources/Foundations/YAML").path
    let files = try FileManager.default.contentsOfDirectory(atPath: sources)
    let program = folder.file("program")
    let options = ["-package-name", "docgen", "-lm", "-o", program, main]
    try Self.run("swiftc", options + files.map { "\(sources)/\($0)" })
    #expect(
      try Self.run(program, []) == """
        0 docgen was built without libyaml and cannot read YAML: install libyaml and build docgen \
        again

        """)
  }

  @discardableResult
  private static func run(_ program: String, _ words: [String]) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + words
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }
}
