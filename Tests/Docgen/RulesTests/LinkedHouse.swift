import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates

/// A repository in memory, and the findings of the link rules on one page or in the sources.
struct LinkedHouse {
  static let source = """
    /// A door.
    public struct Door: Hashable {
      public var width = 1
      public init(width: Int) {}
      public func push(_ force: Int, quietly: Bool = false) {}
      public func close() {}
      public static func == (left: Door, right: Door) -> Bool { true }
      public enum State { case open, ajar(by: Int) }
      public protocol Lockable { func lock() }
    }
    extension Door.Lockable { public func unlock() {} }
    public class Gate: NSObject {}
    public class Portal: VendorGate {}
    public actor Vault: Door.Lockable { public func lock() {} }
    @Model public class Key {}
    extension URLSession { public func ring() {} }
    public func knock(times: Int) {}
    """

  /// Contents by paths.
  var files = ["Sources/House/Door.swift": Self.source]

  /// The knowledge from history and the other files; `nil` without a repository.
  var repository: KnownRepository?

  init(_ files: [String: String] = [:]) { self.files.merge(files) { $1 } }

  private var model: ProjectModel {
    let sources = files.filter { $0.key.hasPrefix("Sources/") && $0.key.hasSuffix(".swift") }
      .filter { !$0.key.contains(".docc/") }.sorted { $0.key < $1.key }
    let inputs = sources.map { SourceInput(path: $0.key, module: "House", $0.value) }
    let texts = sources.map { ($0.key, SourceText($0.value)) }
    let manifest = files["Package.swift"].map {
      PackageManifest(file: "Package.swift", bytes: Array($0.utf8))
    }
    return ProjectModel(
      code: CodeModel(reading: inputs), traces: [],
      sources: Dictionary(uniqueKeysWithValues: texts), manifests: [manifest].compactMap(\.self))
  }

  private func context(_ documents: [String]) -> ProjectContext {
    var folders: Set = [""]
    for path in files.keys {
      var parts = path.split(separator: "/").dropLast()
      while !parts.isEmpty {
        folders.insert(parts.joined(separator: "/"))
        parts.removeLast()
      }
    }
    let (files, known) = (files, folders)
    return ProjectContext(
      pages: documents.map { Page(path: $0, bytes: Array((files[$0] ?? "").utf8)) },
      kind: { files[$0] != nil ? .file : known.contains($0) ? .folder : nil },
      names: { _ in [] }, hasFile: { _ in false },
      linkedFiles: LinkedFiles(
        files: { files.keys.sorted() }, read: { files[$0].map { Array($0.utf8) } }),
      isIgnored: { _ in false }, repository: repository)
  }

  static let rules: Set = ["broken-link", "unresolved-doc-link"]

  /// The findings of the link rules on a page with the given text.
  func findings(_ text: String, on path: String) -> [Diagnostic] {
    var house = self
    house.files[path] = text + "\n"
    let context = house.context([path])
    let page = Page(path: path, bytes: Array((text + "\n").utf8))
    return CheckedPage(
      page, project: house.model, templates: TemplateSource(texts: [:]), context: context
    ).findings().filter { Self.rules.contains($0.rule.rawValue) }
  }

  /// The findings of the link rules in several pages and in comments, including those that depend
  /// on all pages.
  func projectFindings(
    _ pages: [String: String], rules: Set<String> = Self.rules
  ) -> [Diagnostic] {
    var house = self
    house.files.merge(pages) { $1 }
    let paths = pages.keys.sorted()
    let (model, context) = (house.model, house.context(paths))
    var tally = ConventionTally()
    var references: [Reference] = []
    var all: [Diagnostic] = []
    for path in paths {
      let page = CheckedPage(
        Page(path: path, bytes: Array((pages[path] ?? "").utf8)), project: model,
        templates: TemplateSource(texts: [:]), context: context)
      let findings = page.findings().filter { rules.contains($0.rule.rawValue) }
      tally.add(page, findings)
      references += page.references
      all += findings
    }
    let comments = CheckedProject(model, context: context)
    let findings = comments.findings().filter { rules.contains($0.rule.rawValue) }
    tally.add(comments, findings)
    references += comments.references
    all += findings
    return tally.limiting(
      all, about: references, repository: repository, configuration: ".docgen.json")
  }

  /// The findings in the documentation comments.
  func commentFindings() -> [Diagnostic] {
    CheckedProject(model, context: context([])).findings()
      .filter { Self.rules.contains($0.rule.rawValue) }
  }
}

extension Diagnostic {
  /// `error: there is no `docs/b.md``
  var brief: String { "\(severity.rawValue): \(summary)" }
}
