import Facts

extension Difference {
  /// Whether the sentence states the same before and after: `A --> B` is now `A --> B`.
  var saysNothing: Bool {
    let parts = message.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    return zip(parts, zip(parts.dropFirst(), parts.dropFirst(2))).contains { before, rest in
      [" is now ", " and is "].contains(rest.0) && before == rest.1
    } || message.hasSuffix("has changed")
  }
}
