import Diagnostics
import Markdown
import SwiftIndex

/// The anchors of a page: those that GitHub gives to headings, DocC's, and those of HTML elements.
struct PageAnchors: Sendable {
  /// In lower case: browsers and GitHub find an anchor whatever its case.
  private let known: Set<String>
  /// Headings by the letters and digits of their anchors.
  private let byKey: [String: [String]]
  /// The keys of all anchors.
  private let keys: Set<String>
  private let index = Memo<String, NearMissIndex>()
  /// Keys whose heading has an image, HTML or an emoji code, for which GitHub has its own rules.
  private let unsure: Set<String>
  /// Whether a program adds anchors that the text does not show: MkDocs fills in `::: name(args)`.
  private let isIncomplete: Bool

  /// `:tada:`
  nonisolated(unsafe) private static let emoji = #/:[a-z0-9_+\-]+:/#

  init(_ page: Page) {
    var known = Set(page.headings.map { $0.anchor.lowercased() })
    var byKey: [String: [String]] = [:]
    var unsure: Set<String> = []
    for heading in page.headings {
      let key = Self.key(Slug.github(heading.text))
      byKey[key, default: []].append(heading.anchor)
      let line = page.source.line(heading.range.start.line)
      if line.contains("![") || line.contains("<") || line.contains(Self.emoji) {
        unsure.insert(key)
      }
    }
    let text = String(decoding: page.source.bytes, as: UTF8.self)
    for identifier in HTMLAnchors.identifiers(in: text) { known.insert(identifier.lowercased()) }
    for heading in HTMLAnchors.headings(in: text) {
      known.insert(Slug.github(heading))
      known.insert(Slug.github(heading.trimmedText))
    }
    isIncomplete =
      (text.hasPrefix("::: ") || text.contains("\n::: "))
      && text.firstMatch(of: /\n::: *\n/) == nil
    self.known = known
    keys = Set(known.map(Self.key))
    self.byKey = byKey
    self.unsure = unsure
  }

  /// Whether GitHub finds the anchor.
  func contains(_ anchor: String) -> Bool {
    var name = anchor.lowercased()
    if name.hasPrefix("user-content-") { name = String(name.dropFirst("user-content-".count)) }
    return isIncomplete || known.contains(name) || unsure.contains(Self.key(name))
  }

  /// Whether a heading differs from the anchor only in punctuation and case: DocC and site
  /// generators spell anchors differently from GitHub.
  func containsSpelling(_ anchor: String) -> Bool {
    let key = Self.key(anchor)
    return contains(anchor) || byKey[key] != nil || !key.isEmpty && keys.contains(key)
  }

  /// The one heading's anchor that differs in punctuation, case or the number of a duplicate;
  /// `nil` if there is none or more than one.
  func only(spelledLike anchor: String) -> String? {
    let key = Self.key(anchor)
    if let same = byKey[key] { return same.count == 1 ? same[0] : nil }
    guard let dash = anchor.lastIndex(of: "-"), Int(anchor[anchor.index(after: dash)...]) != nil,
      let base = byKey[Self.key(String(anchor[..<dash]))], base.count == 1
    else { return nil }
    return base[0]
  }

  /// The heading that was probably meant.
  func nearest(to anchor: String) -> String? {
    index.value("") { NearMissIndex(byKey.values.joined()) }.best(for: anchor)
  }

  /// The letters and digits alone, in lower case.
  private static func key(_ anchor: String) -> String {
    anchor.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}

/// Anchors that a page gives in HTML: `<a name="x">`, `<h2 id='x'>`, `<h1 align=center>Title</h1>`.
enum HTMLAnchors {
  /// The values of `id` and `name` attributes.
  static func identifiers(in text: String) -> [String] {
    guard text.contains("id=") || text.contains("name=") || text.contains(" =") else { return [] }
    return text.matches(
      of: #/\b(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/#.ignoresCase()
    )
    .compactMap { match in
      (match.output.1 ?? match.output.2 ?? match.output.3).map(String.init)
    }
  }

  /// The text of `<h1>` to `<h6>` without inner tags.
  static func headings(in text: String) -> [String] {
    guard text.contains("<h") || text.contains("<H") else { return [] }
    // Up to the last end tag: without one, the search for it would run to the end of the page for
    // each heading.
    let ends = text.ranges(of: #/</h[1-6]>/#.ignoresCase())
    return text[..<(ends.last?.upperBound ?? text.startIndex)]
      .matches(of: #/<h([1-6])[^>]*>(.*?)</h[1-6]>/#.ignoresCase().dotMatchesNewlines())
      .map { String($0.output.2).replacing(#/<[^>]*>/#, with: "") }
  }
}
