/// The name of a type in a drawing, without the differences of simplified notation.
///
///     Book?  ·  some Book  ·  Library.Book   ->  Book
///     [Book] ·  Book[]     ·  List~Book~     ->  Array
///     int    ·  CGFloat    ·  TimeInterval   ->  Number
package struct DrawnType: Hashable, Sendable {
  package let name: String

  /// `nil` for a tuple, a function type and other texts that are not a name.
  package init?(_ text: String) {
    guard let name = Self.name(of: text) else { return nil }
    self.name = name
  }

  /// Optional marks are dropped because authors often omit them in a diagram. Of a qualified name
  /// only the last part counts, and all number types are equal, because the finding would otherwise
  /// concern notation and not the design.
  private static func name(of text: String) -> String? {
    var rest = text.split(whereSeparator: \.isWhitespace).drop { silent.contains($0) }
      .joined(separator: " ")[...]
    while let last = rest.last, "?!".contains(last) { rest = rest.dropLast() }
    if rest.hasSuffix("]") {
      return rest.hasPrefix("[")
        ? rest.contains(":") ? "Dictionary" : "Array"
        : rest.hasSuffix("[]") ? "Array" : nil
    }
    if let open = rest.firstIndex(where: { $0 == "<" || $0 == "~" }) {
      let inner = rest[rest.index(after: open)...].dropLast()
      rest = rest[..<open]
      if rest == "Optional" { return name(of: String(inner)) }
    }
    let last = rest.split(separator: ".").last ?? ""
    guard !last.isEmpty, last.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      return nil
    }
    let capitalized = last.prefix(1).uppercased() + last.dropFirst()
    return numbers.contains(capitalized) ? "Number" : synonyms[capitalized] ?? capitalized
  }

  private static let silent: Set<Substring> = ["any", "some", "inout", "borrowing", "consuming"]
  private static let numbers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Float", "Double", "CGFloat", "TimeInterval", "Decimal", "Integer", "Long", "Number",
    "NSNumber",
  ]
  private static let synonyms = [
    "Boolean": "Bool", "List": "Array", "Map": "Dictionary", "NSString": "String", "NSDate": "Date",
    "NSArray": "Array", "NSDictionary": "Dictionary", "NSURL": "URL", "NSData": "Data",
  ]
}
