/// The files of the repository around the documents, listed and read only when a rule asks.
///
/// Paths are relative to the project's root.
package struct LinkedFiles: Sendable {
  /// Every file of the repository except build products and dependencies.
  package var files: @Sendable () -> [String]
  /// The content of a file; `nil` if it cannot be read.
  package var read: @Sendable (String) -> [UInt8]?

  package init(
    files: @escaping @Sendable () -> [String] = { [] },
    read: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.files = files
    self.read = read
  }

  /// The text of a file; `nil` if it cannot be read.
  func text(_ path: String) -> String? {
    read(path).map { String(decoding: $0, as: UTF8.self) }
  }
}
