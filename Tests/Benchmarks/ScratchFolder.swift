import Foundation

/// A folder on disk for one measurement, removed at the end of its life.
struct ScratchFolder: ~Copyable {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("benchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// The path of a file of this name in the folder.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
