/// Signs are sought by their scalars: a combining mark behind one makes another character of it to
/// Swift, and none to Mermaid.
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
