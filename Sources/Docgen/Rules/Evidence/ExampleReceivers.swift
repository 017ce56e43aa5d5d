import SwiftIndex

/// The types of the variables that the examples of a section use.
///
/// Types come, in this order, from a declaration in the section, from a function whose result is
/// known, and from the name of the variable. A variable with different types in several examples
/// has none.
struct ExampleReceivers {
  private let variables: [String: String?]
  private let pageVariables: [String: String?]
  private let origins: [String: String]
  /// The inline code of the page.
  private let written: Set<String>
  private let code: CodeModel

  init(
    _ readings: [ExampleReading], onPage all: [ExampleReading], written: Set<String>,
    _ code: CodeModel
  ) {
    self.written = written
    variables = Self.variables(of: readings)
    pageVariables = Self.variables(of: all)
    origins = readings.reduce(into: [:]) { all, reading in
      all.merge(reading.origins) { $0 == $1 ? $0 : "" }
    }
    self.code = code
  }

  private static func variables(of readings: [ExampleReading]) -> [String: String?] {
    readings.reduce(into: [:]) { all, reading in
      all.merge(reading.variables) { $0 == $1 ? $0 : nil }
    }
  }

  /// The name with a type instead of a variable; the function alone if the type is unknown.
  ///
  /// `nil` if the type is unknown and the use is not a call: a property alone could belong to any
  /// type.
  func resolve(_ use: ExampleUse) -> String? {
    guard use.base == .variable else { return use.text }
    let end = use.text.firstIndex(of: ".") ?? use.text.endIndex
    let variable = String(use.text[..<end])
    // A value that a function returns may have members of other modules.
    let isFar = variables[variable] == .some(nil) && use.text.count { $0 == "." } > 1
    if !isFar, let type = type(of: variable) { return type + use.text[end...] }
    // Labels contain no dot.
    let last = use.text.split(separator: ".").last.map(String.init)
    return use.text.hasSuffix(")") ? last : nil
  }

  /// Whether only the text of the page gives the variable of a use its type: it may be a subtype, which
  /// has other members as well.
  func isTypedByText(_ use: ExampleUse) -> Bool {
    guard use.base == .variable else { return false }
    let variable = String(use.text.prefix { $0 != "." })
    return pageVariables[variable] == nil && !CodeName.isCamelCase(variable)
  }

  /// The type that another example of the section gives the variable, or that has a similar name.
  ///
  ///     storeManager  ->  StoreManager
  private func type(of variable: String) -> String? {
    if let declared = variables[variable] {
      return declared ?? origins[variable].flatMap(result)
    }
    guard let first = variable.first else { return nil }
    let name = first.uppercased() + variable.dropFirst()
    // A single word names the type only if another example of the page, or its text, confirms it.
    let isTyped =
      CodeName.isCamelCase(name) || pageVariables[variable] == .some(name)
      || pageVariables[variable] == nil && written.contains(name)
    return code.types(named: name).count == 1 && isTyped ? name : nil
  }

  /// The type that a function of a known receiver returns: `Item` of `store.item`.
  private func result(of origin: String) -> String? {
    guard let dot = origin.firstIndex(of: ".") else { return nil }
    let start = String(origin[..<dot])
    let owner = start.first?.isUppercase == true ? start : variables[start] ?? nil
    guard let owner else { return nil }
    let results = code.symbols(named: owner + origin[dot...] + "()").map { symbol -> String? in
      guard case .member(let member) = symbol else { return nil }
      return member.signature?.result?.nominalName
    }
    guard let first = results.first, let name = first, results.allSatisfy({ $0 == name }) else {
      return nil
    }
    let type = name == "Self" ? owner : name
    return code.types(named: type).count == 1 && code.isOwn(type) ? type : nil
  }
}

extension TypeReference {
  /// `Item` of `Item`, `Item?` and `Item<Int>`; `nil` for collections and functions.
  fileprivate var nominalName: String? {
    switch structure {
    case .named(let name, _): name
    case .optional(let wrapped): wrapped.nominalName
    default: nil
    }
  }
}
