import Diagnostics
import DocgenKit
import Templates

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The properties of every configuration, template, pattern and Git history, whatever its bytes.
/// The fuzzer and the tests check them; the fuzzer's time-out also checks that each ends.
package struct CheckoutProperties {
  /// The violated properties.
  package private(set) var violations: [String] = []

  /// Reads the bytes as each of these; `folder` is the folder of the configuration.
  package init(_ bytes: [UInt8], folder: String) {
    let text = String(decoding: bytes, as: UTF8.self)
    readConfiguration(bytes, folder)
    readTemplate(text)
    readPattern(text)
    readHistory(bytes)
  }

  private mutating func readConfiguration(_ bytes: [UInt8], _ folder: String) {
    let path = folder + "/.docgen.json"
    guard let file = fopen(path, "w") else { return violations.append("no file \(path)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    var reader = ConfigurationReader()
    let configuration = reader.read(path)
    if (configuration == nil) != !reader.problems.isEmpty {
      violations.append("a configuration without problems is not read, or vice versa")
    }
    for problem in reader.problems {
      if let range = problem.location.range, range.end < range.start {
        violations.append("it ends before it begins: \(problem.summary)")
      }
    }
    for (name, source) in reader.sources where name.hasPrefix("/") || source.bytes != bytes {
      violations.append("the file \(name) was read")
    }
  }

  private mutating func readTemplate(_ text: String) {
    var library = TemplateLibrary(
      TemplateSource(texts: ["a": text, "b": "{{>a}}{{#list}}{{>a}}{{/list}}"]))
    let item: TemplateValue = ["name": .string("x"), "list": .list([.string("y"), .string("z")])]
    let data: TemplateValue = ["name": .code("x"), "list": .list([item, item, item])]
    guard let result = try? library.render("b", with: data) else { return }
    if result.utf8.count > Limit.templateBytes.value + text.utf8.count {
      violations.append("a template exceeds its limit")
    }
  }

  /// The first line is a pattern, the others are paths.
  private mutating func readPattern(_ text: String) {
    let lines = text.split(separator: "\n", maxSplits: 20)
    guard let first = lines.first else { return }
    let glob = Glob(String(first))
    for path in lines.dropFirst() where glob.matches(String(path)) {
      let parts = path.split(separator: "/")
      for count in parts.indices {
        let folder = parts.prefix(count).joined(separator: "/")
        if !glob.mayMatch(below: folder) {
          violations.append("`\(first)` matches `\(path)` and nothing below `\(folder)`")
        }
      }
    }
  }

  private mutating func readHistory(_ bytes: [UInt8]) {
    var reader = RemovalReader()
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      Array(line).withUnsafeBufferPointer { reader.read($0) }
    }
    let digest = Array((ContentDigest(bytes).text + "\n").utf8)
    guard let index = RemovalIndex(bytes: digest + bytes) else { return }
    if RemovalIndex(bytes: index.bytes) == nil {
      violations.append("a kept history is not read again")
    }
  }
}
