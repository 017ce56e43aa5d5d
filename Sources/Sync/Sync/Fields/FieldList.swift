/// A value that lists its fields once; an entity's content in the alphabetical order of their names on
/// the wire.
/// Everything that reads, writes, compares or merges the fields goes through that list.
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
  /// The error that a field can cause.
  associatedtype Failure: Error

  /// The form that is read or written.
  var form: FieldForm { get }

  /// Handles a field.
  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, absence: FieldAbsence<Value>
  ) throws(Failure)
}

/// The forms of an entity. Some fields appear in some of them only.
public enum FieldForm: Sendable {
  /// The row that the server sends.
  case row
  /// The body that creates the entity.
  case creation
  /// The body that changes the entity.
  case change
  /// The values that an edit can change and a merge compares.
  case fields
}

/// The meaning of a missing or null field.
public enum FieldAbsence<Value> {
  /// The value cannot be read without the field.
  case error
  /// The field has this value.
  case value(Value)
}

extension FieldVisitor {
  /// Handles a field that must be present.
  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value
  ) throws(Failure) {
    try field(name, &value, absence: .error)
  }

  /// Handles a field that has a default.
  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, default other: Value
  ) throws(Failure) {
    try field(name, &value, absence: .value(other))
  }
}

/// The values of an entity that devices and server share.
public protocol EntityContent: FieldList {
  /// The kind of the entity.
  static var kind: EntityKind { get }
}

/// A value with the content of an entity, whose fields appear as its own.
@dynamicMemberLookup
public protocol ContentHolder<Content> {
  /// The type of the content.
  associatedtype Content: EntityContent
  /// The values that devices and server share.
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
