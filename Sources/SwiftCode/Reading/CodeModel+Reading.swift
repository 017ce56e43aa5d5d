internal import Synchronization

extension FileDeclarations {
  /// Reads many files at once, on as many cores as the runtime offers.
  ///
  /// The result has the order of the input. A file that many inputs share is read once for each:
  /// a cache belongs to the caller, who knows what changed.
  package static func reading(
    _ inputs: [SourceInput], options: ReadingOptions = ReadingOptions(), workers: Int = 8
  ) async -> [FileDeclarations] {
    guard inputs.count > 1, workers > 1 else {
      return inputs.map { FileDeclarations(reading: $0, options: options) }
    }
    let queue = WorkQueue(count: inputs.count)
    return await withTaskGroup(of: [(Int, FileDeclarations)].self) { group in
      for _ in 0..<min(workers, inputs.count) {
        group.addTask {
          var results: [(Int, FileDeclarations)] = []
          while let index = queue.next() {
            results.append((index, FileDeclarations(reading: inputs[index], options: options)))
          }
          return results
        }
      }
      var files = [FileDeclarations?](repeating: nil, count: inputs.count)
      for await results in group {
        for (index, file) in results { files[index] = file }
      }
      return files.compactMap { $0 }
    }
  }
}

extension CodeModel {
  /// Reads and merges files, many at once.
  package static func reading(
    _ inputs: [SourceInput], options: ReadingOptions = ReadingOptions()
  ) async -> CodeModel {
    CodeModel(await FileDeclarations.reading(inputs, options: options))
  }

  /// Reads and merges files one after the other.
  package init(reading inputs: [SourceInput], options: ReadingOptions = ReadingOptions()) {
    self.init(inputs.map { FileDeclarations(reading: $0, options: options) })
  }
}

/// Hands out the numbers below `count`, each once.
private final class WorkQueue: Sendable {
  private let count: Int
  private let position = Atomic<Int>(0)

  init(count: Int) {
    self.count = count
  }

  func next() -> Int? {
    let index = position.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }
}
