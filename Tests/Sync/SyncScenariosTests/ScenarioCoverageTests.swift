import Sync
import SyncScenarios
import TestTools
import Testing
import Traces

@Suite("All scenarios together", .timeLimit(.minutes(testMinutes)))
struct ScenarioCoverageTests {
  /// A transition by its names, which declared edges and recorded transitions share.
  private struct Step: Hashable, CustomStringConvertible {
    var from: String
    var event: String
    var condition: String?
    var to: String
    var effects: [String]

    var description: String { "\(from) -\(event) [\(condition ?? "")]-> \(to) \(effects)" }
  }

  private func observed() async throws -> Set<Step> {
    var steps: Set<Step> = []
    for scenario in ScenarioCatalogue.all {
      for record in try await RecordingCache.shared.recording(of: scenario).trace.records {
        guard case .transition(let step) = record.body else { continue }
        steps.insert(
          Step(
            from: step.from, event: step.event, condition: step.condition, to: step.to,
            effects: step.effects))
      }
    }
    return steps
  }

  @Test
  func `scenarios take every declared transition of the machine, and no others`() async throws {
    let declared = Set(
      try SyncStateMachine.declared().edges.map {
        Step(
          from: $0.from, event: $0.event, condition: $0.condition, to: $0.to, effects: $0.effects)
      })
    let observed = try await observed()
    #expect(declared.subtracting(observed).map(\.description).sorted() == [])
    #expect(observed.subtracting(declared).map(\.description).sorted() == [])
    #expect(declared.count > 40)
  }

  @Test func `scenarios have unique names, and only declared participants`() async throws {
    let names = ScenarioCatalogue.all.map(\.name)
    #expect(Set(names).count == names.count)
    for scenario in ScenarioCatalogue.all {
      #expect(scenario.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
      #expect(scenario.title.hasSuffix("."))
      let trace = try await RecordingCache.shared.recording(of: scenario).trace
      let known = Set(trace.header.participants.map(\.name))
      var open: Set<TraceSpan> = []
      for record in trace.records {
        switch record.body {
        case .call(let call):
          #expect(known.contains(call.from) && known.contains(call.to), "\(scenario.name): \(call)")
          if !call.isSend { open.insert(call.span) }
        case .phaseBegan(let phase): open.insert(phase.span)
        case .returned(let outcome), .failed(let outcome): open.remove(outcome.span)
        case .phaseEnded(let phase): open.remove(phase.span)
        case .transition, .decision, .note, .value: break
        }
      }
      #expect(open.isEmpty, "\(scenario.name): a call or phase has no end")
      #expect(trace.dropped == 0)
    }
  }

  @Test func `traces contain nothing of the computer that recorded them`() async throws {
    for scenario in ScenarioCatalogue.all {
      let bytes = TraceWriter.encode(try await RecordingCache.shared.recording(of: scenario).trace)
      let text = String(decoding: bytes, as: UTF8.self)
      for word in ["/tmp", "/home", "/root", "/usr", ".build", "0x"] {
        #expect(!text.contains(word), "\(scenario.name): \(word)")
      }
    }
  }
}
