import Basics
import Markdown

/// An answer about each code block of a page, given once.
///
/// A block may have thousands of candidates for a finding, which all ask the same.
final class FenceMemo: Sendable {
  private let answers = Locked<[Int: Bool]>([:])

  func answer(for fence: Fence, _ make: () -> Bool) -> Bool {
    if let known = answers.withLock({ $0[fence.block] }) { return known }
    let answer = make()
    answers.withLock { $0[fence.block] = answer }
    return answer
  }
}
