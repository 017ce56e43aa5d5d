/// A token: its kind, its range, and the range of its value.
struct Token<Kind> {
  var kind: Kind
  var range: Range<Int>
  var value: Range<Int>

  init(_ kind: Kind, _ range: Range<Int>, value: Range<Int>? = nil) {
    self.kind = kind
    self.range = range
    self.value = value ?? range
  }
}
