import Diagnostics
import SwiftIndex
import Testing

@Suite("Switch tables")
struct SwitchTableTests {
  @Test("Every pattern of a switch over state and event is a row")
  func pairs() throws {
    let table = try table(
      """
      struct Machine {
        enum State { case idle, syncing(Int), rateLimited(Double), error(String) }
        var state: State
        mutating func apply(_ event: Event) -> [Effect] {
          switch (state, event) {
          // A sync begins.
          case (.idle, .started), (.error, .started):
            state = .syncing(0)
            return [.checkHealth, .send(1)]
          case (.syncing, .hit(let after)) where consecutive >= 3:  // third in a row
            state = .rateLimited(after)
          case (.syncing(let done), .hit(_)):
            state = done > 3 ? .idle : .syncing(done + 1)
          case (let old, .failed(let message)):
            state = .error(message)
          case (_, .reset): state = .idle
          default: return []
          }
          return []
        }
      }
      """)
    #expect(table.stateSubject == "state")
    #expect(table.eventSubject == "event")
    #expect(
      describe(table) == [
        "7 idle started -> syncing [checkHealth send] // A sync begins.",
        "7 error started -> syncing [checkHealth send] // A sync begins.",
        "10 syncing hit if consecutive >= 3 -> rateLimited // third in a row",
        "12 syncing hit -> idle(done > 3)|syncing(!(done > 3))",
        "14 _ failed -> error",
        "16 _ reset -> idle",
        "17 _ _",
      ])
    #expect(table.row(state: "syncing", event: "hit")?.guards == ["consecutive >= 3"])
    #expect(table.row(state: "syncing", event: "hit", target: "idle")?.guards == [])
    #expect(table.row(state: "idle", event: "reset")?.assigned.map(\.name) == ["idle"])
    #expect(table.rows(state: "idle", event: "started").count == 2)
    #expect(table.stateNames == ["idle", "error", "syncing"])
    #expect(table.eventNames == ["started", "hit", "failed", "reset"])
  }

  @Test("Places are those of the patterns, in the file they stand in")
  func places() throws {
    let source = MarkedSource(
      """
      struct M { var state: S
        mutating func apply(_ event: E) {
          switch (state, event) {
          case ①(.a, .x)②,
            ③(.b, .y): break
          }
        }
      }
      """)
    let rows = try table(source.text, type: "M").rows
    #expect(rows.map(\.location.file) == ["1.swift", "1.swift"])
    #expect(rows[0].location.range?.start == source.position("①"))
    #expect(rows[0].location.range?.end == source.position("②"))
    #expect(rows[1].location.range?.start == source.position("③"))
  }

  @Test("A switch on the event nested in a switch on the state is followed")
  func nested() throws {
    let table = try table(
      """
      struct Machine {
        var state: State
        mutating func apply(_ event: Event) {
          switch state {
          case .idle:
            switch event {
            case .start: state = .running
            case .stop, .pause: break
            }
          case .running where isReady:
            switch event {
            case .stop: self.state = .idle
            default: break
            }
            log()
          case .paused: state = .idle
          default: break
          }
        }
      }
      """)
    #expect(
      describe(table) == [
        "7 idle start -> running", "8 idle stop", "8 idle pause",
        "12 running stop if isReady -> idle", "13 running _ if isReady", "16 paused _ -> idle",
        "17 _ _",
      ])
  }

  @Test("Helpers of the same type are followed, with the state or event they are given")
  func helpers() throws {
    let table = try table(
      """
      struct Machine {
        private var state: State
        mutating func apply(_ event: Event) -> [Effect] {
          let before = state
          defer { log(event) }
          switch before {
          case .idle: return applyIdle(event)
          case .running: return self.applyRunning(what: event, now: 3)
          }
        }
        private func log(_ event: Event) {
          switch event { case .start: print("a"); default: print("b") }
        }
        private mutating func move(to next: State) -> [Effect] {
          state = next
          return [.notify]
        }
      }
      extension Machine {
        mutating func applyIdle(_ incoming: Event) -> [Effect] {
          switch incoming {
          case .start: return move(to: .running)
          case .stop: return []
          }
        }
        mutating func applyRunning(what: Event, now: Int) -> [Effect] {
          guard case .stop(let why) = what else { return [.complain] }
          return move(to: why ?? .idle)
        }
      }
      """)
    #expect(
      describe(table) == [
        "22 idle start -> running [notify] via move", "23 idle stop",
        "27 running stop -> ? [notify] via move", "27 running _ [complain]",
      ])
    #expect(table.rows.map(\.method) == ["applyIdle", "applyIdle", "applyRunning", "applyRunning"])
  }

  @Test("Steps without a switch of their own belong to the case that calls them")
  func plainHelpers() throws {
    let table = try table(
      """
      struct Machine {
        var state: State
        mutating func apply(_ event: Event) -> [Effect] {
          switch (state, event) {
          case (.syncing, .hit): return slowDown(event)
          case (.pulling, .done): return finish(.idle)
          }
        }
        mutating func slowDown(_ event: Event) -> [Effect] {
          if count >= 3 { return open() }
          guard case .hit(let after) = event else { return [] }
          return [.pause(after)]
        }
        mutating func open() -> [Effect] {
          state = .rateLimited
          return [.openBreaker]
        }
        mutating func finish(_ next: State) -> [Effect] { state = next; return [] }
      }
      """)
    #expect(
      describe(table) == [
        "5 syncing hit -> rateLimited(count >= 3) [openBreaker pause] via slowDown open",
        "6 pulling done -> idle via finish",
      ])
  }

  @Test("An enum may be its own state, and a function may return the next state")
  func otherShapes() throws {
    let own = try table(
      """
      enum Light {
        case red, green
        mutating func apply(_ event: Event) {
          switch (self, event) {
          case (.red, .go): self = .green
          case (.green, .stop): self = .red
          case (.red, .stop), (.green, .go): fallthrough
          default: break
          }
        }
      }
      """, type: "Light")
    #expect(own.stateSubject == "self")
    #expect(
      describe(own) == [
        "5 red go -> green", "6 green stop -> red", "7 red stop", "7 green go", "8 _ _",
      ])
    let reducer = try table(
      """
      struct R {
        static func reduce(_ state: State, with action: Event) -> State {
          switch (action, state) {
          case (.go, .red): return .green
          case (.stop, _): return .red
          case (.go, .green): return state
          }
        }
      }
      """, type: "R", method: "reduce")
    #expect(
      describe(reducer) == [
        "4 red go -> green", "5 _ stop -> red", "6 green go",
      ])
  }

  @Test("Optional patterns, type names and #if in cases are understood")
  func patterns() throws {
    let table = try table(
      """
      struct Machine {
        var state: State?
        mutating func apply(_ event: Event) {
          switch (state, event) {
          case (.idle?, Event.start): state = State.running
          case (.some(.running), let .stop(reason)): state = .init()
          #if DEBUG
          case (nil, .start): state = compute()
          #endif
          case (_, _): break
          }
        }
      }
      """)
    #expect(
      describe(table) == [
        "5 idle start -> running", "6 running stop -> init", "8 _ start -> ?", "10 _ _",
      ])
    #expect(table.rows[2].conditions.map(\.text) == ["DEBUG"])
    #expect(table.rows[2].assigned.first?.text == "compute()")
  }

  @Test("An unknown type or method is answered with the nearest name")
  func unknown() {
    let code = model("struct Machine { func apply(_ e: Event) {} }")
    #expect(code.switchTable(type: "Machin") == .unknown(nearest: "Machine"))
    #expect(code.switchTable(type: "Machine", method: "aply") == .unknown(nearest: "apply"))
    #expect(code.switchTable(type: "Machine").only?.rows == [])
  }

  private func table(
    _ text: String, type: String = "Machine", method: String = "apply"
  ) throws -> SwitchTable {
    try #require(model(text).switchTable(type: type, method: method).only)
  }

  /// `line state event if guards -> assigned [returned] via followed // comment`.
  private func describe(_ table: SwitchTable) -> [String] {
    table.rows.map { row in
      var text = "\(row.location.range?.start.line ?? 0) \(row.state) \(row.event)"
      if !row.guards.isEmpty { text += " if " + row.guards.joined(separator: " && ") }
      let states = row.assigned.map { state in
        let conditions =
          state.conditions.isEmpty ? "" : "(\(state.conditions.joined(separator: ", ")))"
        return (state.name ?? "?") + conditions
      }
      if !states.isEmpty { text += " -> " + states.joined(separator: "|") }
      if !row.returned.isEmpty { text += " [\(row.returned.joined(separator: " "))]" }
      let followed = row.followed.filter { $0 != row.method }
      if !followed.isEmpty { text += " via " + followed.joined(separator: " ") }
      if let comment = row.comment { text += " // \(comment)" }
      return text
    }
  }
}
