/// Strings are compared by scalars: with a combining mark after it, a `:` is another character to Swift,
/// but not to Mermaid.
extension String {
  func replacing(signs: String, with other: String) -> String {
    String(unicodeScalars.replacing(signs.unicodeScalars, with: other.unicodeScalars))
  }

  func starts(withSigns signs: String) -> Bool { utf8.starts(with: signs.utf8) }

  func ends(withSigns signs: String) -> Bool {
    utf8.reversed().starts(with: signs.utf8.reversed())
  }

  func contains(signs: String) -> Bool { utf8.contains(signs.utf8) }
}
