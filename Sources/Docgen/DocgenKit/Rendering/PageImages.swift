import Diagnostics
import Markdown
import Rules

/// The images of a page that are embedded in its file, and the problems with others.
///
/// At most 10 MB for one image, and 50 MB for all images of a page. Each problem is reported once
/// for a destination, however often the page shows it.
struct PageImages {
  /// The maximum size of an image: more would make a file that is too large to open.
  static let most = 10 << 20

  /// Addresses with the images in them, by the page's own.
  private var addresses: [String: String] = [:]
  private var reported: Set<String> = []
  private(set) var problems: [Diagnostic] = []
  /// The number of images on other sites.
  private(set) var remote = 0

  private let path: String
  private let folder: String
  private let root: String
  private let confinement: Confinement
  private let links: [Link]
  private var room = 5 * most

  /// Reads the images of a page at a path; addresses that begin with a slash start at the root, as
  /// on GitHub.
  init(of page: Page, at path: String, root: String) {
    self.path = path
    self.root = root
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let place = FileSystem.absolute(folder.isEmpty ? "." : folder)
    let isInside = (place + "/").hasPrefix(FileSystem.absolute(root) + "/")
    confinement = Confinement(isInside ? root : place)
    links = page.links.filter(\.isImage)
  }

  /// The address to show an image from; `nil` if its own is kept.
  mutating func address(of destination: String) -> String? {
    if let known = addresses[destination] { return known }
    guard reported.insert(destination).inserted else { return nil }
    guard let target = LinkTarget(destination) else {
      if !destination.hasPrefix("data:") { remote += 1 }
      return nil
    }
    if target.path.isEmpty { return nil }
    let file = target.isFromRoot ? root + target.path : folder + target.path
    let address: String
    do throws(FileError) {
      _ = try confinement.resolved(FileSystem.absolute(file), for: "read")
      let bytes = try FileSystem.read(file)
      if bytes.count > min(Self.most, room) {
        report(of: destination, "the image `\(file)` is too large to embed")
        return nil
      }
      guard let format = ImageFormat(of: bytes) else {
        report(of: destination, "`\(file)` is not a PNG, JPEG, GIF, WebP or SVG")
        return nil
      }
      room -= bytes.count
      address = format.address(of: bytes)
    } catch {
      report(of: destination, "the image `\(file)` cannot be read: \(error.reason)")
      return nil
    }
    addresses[destination] = address
    return address
  }

  private mutating func report(of destination: String, _ summary: String) {
    let link = links.first { $0.destination == destination }
    let range = link.map { $0.destinationRange ?? $0.range }
    problems.append(
      Diagnostic(
        rule: BrokenLink.id, severity: .warning, at: SourceLocation(file: path, range: range),
        summary,
        evidence: [
          Evidence(.note, "the page links to the image, and shows it only if it is reachable")
        ]))
  }
}
