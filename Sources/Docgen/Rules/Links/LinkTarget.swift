/// The destination of a link within the project.
package struct LinkTarget: Hashable, Sendable {
  /// The path as written, with percent escapes decoded; empty for the page itself.
  package var path: String
  var anchor: String?

  /// `nil` if the link leads to another site.
  package init?(_ destination: String) {
    // Not characters: a delimiter and a combining scalar after it are one character.
    let scalars = destination.unicodeScalars
    let scheme = scalars.prefix {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "+")
    }
    if scalars.starts(with: "//".unicodeScalars)
      || (!scheme.isEmpty && scalars[scheme.endIndex...].first == ":")
    {
      return nil
    }
    let parts = scalars.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let file = parts.first.map { $0.prefix { $0 != "?" } } ?? Substring().unicodeScalars
    path = Self.decoded(Substring(file))
    anchor = parts.count > 1 ? Self.decoded(Substring(parts[1])) : nil
  }

  /// Whether the path begins at the root of the repository or of a website.
  package var isFromRoot: Bool { path.utf8.first == UInt8(ascii: "/") }

  /// The lines of a file that GitHub shows: `#L12`, `#L12-L20`, `#L12C3-L20C1`.
  var lines: ClosedRange<Int>? {
    guard let anchor, anchor.hasPrefix("L") else { return nil }
    let ends = anchor.split(separator: "-", omittingEmptySubsequences: false).map { end in
      end.hasPrefix("L") ? Int(end.dropFirst().prefix { $0 != "C" }) : nil
    }
    guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first <= last
    else { return nil }
    return first...last
  }

  /// The same link to another file, from the root where this one is.
  func leading(to file: String, from page: String) -> String {
    let path = isFromRoot ? "/" + file : ProjectContext.path(to: file, from: page)
    return path + (anchor.map { "#" + $0 } ?? "")
  }

  /// The same file with another anchor; the path has the form that a destination needs.
  func spelled(withAnchor anchor: String) -> String {
    path.replacing("%", with: "%25").replacing(" ", with: "%20") + "#" + anchor
  }

  /// `a%20b` -> `a b`; a percent character without a code is kept.
  static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
