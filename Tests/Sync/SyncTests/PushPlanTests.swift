import Sync
import TestTools
import Testing

/// The requests, their order, and the consequences of failures, in every small case.
@Suite("The plan of a push", .timeLimit(.minutes(testMinutes)))
struct PushPlanTests {
  /// The possible mutations in a world of two types, A and B, and two events, E and F.
  enum Edit: CaseIterable {
    case createA, renameA, deleteA, createBWithFormerNameOfA, createE, moveEToB, deleteE, createF

    /// Kind, operation, entity, dependencies and releases.
    var parts: (EntityKind, MutationOperation, String, [String], [String]) {
      switch self {
      case .createA: (.eventType, .create, "A", ["=type/a"], [])
      case .renameA: (.eventType, .update, "A", ["=type/c"], ["=type/a"])
      case .deleteA: (.eventType, .delete, "A", [], ["=type/a"])
      case .createBWithFormerNameOfA: (.eventType, .create, "B", ["=type/a"], [])
      case .createE: (.event, .create, "E", ["A"], [])
      case .moveEToB: (.event, .update, "E", ["B"], ["A"])
      case .deleteE: (.event, .delete, "E", [], [])
      case .createF: (.event, .create, "F", ["B"], [])
      }
    }
  }

  enum State: CaseIterable {
    case free, quarantined, inBatch
  }

  private static func mutation(_ edit: Edit, _ state: State, place: Int) -> PendingMutation {
    let (kind, operation, id, needs, releases) = edit.parts
    return PendingMutation(
      id: "m\(place)", sequence: Int64(place + 1), clientRequestId: "k\(place)", entityKind: kind,
      operation: operation, entityId: id, payload: Array(repeating: 0, count: 10),
      dependencies: needs, releases: releases, createdAt: Timestamp(milliseconds: 0),
      batchKey: state == .inBatch ? "w" : nil, isQuarantined: state == .quarantined)
  }

  /// Calls `body` with each queue of this length.
  private static func forEachQueue(
    _ length: Int, states: [State], _ body: ([PendingMutation]) -> Void
  ) {
    func extend(_ queue: [PendingMutation]) {
      if queue.count == length { return body(queue) }
      for edit in Edit.allCases {
        for state in states { extend(queue + [mutation(edit, state, place: queue.count)]) }
      }
    }
    extend([])
  }

  /// The units that a plan sends if the server accepts each of them.
  private static func drain(_ queue: [PendingMutation], _ plan: inout PushPlan) -> [[String]] {
    for mutation in queue where mutation.isQuarantined { plan.block(mutation) }
    var rest = queue.filter { !$0.isQuarantined }
    var units: [[String]] = []
    while true {
      var rows = rest.filter { $0.sequence > plan.handled }[...]
      let members = plan.members { rows.popFirst() }.map(\.id)
      if members.isEmpty { return units }
      units.append(members)
      rest.removeAll { members.contains($0.id) }
    }
  }

  /// The same by definition: a mutation waits if it is in a batch. It also waits if a blocked
  /// mutation has the same entity, creates an entity that it needs, or needs an entity that it
  /// deletes.
  private static func expected(_ queue: [PendingMutation], batchSize: Int, bytes: Int) -> [[String]]
  {
    var stuck = queue.filter(\.isQuarantined)
    var units: [(ids: [String], isBatch: Bool)] = []
    for mutation in queue where !mutation.isQuarantined {
      let waits = stuck.contains { other in
        other.entityId == mutation.entityId || mutation.dependencies.contains(other.entityId)
          || other.releases.contains { $0.hasPrefix("=") && mutation.dependencies.contains($0) }
          || mutation.operation == .delete
            && (other.dependencies + other.releases).contains(mutation.entityId)
      }
      if waits || mutation.batchKey != nil {
        stuck.append(mutation)
        continue
      }
      let isBatch = mutation.entityKind == .event && mutation.operation == .create
      let size = 10 * ((units.last?.ids.count ?? 0) + 1)
      if isBatch, units.last?.isBatch == true, (units.last?.ids.count ?? 0) < batchSize,
        size <= bytes
      {
        units[units.count - 1].ids.append(mutation.id)
      } else {
        units.append(([mutation.id], isBatch))
      }
    }
    return units.map(\.ids)
  }

