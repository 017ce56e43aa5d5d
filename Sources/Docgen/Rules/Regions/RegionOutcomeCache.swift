import Markdown

/// The outcomes of a page's regions in earlier checks within the same project, so that they are not
/// evaluated again.
///
/// It keeps the outcomes of more than one check: while the author types, a marker or a fence is
/// incomplete for a moment, and all regions after it disappear with it.
struct RegionOutcomeCache: Sendable {
  /// Everything that decides an outcome, except the project and the file's path.
  private struct Question: Hashable {
    var kind: Region.Kind
    var marker: String
    /// The verified text.
    var text: String?
  }

  private struct Entry {
    var outcome: CheckedRegion.Outcome
    /// The last check that used it.
    var check: Int
  }

  private var entries: [Question: Entry] = [:]
  private var checks = 0
  /// The capacity: the largest number of regions that the page ever had, plus those written
  /// meanwhile.
  private var room = 0
  private static let spare = 32

  func outcome(of region: Region) -> CheckedRegion.Outcome? {
    if entries.isEmpty { return nil }
    return Self.question(region).flatMap { entries[$0]?.outcome }
  }

  /// Adds a check; drops the outcomes that were unused for longest.
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
  /// False if the outcome contains places of the page, or is cheap to compute.
  fileprivate var isWorthKeeping: Bool {
    switch self {
    case .generated, .state, .sequence, .classes, .flowchart: true
    case .value, .snippet, .table, .session, .data, .block, .problem: false
    }
  }
}
