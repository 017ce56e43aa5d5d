import SwiftIndex

/// The variables of all examples of a page, read once.
struct PageVariables {
  let types: [String: String?]
  /// The known types of variables that have one, whatever the examples without a known one call so.
  let onlyTypes: [String: String]
  let origins: [String: String]
  /// Names that the examples declare with `let` only.
  let constants: Set<String>
  /// The members that uses take directly from variables.
  let members: [String: Set<String>]

  init(_ readings: [ExampleReading]) {
    types = readings.variables
    onlyTypes = readings.reduce(into: [:]) { all, reading in
      all.merge(reading.variables.compactMapValues(\.self)) { $0 == $1 ? $0 : "" }
    }
    origins = readings.origins
    constants = readings.reduce(into: Set()) { $0.formUnion($1.constants) }
      .subtracting(readings.flatMap(\.mutableNames))
    members = readings.flatMap(\.uses).reduce(into: [:]) { members, use in
      guard use.base == .variable else { return }
      let parts = use.text.split(separator: ".", maxSplits: 2).map { $0.prefix { $0 != "(" } }
      if parts.count > 1 { members[String(parts[0]), default: []].insert(String(parts[1])) }
    }
  }
}

/// The variables of the examples of a section, read once.
struct SectionVariables {
  let variables: [String: String?]
  let origins: [String: String]
  let initializers: [String: String]
  private let readings: [ExampleReading]
  /// The positions of the readings that unwrap a name, and of those where it certainly has the value of
  /// its origin.
  private let unwrapping: [String: [Int]]
  private let plain: [String: [Int]]

  init(_ readings: [ExampleReading]) {
    self.readings = readings
    (variables, origins) = (readings.variables, readings.origins)
    initializers = readings.reduce(into: [:]) { all, reading in
      all.merge(reading.initializers) { $0 == $1 ? $0 : "" }
    }
    func positions(_ names: (ExampleReading) -> some Sequence<String>) -> [String: [Int]] {
      readings.enumerated().reduce(into: [:]) { all, next in
        for name in names(next.element) { all[name, default: []].append(next.offset) }
      }
    }
    unwrapping = positions(\.unwrappedNames)
    plain = positions(\.plainNames)
  }

  /// Whether a variable or a parameter of a closure certainly has the value of its origin, for an example
  /// and for those that call nothing else by its names.
  func isPlain(_ name: String, in own: ExampleReading) -> Bool {
    func counts(_ position: Int) -> Bool {
      readings[position].origins.keys.allSatisfy { own.origins[$0] == nil }
    }
    return (own.plainNames.contains(name) || plain[name, default: []].contains(where: counts))
      && !own.unwrappedNames.contains(name)
      && !unwrapping[name, default: []].contains(where: counts)
  }
}

extension [ExampleReading] {
  var origins: [String: String] {
    reduce(into: [:]) { all, reading in
      all.merge(reading.origins) { $0 == $1 ? $0 : "" }
    }
  }

  var variables: [String: String?] {
    reduce(into: [:]) { all, reading in
      all.merge(reading.variables) { $0 == $1 ? $0 : nil }
    }
  }
}
