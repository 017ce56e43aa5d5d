import Diagnostics
import Markdown

/// `docgen:begin picture of=docs/sync.md:18 file=docs/images/sync.png`
///
/// The region is an image in Markdown. The file is drawn by `docgen pictures`, which needs a browser;
/// a check compares only the digest in it.
package enum PictureRegion: RegionKind {
  package static let name = "picture"
  package static let summary = "an image: a diagram with the verdict of each element"
  package static let keys = [
    RegionKey(
      "of",
      "the diagram, as `PAGE:LINE`; the page may belong to a project in a folder below this one"),
    RegionKey("file", "the image that `docgen pictures` draws, `.png` or `.svg`"),
    RegionKey("alt", "a description for readers who do not see the image"),
  ]

  package static func content(for request: RegionRequest) throws(RegionProblem) -> String {
    let subject = try PictureSubject(request)
    let alt = request.marker["alt"] ?? "The diagram at \(subject.page):\(subject.line)"
    let label = alt.map { "[]\\`*_<".contains($0) ? "\\\($0)" : String($0) }.joined()
    let address = Self.path(from: request.file, to: subject.file)
    return "![\(label)](\(address.contains(" ") ? "<\(address)>" : address))\n"
  }

  /// `docs/a.md`, `docs/images/b.png` -> `images/b.png`
  private static func path(from page: String, to file: String) -> String {
    var folders = page.split(separator: "/").dropLast()[...]
    var names = file.split(separator: "/")[...]
    while let first = folders.first, first == names.first, names.count > 1 {
      folders = folders.dropFirst()
      names = names.dropFirst()
    }
    return (folders.map { _ in ".." } + names).joined(separator: "/")
  }
}

/// The diagram and the file of a picture, as its marker names them.
package struct PictureSubject: Hashable, Sendable {
  /// Below the project's folder.
  package let page: String
  package let line: Int
  package let file: String

  package var isPNG: Bool { file.hasSuffix(".png") }

  package init(_ request: RegionRequest) throws(RegionProblem) {
    guard let place = request.marker["of"], let file = request.marker["file"] else {
      throw request.finding(
        RuleID(.missingArgument), "the marker does not name the diagram and the file",
        evidence: [Evidence(.help, "add of=PAGE:LINE file=NAME.png")])
    }
    guard let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...])
    else {
      throw request.finding(
        RegionSources.id, at: "of", "`\(place)` is not a page and a line",
        evidence: [Evidence(.help, "as in of=docs/sync.md:18")])
    }
    guard [".png", ".svg"].contains(where: file.hasSuffix) else {
      throw request.finding(
        RegionSources.id, at: "file", "`\(file)` is neither a .png nor a .svg")
    }
    (page, self.line, self.file) = (String(place[..<colon]), line, file)
  }
}
