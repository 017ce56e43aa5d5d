/// The visibility of a declaration, from the narrowest to the widest.
package enum AccessLevel: String, CaseIterable, Comparable, Hashable, Sendable {
  case `private`, `fileprivate`, `internal`, `package`, `public`, `open`

  package static func < (left: AccessLevel, right: AccessLevel) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .private: 0
    case .fileprivate: 1
    case .internal: 2
    case .package: 3
    case .public: 4
    case .open: 5
    }
  }
}
