/// A value that lists its fields once, in one place. The content of an entity lists them in the
/// alphabetical order of their wire names. Reading, writing, comparing and merging all use this
/// list.
///
///     mutating func visit<Visitor: FieldVisitor>(
///       _ visitor: inout Visitor
///     ) throws(Visitor.Failure) {
///       try visitor.field("name", &name)
///       try visitor.field("notes", &notes, default: nil)
///     }
public protocol FieldList: Hashable, Sendable {
  /// The value before its fields are read.
  static var empty: Self { get }

  /// Passes each field to a visitor, which may read or replace it.
  mutating func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure)
}

/// Reads or writes the fields of a value, one call for each.
public protocol FieldVisitor {
  /// The type of errors that a field can cause.
  associatedtype Failure: Error

  /// The form to read or write.
  var form: FieldForm { get }

  /// Reads or writes a field.
  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, absence: FieldAbsence<Value>
  ) throws(Failure)
}

/// The forms of an entity. Some fields occur only in some of them.
public enum FieldForm: Sendable {
  /// The row that the server sends.
  case row
  /// The body that creates the entity.
  case creation
  /// The body that changes the entity.
  case change
  /// The values that an edit can change and that a merge compares.
  case fields
}

/// The meaning of a missing or null field.
public enum FieldAbsence<Value> {
  /// An error, because the value cannot be read without the field.
  case error
  /// A default value.
  case value(Value)
}

extension FieldVisitor {
  /// Reads or writes a required field.
  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(Failure) {
    try field(name, &value, absence: .error)
  }

  /// Reads or writes a field with a default.
  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, default other: Value
  ) throws(Failure) {
    try field(name, &value, absence: .value(other))
  }
}

/// The values of an entity that devices and the server share.
public protocol EntityContent: FieldList {
  /// The kind of the entity.
  static var kind: EntityKind { get }
}

/// A value with the content of an entity, whose fields appear as its own.
@dynamicMemberLookup
public protocol ContentHolder<Content> {
  /// The type of the content.
  associatedtype Content: EntityContent
  /// The values that devices and the server share.
  var content: Content { get set }
}

extension ContentHolder {
  /// A field of the content.
  @inlinable
  public subscript<Value>(dynamicMember path: WritableKeyPath<Content, Value>) -> Value {
    get { content[keyPath: path] }
    set { content[keyPath: path] = newValue }
  }
}
