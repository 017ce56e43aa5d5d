import DocgenKit
import Foundation
import TestTools
import Testing

/// The built-in templates equal those in `templates/`, except for the templates of this project's
/// new pages (`new-….mustache`) and of docgen's manual (`manual-….mustache`).
@Suite struct BuiltInTemplatesTests {
  private static func files() throws -> [String: String] {
    let folder = packageFolder.appendingPathComponent("templates")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".mustache") && !$0.hasPrefix("new-") && !$0.hasPrefix("manual-") }
    return Dictionary(
      uniqueKeysWithValues: try names.map { name in
        let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        return (String(name.dropLast(".mustache".count)), text)
      })
  }

  @Test func `every file of the template folder is in the program, word for word`() throws {
    let files = try Self.files()
    #expect(!files.isEmpty)
    #expect(BuiltInTemplates.texts.keys.sorted() == files.keys.sorted())
    for (name, text) in files { #expect(BuiltInTemplates.texts[name] == text, "\(name)") }
  }
}
