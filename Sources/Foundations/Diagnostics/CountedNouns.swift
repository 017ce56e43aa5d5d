extension Int {
  /// A number and what is counted, of which there is one or there are others.
  ///
  ///     1.counted("Swift file")                -> 1 Swift file
  ///     0.counted("error")                     -> 0 errors
  ///     3.counted("entry", many: "entries")    -> 3 entries
  package func counted(_ one: String, many: String? = nil) -> String {
    "\(self) \(self == 1 ? one : many ?? one + "s")"
  }

  /// The verb that goes with a number: `agrees` of one, `agree` of others.
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
