import JSON

/// A text in JSON that has lists of objects.
protocol JSONListWriting {
  var writer: JSONWriter { get set }
}

extension JSONListWriting {
  /// Writes an object for each element; `write` adds its members.
  mutating func list<Element>(
    _ key: String, _ elements: [Element], write: (inout Self, Element) -> Void
  ) {
    writer.key(key)
    writer.beginArray()
    for element in elements {
      writer.beginObject()
      write(&self, element)
      writer.endObject()
    }
    writer.endArray()
  }
}
