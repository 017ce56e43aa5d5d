import Markdown
import Models
import SwiftIndex

extension CheckedPage {
  /// The manifest of the package that the page belongs to: that of the nearest folder around it.
  ///
  /// `nil` if the nearest one was not read, and for pages of examples without a package of their own.
  var manifest: PackageManifest? {
    var folder = page.path.split(separator: "/").dropLast()
    var isExample = false
    while true {
      let path = folder.joined(separator: "/")
      if let manifest = project.manifests.first(where: { $0.folder == path }) {
        return isExample ? nil : manifest
      }
      let file = path.isEmpty ? "Package.swift" : path + "/Package.swift"
      guard context?.kind(file) == nil, let last = folder.popLast() else { return nil }
      isExample = isExample || ExamplePath.isExample(String(last)) && !last.hasSuffix(".docc")
    }
  }
}
