/// A value without meaning: all values are equal, so trees compare by their meaning.
///
///     @NonSemantic package var written: String?
@propertyWrapper
package struct NonSemantic<Value: Sendable>: Hashable, Sendable {
  package var wrappedValue: Value

  package init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  package static func == (left: NonSemantic, right: NonSemantic) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
