extension Int {
  /// The number with its noun, in the singular or plural.
  ///
  ///     1.counted("Swift file")                -> 1 Swift file
  ///     0.counted("error")                     -> 0 errors
  ///     3.counted("entry", many: "entries")    -> 3 entries
  package func counted(_ one: String, many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }

  /// The form of a verb that agrees with the number: `agrees` for one, otherwise `agree`.
  package func verb(_ one: String, _ many: String) -> String { self == 1 ? one : many }

  /// `once`, `twice`, `14 times`
  package var times: String {
    switch self {
    case 1: "once"
    case 2: "twice"
    default: "\(self) times"
    }
  }
}