  @Test(arguments: [(0...3, State.allCases), (4...4, [.free, .quarantined])])
  func `every small queue is sent as far as possible without overtaking blocked mutations`(
    lengths: ClosedRange<Int>, states: [State]
  ) {
    var (queues, wrong) = (0, [String]())
    for length in lengths {
      for (batchSize, bytes) in [(2, 100), (3, 20)] where length < 4 || batchSize == 2 {
        PushPlanTests.forEachQueue(length, states: states) { queue in
          queues += 1
          var plan = PushPlan()
          (plan.limits.batchSize, plan.limits.byteCount) = (batchSize, bytes)
          let units = PushPlanTests.drain(queue, &plan)
          if units != PushPlanTests.expected(queue, batchSize: batchSize, bytes: bytes) {
            wrong.append("\(queue.map { "\($0.operation.rawValue) \($0.entityId)" }): \(units)")
          }
        }
      }
    }
    #expect(queues > 20_000)
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }

  @Test func `the reason to wait is the first that applies`() {
    var plan = PushPlan()
    plan.block(PushPlanTests.mutation(.moveEToB, .quarantined, place: 0))
    func reason(_ edit: Edit, _ state: State = .free) -> WaitingIds.Reason? {
      plan.reasonToWait(PushPlanTests.mutation(edit, state, place: 1))
    }
    #expect(reason(.deleteE) == .followsEarlier)
    #expect(reason(.deleteA) == .isNeeded)
    #expect(reason(.createE) == .followsEarlier)
    #expect(reason(.createF) == nil)
    #expect(reason(.createF, .inBatch) == .isInBatch)
    plan.block(PushPlanTests.mutation(.createBWithFormerNameOfA, .free, place: 2))
    #expect(reason(.createF) == .needsEarlier)
    #expect(plan.isWorkLeft)
  }

  // MARK: Failures

  private static func unit(_ count: Int, isSingle: Bool, isInTrouble: Bool = false) -> SendUnit {
    var members = (0..<count).map { mutation(.createE, .free, place: $0) }
    if isInTrouble { for index in members.indices { members[index].lastError = "?" } }
    return SendUnit(
      batch: MutationBatch(
        key: "b", mutationIds: members.map(\.id), isSingle: isSingle,
        createdAt: Timestamp(milliseconds: 0)), mutations: members)
  }

  private static let errors: [APIError] = [
    .cancelled, .noConnection, .network("lost"), .http(status: 429, retryAfter: 7),
    .http(status: 503, retryAfter: 9), .http(status: 500), .http(status: 502),
    .http(status: 400, problem: ProblemDetails(code: "validation")),
    .http(status: 410, problem: ProblemDetails(code: "gone")),
    .http(status: 422, problem: ProblemDetails(code: "id_in_future")),
    .duplicate(message: "there", existingId: "x"),
  ]

  @Test
  func `after every failure of every unit, refused content is isolated and everything else waits`()
  {
    for error in PushPlanTests.errors {
      for (count, isSingle) in [(1, true), (1, false), (2, false), (5, false)] {
        for isInTrouble in [false, true] {
          for failures in 1...4 {
            var plan = PushPlan()
            let unit = PushPlanTests.unit(count, isSingle: isSingle, isInTrouble: isInTrouble)
            let first = plan.outcome(of: unit, after: error, failuresInARow: failures)
            let second = plan.outcome(of: unit, after: error, failuresInARow: failures)
            let label =
              "\(error) \(count) \(isSingle) \(isInTrouble) \(failures): \(first) \(second)"
            if isSingle { #expect(first == second, "\(label)") }
            #expect(
              plan.deferred == (isPostponed(first) || isPostponed(second) ? ["b"] : []), "\(label)")
            switch error.answerClass {
            case .cancelled, .offline:
              #expect(first == .stop && !plan.hasEnded, "\(label)")
            case .busy(let rest):
              let own: PushPlan.Outcome = isSingle ? .postpone(rest: rest) : .split(rest: rest)
              #expect(first == (isInTrouble ? own : .stop), "\(label)")
              #expect(plan.hasEnded == isInTrouble, "\(label)")
            case .unusable:
              #expect(plan.hasEnded == (failures >= 3), "\(label)")
              let isRetried = error.status == 500 && failures < 3
              let whole: PushPlan.Outcome = isRetried ? .retry : .postpone(rest: nil)
              #expect(
                first
                  == (isSingle ? .postpone(rest: nil) : isInTrouble ? .split(rest: nil) : whole),
                "\(label)")
              if first == .retry { #expect(second == .split(rest: nil), "\(label)") }
            default:
              #expect(first == (isSingle ? .refused : .split(rest: nil)), "\(label)")
            }
          }
        }
      }
    }
  }

