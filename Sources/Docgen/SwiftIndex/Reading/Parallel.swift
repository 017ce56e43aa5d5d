internal import Basics

/// Runs work for many inputs at once, on as many cores as the runtime offers.
package enum Parallel {
  /// The results in the order of the input.
  package static func map<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], workers: Int = 8, _ work: @escaping @Sendable (Input) -> Output
  ) async -> [Output] {
    guard inputs.count > 1, workers > 1 else { return inputs.map(work) }
    let queue = WorkQueue(count: inputs.count)
    return await withTaskGroup(of: [(Int, Output)].self) { group in
      for _ in 0..<min(workers, inputs.count) {
        group.addTask {
          var results: [(Int, Output)] = []
          while let index = queue.next() { results.append((index, work(inputs[index]))) }
          return results
        }
      }
      var outputs = [Output?](repeating: nil, count: inputs.count)
      for await results in group {
        for (index, output) in results { outputs[index] = output }
      }
      return outputs.compactMap { $0 }
    }
  }
}

/// Hands out the numbers below `count`, each once.
package final class WorkQueue: Sendable {
  private let count: Int
  private let position = Locked(0)

  package init(count: Int) {
    self.count = count
  }

  package func next() -> Int? {
    let index = position.withLock { position in
      defer { position += 1 }
      return position
    }
    return index < count ? index : nil
  }
}
