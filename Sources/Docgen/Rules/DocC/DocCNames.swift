/// Names that DocC links may use although the sources do not declare them.
enum DocCNames {
  /// Protocols and types of the standard library whose members are known, and which may be linked.
  static let bases: Set = [
    "Sendable", "SendableMetatype", "Equatable", "Hashable", "Comparable", "Codable", "Encodable",
    "Decodable", "Error", "CaseIterable", "Identifiable", "CustomStringConvertible",
    "CustomDebugStringConvertible", "Copyable", "BitwiseCopyable", "Escapable", "AnyObject",
    "String", "Int", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Int8", "Int16", "Int32",
    "Int64", "RawRepresentable", "CodingKey", "ExpressibleByStringLiteral",
    "ExpressibleByIntegerLiteral", "ExpressibleByArrayLiteral", "ExpressibleByDictionaryLiteral",
    "ExpressibleByNilLiteral", "ExpressibleByBooleanLiteral", "ExpressibleByFloatLiteral",
    "LocalizedError", "Actor",
  ]

  static let synthesized: Set = [
    "==(_:_:)", "!=(_:_:)", "hash(into:)", "hashValue", "rawValue", "init(rawValue:)",
    "encode(to:)", "init(from:)", "description", "debugDescription", "localizedDescription",
    "allCases", "id", "RawValue", "AllCases", "ID", "<(_:_:)", ">(_:_:)", "<=(_:_:)", ">=(_:_:)",
    "...(_:_:)", "..<(_:_:)", "...(_:)", "..<(_:)", "errorDescription", "failureReason",
    "recoverySuggestion", "helpAnchor", "stringValue", "intValue", "init(stringValue:)",
    "init(intValue:)", "unownedExecutor", "withSerialExecutor(_:)", "assertIsolated(_:file:line:)",
    "init()", "assumeIsolated(_:file:line:)", "preconditionIsolated(_:file:line:)",
    "init(stringLiteral:)", "init(integerLiteral:)", "init(arrayLiteral:)", "init(floatLiteral:)",
    "init(dictionaryLiteral:)", "init(nilLiteral:)", "init(booleanLiteral:)",
    "ArrayLiteralElement", "StringLiteralType",
  ]

  /// Members that protocols of the standard library implement for the types that conform, and which
  /// DocC lists below these types.
  static let implementations: [(protocols: Set<String>, members: Set<String>)] = [
    (
      [
        "AdditiveArithmetic", "Numeric", "SignedNumeric", "BinaryInteger", "FixedWidthInteger",
        "FloatingPoint", "BinaryFloatingPoint", "VectorArithmetic", "DurationProtocol",
      ],
      ["+=(_:_:)", "-=(_:_:)", "+(_:)", "zero"]
    ),
    (["SignedNumeric", "FloatingPoint", "BinaryFloatingPoint"], ["-(_:)", "negate()"]),
    (["DurationProtocol"], ["*=(_:_:)", "/=(_:_:)"]),
    (
      ["SetAlgebra", "OptionSet"],
      [
        "union(_:)", "intersection(_:)", "symmetricDifference(_:)", "contains(_:)", "insert(_:)",
        "remove(_:)", "update(with:)", "formUnion(_:)", "formIntersection(_:)",
        "formSymmetricDifference(_:)", "isSubset(of:)", "isSuperset(of:)", "isDisjoint(with:)",
        "isStrictSubset(of:)", "isStrictSuperset(of:)", "subtract(_:)", "subtracting(_:)",
        "isEmpty", "init(_:)",
      ]
    ),
  ]

  /// Words of Swift that authors put between double backticks.
  static let words: Set = [
    "true", "false", "nil", "self", "Self", "Any", "AnyObject", "Void", "Never", "init", "deinit",
    "async", "await", "throws", "throw", "try", "some", "any", "weak", "unowned", "static", "let",
    "var", "func", "class", "struct", "enum", "protocol", "actor", "extension", "import", "private",
    "public", "internal", "fileprivate", "open", "final", "lazy", "mutating", "inout", "where",
    "return", "if", "else", "guard", "switch", "case", "default", "for", "while", "do", "catch",
    "defer", "operator", "macro", "nonisolated", "isolated", "consuming", "borrowing", "package",
  ]

  /// Whether a name has a prefix of Apple's frameworks, or is one of C: `UIView`, `pthread_self`.
  static func isOfSystem(_ name: String) -> Bool {
    name.wholeMatch(
      of:
        #/(UI|NS|CA|CG|CF|CI|AV|SK|MK|CL|WK|MTL|MTK|CK|PH|UN|HK|SCN|AR|GK|WC|XC|CB|MF|SF|LA|PK|AS|SC|OS|ML|VN|NW|JS)[A-Z][a-z].*/#
    ) != nil
      || name.contains("_") && name.lowercased() == name
  }
}
