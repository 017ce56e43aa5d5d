extension StringProtocol {
  /// The text without ASCII white space at its ends.
  var trimmed: String {
    var bytes = Substring(self).utf8
    while let first = bytes.first, first.isWhiteSpace { bytes.removeFirst() }
    while let last = bytes.last, last.isWhiteSpace { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
