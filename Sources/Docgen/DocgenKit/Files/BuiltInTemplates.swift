import EmbeddedFiles

/// The templates that are built into docgen: the files of `templates/`, word for word.
package enum BuiltInTemplates {
  /// The texts by name.
  package static let texts = Dictionary(
    uniqueKeysWithValues: built_in_templates().all.map { (String(cString: $0.name), $0.text) })
}

extension EmbeddedFiles {
  var all: UnsafeBufferPointer<EmbeddedFile> { UnsafeBufferPointer(start: files, count: count) }
}

extension EmbeddedFile {
  var text: String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}
