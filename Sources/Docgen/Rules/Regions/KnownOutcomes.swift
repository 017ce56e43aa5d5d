import Markdown

/// What regions of a page came to on earlier checks within the same project, so that it is not worked
/// out again.
///
/// More than one check is remembered: while somebody writes, a marker or a fence is broken for a
/// moment, and with it all regions behind it are gone.
struct KnownOutcomes: Sendable {
  /// What an outcome follows from, besides the project and the file's path.
  private struct Question: Hashable {
    var kind: Region.Kind
    var marker: String
    /// The text that is proven.
    var text: String?
  }

  private struct Entry {
    var outcome: CheckedRegion.Outcome
    /// The last check that it was of use to.
    var check: Int
  }

  private var entries: [Question: Entry] = [:]
  private var checks = 0
  /// How many are remembered: as many as a page ever had, and some that were written meanwhile.
  private var room = 0
  private static let spare = 32

  func outcome(of region: Region) -> CheckedRegion.Outcome? {
    if entries.isEmpty { return nil }
    return Self.question(region).flatMap { entries[$0]?.outcome }
  }

  /// Remembers a check; what was of no use for longest is forgotten.
  mutating func keep(_ regions: [CheckedRegion]) {
    checks += 1
    var count = 0
    for region in regions where region.outcome.isWorthKeeping {
      guard let question = Self.question(region.region) else { continue }
      entries[question] = Entry(outcome: region.outcome, check: checks)
      count += 1
    }
    room = max(room, count + Self.spare)
    guard entries.count > room else { return }
    let latest = entries.sorted { $0.value.check > $1.value.check }.prefix(room)
    entries = Dictionary(latest.map { ($0.key, $0.value) }) { first, _ in first }
  }

  private static func question(_ region: Region) -> Question? {
    switch region.kind {
    case .generated: Question(kind: .generated, marker: region.opening.text)
    case .verified:
      region.fences.first.map {
        Question(kind: .verified, marker: region.opening.text, text: $0.literal)
      }
    case .value: nil
    }
  }
}

extension CheckedRegion.Outcome {
  /// Not where places of the page are in it, or where it costs nothing.
  fileprivate var isWorthKeeping: Bool {
    switch self {
    case .generated, .state, .sequence, .classes, .flowchart: true
    case .value, .snippet, .table, .problem: false
    }
  }
}
