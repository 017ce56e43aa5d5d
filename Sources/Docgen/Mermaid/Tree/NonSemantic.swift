/// A value that carries no meaning: all are equal, so trees compare by what they say.
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