  private func isPostponed(_ outcome: PushPlan.Outcome) -> Bool {
    if case .postpone = outcome { true } else { false }
  }

  @Test
  func `a batch is halved until the invalid event is alone, without losses and in the same order`()
  {
    for size in 1...50 {
      for poison in 0..<size {
        var (plan, keys, requests) = (PushPlan(), 0, 0)
        var open = [PushPlanTests.unit(size, isSingle: false)]
        var accepted: [String] = []
        while let unit = open.first {
          open.removeFirst()
          requests += 1
          let isPoisoned = unit.mutations.contains { $0.id == "m\(poison)" }
          guard isPoisoned else {
            accepted += unit.mutations.map(\.id)
            continue
          }
          let error = APIError.http(status: 400, problem: ProblemDetails(code: "validation"))
          switch plan.outcome(of: unit, after: error, failuresInARow: 0) {
          case .split:
            let halves = plan.halves(of: unit, at: Timestamp(milliseconds: 1)) {
              keys += 1
              return "half \(keys)"
            }
            let members = Dictionary(uniqueKeysWithValues: unit.mutations.map { ($0.id, $0) })
            open.insert(
              contentsOf: halves.map { half in
                SendUnit(batch: half, mutations: half.mutationIds.compactMap { members[$0] })
              }, at: 0)
            #expect(halves.allSatisfy { plan.failedOnce.contains($0.key) })
          case .refused: #expect(unit.mutations.count == 1 && unit.batch.key == "k\(poison)")
          default: Issue.record("neither split nor refused")
          }
        }
        #expect(accepted == (0..<size).filter { $0 != poison }.map { "m\($0)" })
        #expect(requests <= 13, "\(size)")
      }
    }
  }

  @Test
  func
    `failed batches of an earlier sync are sent last, oldest first, and resting ones are not sent`()
  {
    let states: [(failedAt: Int64?, isResting: Bool)] = [
      (nil, false), (1, false), (2, false), (3, false), (1, true), (nil, true),
    ]
    for first in states {
      for second in states {
        for third in states {
          let all = [first, second, third].enumerated().map { number, state in
            PushPlan.WaitingBatch(
              key: "\(number)", failedAt: state.failedAt.map { Timestamp(milliseconds: $0) },
              isResting: state.isResting)
          }
          var plan = PushPlan()
          plan.order(all)
          let resting = all.filter(\.isResting)
          #expect(plan.isWorkLeft == !resting.isEmpty)
          for batch in all {
            #expect(plan.comesFirst(batch.key) == (!batch.isResting && batch.failedAt == nil))
          }
          var last: [String] = []
          while let key = plan.resumePostponed() { last.append(key) }
          let failed = all.filter { !$0.isResting && $0.failedAt != nil }
          #expect(Set(last) == Set(failed.map(\.key)))
          let times = last.compactMap { key in failed.first { $0.key == key }?.failedAt }
          #expect(times == times.sorted())
        }
      }
    }
  }

  @Test func `the fifth refusal puts a mutation into quarantine, and the first one a duplicate`() {
    var mutation = PushPlanTests.mutation(.createE, .free, place: 0)
    let time = Timestamp(milliseconds: 5)
    for attempt in 1...PendingMutation.retryLimit {
      mutation = PushPlan.refused(mutation, "no", isDuplicate: false, at: time)
      #expect(mutation.attempts == attempt && mutation.lastError == "no")
      #expect(mutation.isQuarantined == (attempt == PendingMutation.retryLimit))
    }
    let duplicate = PushPlan.refused(
      PushPlanTests.mutation(.createE, .free, place: 0), "there", isDuplicate: true, at: time)
    #expect(duplicate.isQuarantined && duplicate.lastError == "duplicate: there")
  }
}
