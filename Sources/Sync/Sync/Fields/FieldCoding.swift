/// The key of a field for Foundation's coders.
struct FieldKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: StaticString) { stringValue = "\(name)" }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// Reads fields from a decoder. In a change, any field may be missing.
struct DecodingVisitor: FieldVisitor {
  let form: FieldForm
  private let container: KeyedDecodingContainer<FieldKey>
  private var names: Set<String> = []
  private var isPartial = false

  init(_ decoder: any Decoder, form: FieldForm) throws {
    self.form = form
    container = try decoder.container(keyedBy: FieldKey.self)
  }

  /// The names of the fields that were present; `nil` if all of them were.
  var partialNames: Set<String>? { isPartial ? names : nil }

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, absence: FieldAbsence<Value>
  ) throws {
    let key = FieldKey(name)
    if form == .change {
      guard container.contains(key) else {
        isPartial = true
        return
      }
      names.insert(key.stringValue)
    }
    switch absence {
    case .error: value = Value(wrapping: try container.decode(Value.Wrapped.self, forKey: key))
    case .value(let other):
      let decoded = try container.decodeIfPresent(Value.Wrapped.self, forKey: key)
      value = decoded.map { Value(wrapping: $0) } ?? other
    }
  }
}

/// Writes fields to an encoder. In a change, a cleared field is null; other forms leave it out.
struct EncodingVisitor: FieldVisitor {
  let form: FieldForm
  private var container: KeyedEncodingContainer<FieldKey>
  private let names: Set<String>?

  /// Creates a visitor that writes the fields with these names, or all fields for `nil`.
  init(_ encoder: any Encoder, form: FieldForm, only names: Set<String>? = nil) {
    self.form = form
    container = encoder.container(keyedBy: FieldKey.self)
    self.names = names
  }

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, absence: FieldAbsence<Value>
  ) throws {
    let key = FieldKey(name)
    if names?.contains(key.stringValue) == false { return }
    if form == .change {
      try container.encode(value.wrapped, forKey: key)
    } else {
      try container.encodeIfPresent(value.wrapped, forKey: key)
    }
  }
}

extension FieldList {
  /// Reads a form of the value.
  init(from decoder: any Decoder, as form: FieldForm) throws {
    self = .empty
    var visitor = try DecodingVisitor(decoder, form: form)
    try visit(&visitor)
  }

  /// Writes a form of the value.
  func encode(to encoder: any Encoder, as form: FieldForm) throws {
    var (copy, visitor) = (self, EncodingVisitor(encoder, form: form))
    try copy.visit(&visitor)
  }
}

// MARK: - JSON values

/// Fields of a row by their wire names; null for a missing value.
public typealias EntityFields = [String: JSONValue]

private struct FieldCollector: FieldVisitor {
  let form = FieldForm.fields
  var fields: EntityFields = [:]

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, absence: FieldAbsence<Value>
  ) {
    fields["\(name)"] = value.wrapped?.json ?? .null
  }
}

private struct FieldMerger: FieldVisitor {
  let form = FieldForm.change
  let change: EntityFields

  mutating func field<Value: FieldValue>(
    _ name: StaticString, _ value: inout Value, absence: FieldAbsence<Value>
  ) throws {
    guard let new = change["\(name)"] else { return }
    if new == .null, case .value(let other) = absence {
      value = other
    } else {
      let bytes = try WireCoding.encode(new)
      value = Value(wrapping: try WireCoding.decode(Value.Wrapped.self, from: bytes))
    }
  }
}

extension EntityContent {
  /// The values that an edit can change.
  var fields: EntityFields {
    var (copy, visitor) = (self, FieldCollector())
    copy.visit(&visitor)
    return visitor.fields
  }

  /// Sets the fields of a change to its values in wire format.
  ///
  /// - Throws: `DecodingError` for a value that is invalid for its field.
  mutating func merge(_ change: EntityFields) throws {
    var visitor = FieldMerger(change: change)
    try visit(&visitor)
  }
}
