import Foundation

/// The output folder for traces.
struct TraceFolder {
  let path: String

  /// Creates the folder if it is missing.
  func make() throws {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw TraceFolderError(action: "make the folder", path: path, reason: error)
    }
  }

  /// Writes a trace, completely or not at all; a file with the same content is left alone.
  func write(_ bytes: [UInt8], name: String) throws {
    let file = URL(fileURLWithPath: path).appendingPathComponent("\(name).jsonl")
    let data = Data(bytes)
    if let old = FileManager.default.contents(atPath: file.path), old == data { return }
    do {
      try data.write(to: file, options: .atomic)
    } catch {
      throw TraceFolderError(action: "write", path: file.path, reason: error)
    }
  }

  /// Traces in the folder that do not belong to these scenarios, such as those of an older version.
  func files(except names: [String]) throws -> [String] {
    let wanted = Set(names.map { "\($0).jsonl" })
    return try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".jsonl") && !wanted.contains($0) }.sorted()
  }
}

/// The reason why traces could not be written, as a sentence.
struct TraceFolderError: Error, CustomStringConvertible {
  let action: String
  let path: String
  let reason: any Error

  var description: String { "cannot \(action) '\(path)': \(reason.localizedDescription)" }
}
