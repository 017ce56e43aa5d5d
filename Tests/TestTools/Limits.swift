import Foundation

/// The number of repetitions: few in `make test`, otherwise the value of an environment variable.
package func rounds(_ variable: String, _ usual: Int) -> Int {
  ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
}

/// The time limit of a single test in minutes, which ends hanging tests but leaves time for slow
/// machines.
package let testMinutes = rounds("TEST_MINUTES", 45)
