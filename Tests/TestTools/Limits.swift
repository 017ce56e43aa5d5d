import Foundation

/// How often something is tried: few times in `make test`, as often as the variable says otherwise.
package func rounds(_ variable: String, _ usual: Int) -> Int {
  ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
}

/// The time limit of a single test, in minutes: generous for slow machines, and the end of a test that
/// hangs.
package let testMinutes = rounds("TEST_MINUTES", 15)
