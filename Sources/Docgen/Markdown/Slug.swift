/// Computes the anchors that GitHub gives to headings, each one unique.
///
///     "Retry & back-off (v2)"  ->  "retry--back-off-v2", the second time "retry--back-off-v2-1"
///
/// The numbering is GitHub's: a number that a heading already has in its own text is skipped (`A`,
/// `A-1`, `A` give `a`, `a-1`, `a-2`).
struct Slugs {
  private var seen: [String: Int] = [:]

  mutating func anchor(for heading: String) -> String {
    let base = Slug.github(heading)
    var anchor = base
    while seen[anchor] != nil {
      let count = (seen[base] ?? 0) + 1
      seen[base] = count
      anchor = "\(base)-\(count)"
    }
    seen[anchor] = 0
    return anchor
  }
}

/// The spelling of one heading as an anchor.
package enum Slug {
  /// Lowercase; letters, marks, digits, `_` and `-` are kept, a space becomes `-`, the rest is
  /// removed.
  package static func github(_ heading: String) -> String {
    var slug = String.UnicodeScalarView()
    for scalar in heading.lowercased().unicodeScalars {
      if scalar == " " {
        slug.append("-")
      } else if isKept(scalar) {
        slug.append(scalar)
      }
    }
    return String(slug)
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", "-", "_": return true
    default: break
    }
    guard !scalar.isASCII else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
      .connectorPunctuation:
      return true
    default: return false
    }
  }
}
