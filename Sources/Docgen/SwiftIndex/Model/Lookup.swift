/// The result of a name lookup.
package enum Lookup<Found: Hashable & Sendable>: Hashable, Sendable {
  case found(Found)
  /// Several match, in the order of the sources.
  case ambiguous([Found])
  /// Nothing matches; the known name that was probably meant.
  case unknown(nearest: String?)

  /// `nearest` is only evaluated without candidates.
  init(_ candidates: [Found], nearest: @autoclosure () -> String?) {
    if let first = candidates.first {
      self = candidates.count == 1 ? .found(first) : .ambiguous(candidates)
    } else {
      self = .unknown(nearest: nearest())
    }
  }

  /// The only match; `nil` if there are several or none.
  package var only: Found? {
    if case .found(let found) = self { found } else { nil }
  }

  /// The only match, or the first of several.
  package var first: Found? {
    switch self {
    case .found(let found): found
    case .ambiguous(let all): all.first
    case .unknown: nil
    }
  }

  /// All matches.
  package var all: [Found] {
    switch self {
    case .found(let found): [found]
    case .ambiguous(let all): all
    case .unknown: []
    }
  }
}
