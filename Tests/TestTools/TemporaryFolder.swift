import Foundation

/// A folder that exists as long as this object.
package final class TemporaryFolder {
  package let path: String

  /// Creates a folder; with `inMemory`, in memory if the system has a file system for that.
  package init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let parent =
      inMemory && FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    let url = parent.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  package func file(_ name: String) -> String { path + "/" + name }

  /// The size of a file in bytes; 0 if it does not exist.
  package func size(of name: String) throws -> Int64 {
    let path = file(name)
    if !FileManager.default.fileExists(atPath: path) { return 0 }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.size] as? NSNumber)?.int64Value ?? 0
  }
}
