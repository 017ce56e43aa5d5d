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

  /// The type from which a long name differs in one letter, which is neither the first nor the last:
  /// `UNNotifcationResponse`.
  package static func type(misspelledAs name: String) -> String? {
    let bytes = Array(name.utf8)
    guard bytes.count >= 12 else { return nil }
    let letters = bytes.filter { $0 < 0x80 } + Array("etaoinsrhldcumfpgwybvkxjqz".utf8)
    for index in 1..<bytes.count - 1 {
      let (before, after) = (bytes[..<index], bytes[(index + 1)...])
      let shorter =
        [before + after]
        + Set(letters).flatMap { letter in
          [before + [letter] + after, before + [letter] + bytes[index...]]
        }
      if let found = shorter.first(where: { types.contains(NameSet.number(of: $0)) }) {
        return String(decoding: found, as: UTF8.self)
      }
    }
    return nil
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
