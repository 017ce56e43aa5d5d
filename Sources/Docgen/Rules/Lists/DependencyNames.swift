import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A list of packages by their names below the heading "Dependencies".
///
///     ## Dependencies
///     - **ArgumentParser** - the command line        neither the manifest nor an import has it
///
/// Most names must be those of packages, products or imported modules.
struct DependencyNames {
  private let list: Enumeration
  private let page: CheckedPage
  private let manifest: PackageManifest
  private let known: [String]

  static func unknown(on page: CheckedPage) -> [Diagnostic] {
    page.enumerations.compactMap { DependencyNames($0, on: page) }.flatMap(\.unknown)
  }

  private init?(_ list: Enumeration, on page: CheckedPage) {
    guard list.form != .headings, let heading = list.headings.first?.text.lowercased(),
      heading.hasSuffix("dependencies"), !page.subject.isHistorical(atLine: list.range.start.line),
      let manifest = page.manifest, !manifest.dependencies.isEmpty,
      let index = page.context?.index
    else { return nil }
    let names =
      manifest.dependencies.map(\.name) + manifest.targets.map(\.name) + manifest.products
      + index.imported(page.project.code)
    (self.list, self.page, self.manifest) = (list, page, manifest)
    known = names.map(Self.plain).filter { $0.count > 1 }
  }

  /// `swift-log` and `SwiftLog` -> `log`
  private static func plain(_ name: some StringProtocol) -> String {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    return letters.hasPrefix("swift") && letters.count > 7 ? String(letters.dropFirst(5)) : letters
  }

  private func isKnown(_ name: String) -> Bool {
    let plain = Self.plain(name)
    return known.contains { $0.hasPrefix(plain) || plain.hasPrefix($0) && $0.count > 3 }
      || PlatformNames.hasType(name)
  }

  private var unknown: [Diagnostic] {
    let named = list.entries.compactMap { entry in
      entry.names.first.map { ($0, entry.range) }
    }
    let missing = named.filter { !isKnown($0.0.name) }
    guard named.count == list.entries.count, named.count - missing.count >= 3,
      (named.count - missing.count) * 2 > named.count,
      let repository = page.context?.repository
    else { return [] }
    return missing.compactMap { name, range in
      guard CodeName.isCamelCase(name.name), name.style != .plain,
        !repository.contains(name.name, in: .code), !repository.contains(name.name, in: .text),
        !repository.hasFile(named: name.name)
      else { return nil }
      return Diagnostic(
        rule: UnknownDependency.id, severity: UnknownDependency.severity, confidence: .medium,
        at: page.page.location(range),
        "`\(manifest.file)` does not depend on `\(name.name)`, and no source imports it",
        caretLabel: "documented")
    }
  }
}
