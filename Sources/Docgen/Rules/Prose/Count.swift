import Diagnostics
import Models
import SwiftIndex

/// The number of things that the code has: `NetworkClient.methods.count`, `SyncState.states.count`.
struct Count: Sendable {
  let number: Int
  let location: SourceLocation?

  /// The countable things of a type or of a machine.
  enum Things: String, CaseIterable {
    case methods, properties, cases, states, events, transitions

    func singular(if isOne: Bool) -> String {
      guard isOne else { return rawValue }
      return self == .properties ? "property" : String(rawValue.dropLast())
    }
  }

  /// The value of an expression that ends in `.count`; `nil` for other expressions and unknown
  /// owners.
  init?(_ expression: String, in project: ProjectModel) {
    let parts = expression.split(separator: ".").map(String.init)
    guard parts.count > 2, parts.last == "count",
      let things = Things(rawValue: parts[parts.count - 2])
    else { return nil }
    self.init(things, of: parts.dropLast(2).joined(separator: "."), in: project)
  }

  /// Methods and properties are those that other files may use, extensions included; for a
  /// protocol, its requirements.
  init?(_ things: Things, of owner: String, in project: ProjectModel) {
    if let machine = project.machine(named: owner) {
      location = machine.declaredAt
      switch things {
      case .states: number = machine.states.count
      case .events: number = machine.events.count
      case .transitions: number = machine.edges.count
      case .methods, .properties, .cases: return nil
      }
      return
    }
    guard let type = project.code.type(named: owner).only else { return nil }
    let members =
      type.kind == .protocol
      ? type.protocolRequirements
      : type.members.filter { $0.access != .private && $0.access != .fileprivate }
    location = type.nameLocation
    switch things {
    case .methods: number = members.count { $0.isMethod }
    case .properties: number = members.count { $0.property != nil }
    case .cases, .states, .events:
      guard type.kind == .enum else { return nil }
      number = type.cases.count
    case .transitions: return nil
    }
  }
}

/// A whole number in digits or, up to twenty, as a word.
struct WrittenNumber: Hashable {
  let number: Int
  private let isCapital: Bool
  private let isWord: Bool

  init?(_ text: String) {
    if let number = Int(text), number >= 0, text.utf8.count < 7 {
      (self.number, isWord, isCapital) = (number, false, false)
    } else if let number = Self.words.firstIndex(of: text.lowercased()) {
      (self.number, isWord) = (number, true)
      isCapital = text.first?.isUppercase == true
    } else {
      return nil
    }
  }

  /// Another number in the same notation, if it has a word.
  func text(of other: Int) -> String {
    guard isWord, Self.words.indices.contains(other) else { return String(other) }
    let word = Self.words[other]
    return isCapital ? word.prefix(1).uppercased() + word.dropFirst() : word
  }

  private static let words = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
  ]
}
