import Foundation
import TypedMetrics

/// The metric that file tests record.
let fileMetric = Metric<Int>(name: "n", in: Bucket("b"))

func fileStore(
  _ folder: Folder, _ options: MetricStoreOptions = MetricStoreOptions()
) throws -> MetricFileStore {
  try MetricFileStore(file: folder.file(), options: options)
}

func appendText(_ text: String, to folder: Folder) throws {
  let handle = try FileHandle(forWritingTo: folder.file())
  try handle.seekToEnd()
  try handle.write(contentsOf: Data(text.utf8))
  try handle.close()
}

func fileText(_ folder: Folder) throws -> String {
  try String(contentsOf: folder.file(), encoding: .utf8)
}
