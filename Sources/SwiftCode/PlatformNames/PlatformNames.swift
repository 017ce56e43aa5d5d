/// Names that belong to Apple's platforms, to Swift, or to well-known products and libraries.
///
/// A document may use them without any file of the project mentioning them. Ask this list last: a
/// project may declare a name that is also in it.
package enum PlatformNames {
  package static func contains(_ name: String) -> Bool {
    table.contains(NameSet.number(of: name.utf8))
  }

  /// Whether it is a type, a protocol or a module, not only a member or a product.
  package static func hasType(_ name: String) -> Bool {
    types.contains(NameSet.number(of: name.utf8))
  }

  private static let types = table(of: [PlatformTypeNames.text])
  private static let table = table(of: [
    PlatformTypeNames.text, PlatformMemberNames.text, ProductNames.text,
  ])

  private static func table(of texts: [StaticString]) -> WordTable {
    var table = WordTable()
    for text in texts {
      text.withUTF8Buffer { WordScanner.addText(Array($0), to: &table) }
    }
    return table
  }
}
