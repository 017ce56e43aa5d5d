import Foundation

/// How often something is tried: few times in `make test`, as often as the variable says otherwise.
package func rounds(_ variable: String, _ usual: Int) -> Int {
  ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual
}
