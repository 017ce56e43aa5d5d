/// The spans of a trace that have begun and not ended, each with the number of those around it.
///
/// A span is in the one that it names. Without a known one it may be in all that are open.
package struct OpenSpans: Sendable {
  package enum Failure: Error {
    case isOpen, isNested
  }

  /// Readers of a nested trace may need stack for each level.
  package static let deepest = 1_000

  private var depths: [UInt32: Int] = [:]
  private var namesParents = false

  package init() {}

  /// `parent` is 0 without one.
  package mutating func open(_ span: UInt32, in parent: UInt32) throws(Failure) {
    if parent != 0 { namesParents = true }
    let around = parent == 0 && namesParents ? 0 : depths[parent] ?? depths.count
    if around >= Self.deepest { throw .isNested }
    if depths.updateValue(around + 1, forKey: span) != nil { throw .isOpen }
  }

  /// Whether the span was open.
  package mutating func close(_ span: UInt32) -> Bool { depths.removeValue(forKey: span) != nil }
}
