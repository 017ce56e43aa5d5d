package import Diagnostics
package import Models
package import SwiftIndex

/// The facts of code and traces about an element of a page.
///
/// The same value answers several requests of an editor: hover shows all of it, jump to definition
/// uses `targets`, and the report shows it next to a diagram.
package struct HoverInfo: Sendable {
  /// Its kind and name as Markdown: ``transition `closed --> open` ``.
  package var title: String
  /// The declarations that it means.
  package var symbols: [Symbol] = []
  /// Other places in the code or the traces: the pattern that handles a transition, a heading, a
  /// trace's first line.
  package var declared: [Evidence] = []
  /// How often it was observed; `nil` if it cannot be observed.
  package var observed: Observation?
  /// The machine and the transitions of it that the element means.
  package var machine: StateMachineModel?
  package var edges: [StateMachineModel.Edge] = []
  /// Further facts, as Markdown.
  package var notes: [String] = []
  /// Its place in the page.
  package var range: SourceRange?

  init(_ title: String) {
    self.title = title
  }

  /// The places to jump to, the closest first, each once.
  package var targets: [SourceLocation] {
    (declared.compactMap(\.location) + symbols.map(\.nameLocation)).uniqued()
  }

  /// Adds the symbols that a name means, if any.
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
  /// The declaration whose name is at a location.
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
