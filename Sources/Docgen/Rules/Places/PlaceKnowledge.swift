package import Diagnostics
package import Models
package import SwiftIndex

/// What code and traces say about what stands at a place of a page.
package struct PlaceKnowledge: Sendable {
  /// What it is, as Markdown: ``step `closed --> open` ``.
  package var title: String
  /// The declarations that it means.
  package var symbols: [Symbol] = []
  /// What the code says elsewhere: the pattern that handles a step, a heading, a trace's first line.
  package var declared: [Evidence] = []
  /// How often it was observed; nothing where that is no question.
  package var observed: Observation?
  /// What else there is to say, as Markdown.
  package var notes: [String] = []
  /// Where in the page it stands.
  package var range: SourceRange?

  init(_ title: String) {
    self.title = title
  }

  /// The places that a person would go to, the closest first: each once.
  package var targets: [SourceLocation] {
    (declared.compactMap(\.location) + symbols.map(\.nameLocation)).uniqued()
  }

  /// Adds what a name means, as far as it means something.
  mutating func add(symbolsNamed name: String, in code: CodeModel) {
    add(code.symbols(named: name))
  }

  mutating func add(_ found: [Symbol]) {
    for symbol in found where !symbols.contains(symbol) { symbols.append(symbol) }
  }

  mutating func add(symbolAt location: SourceLocation?, in code: CodeModel) {
    guard let location else { return }
    if let symbol = code.symbol(at: location) {
      if !symbols.contains(symbol) { symbols.append(symbol) }
    } else {
      declared.append(Evidence(.declared, "", at: location))
    }
  }
}

extension CodeModel {
  /// The declaration whose name stands there.
  func symbol(at location: SourceLocation) -> Symbol? {
    for type in types {
      if type.nameLocation == location { return .type(type) }
      if let member = type.members.first(where: { $0.nameLocation == location }) {
        return .member(member)
      }
    }
    return globals.first { $0.nameLocation == location }.map { .global($0) }
  }
}
