import PlatformNameLists

/// Names that belong to Apple's platforms, to Swift, or to well-known products and libraries.
///
/// A document may use them although no file of the project mentions them. Consult this list last: a
/// project may declare a name that is also in it.
package enum PlatformNames {
  package static func contains(_ name: String) -> Bool {
    table.contains(NameSet.number(of: name.utf8))
  }

  /// Whether it is a type, a protocol or a module, not only a member or a product.
  package static func hasType(_ name: String) -> Bool {
    types.contains(NameSet.number(of: name.utf8))
  }

  private static let types = table(of: [platform_type_names()])
  private static let table = table(of: [
    platform_type_names(), platform_member_names(), product_names(),
  ])

  private static func table(of lists: [NameList]) -> WordTable {
    var table = WordTable()
    for list in lists {
      WordScanner.addText(
        Array(UnsafeBufferPointer(start: list.bytes, count: list.count)), to: &table)
    }
    return table
  }
}
