import SwiftIndex
import Testing

/// What a file says for the platforms for which it is built.
@Suite("Platforms") struct PlatformTests {
  private static let linux = BuildPlatform(os: "Linux")
  private static let iOS = BuildPlatform(os: "iOS")

  private func type(_ text: String, on platforms: BuildPlatform...) throws -> TypeDeclaration {
    try #require(CodeModel([file(text).active(on: platforms)]).types.first)
  }

  @Test("A guard case in a branch governs what follows where that branch is compiled")
  func governed() throws {
    let text = """
      struct Machine {
        enum State { case idle, racing, done }
        enum Event { case start, stop }
        var state = State.idle
        mutating func apply(_ event: Event) {
          #if os(Linux)
            guard case .idle = state else { return }
          #endif
          switch event {
          case .start: state = .racing
          case .stop: state = .done
          }
        }
      }
      """
    func rows(_ platforms: BuildPlatform...) throws -> [String] {
      let code = CodeModel([file(text).active(on: platforms)])
      return try #require(code.switchTable(type: "Machine").only).rows.map {
        "\($0.state) \($0.event) \($0.assigned.compactMap(\.name).joined())"
      }
    }
    let plain = text.replacing("    #if os(Linux)\n", with: "")
      .replacing("    #endif\n", with: "")
    // Nothing there says what the state is.
    #expect(try rows(Self.iOS) == ["_ start ", "_ stop "])
    let expected = ["idle start racing", "idle stop done", "_ _ "]
    #expect(try rows(Self.linux) == expected)
    let code = CodeModel([file(plain)])
    let same = try #require(code.switchTable(type: "Machine").only).rows.map {
      "\($0.state) \($0.event) \($0.assigned.compactMap(\.name).joined())"
    }
    #expect(same == expected)
    #expect(try rows() == expected + ["_ start racing", "_ stop done"])
  }

  @Test("Many such branches in a row are read in no long time")
  func manyGoverned() {
    let one = "#if A\nguard case .a = b else { return }\n#elseif B\nc()\n#else\nd()\n#endif\n"
    let text = "func f() {\n" + String(repeating: one, count: 40) + "}\n"
    #expect(file(text).globals.first.map { $0.body.calls.count < 10_000 } == true)
  }

  @Test("Bodies do what the branches do that are compiled")
  func bodies() throws {
    let text = """
      struct Maker {
        func make() {
          Common()
          #if os(Linux)
            Socket()
          #elseif os(iOS) && DEBUG
            Probe()
          #else
            Gesture()
            #if os(Linux)
              Never()
            #endif
          #endif
          if isReady {
            #if !os(Linux)
              Alert()
            #endif
          }
        }
        var tool: Tool {
          #if os(Linux)
            Hammer()
          #else
            Swipe()
          #endif
        }
      }
      """
    func made(_ platforms: BuildPlatform...) throws -> [String] {
      let type = try #require(CodeModel([file(text).active(on: platforms)]).types.first)
      return type.members.flatMap { $0.body.creations.map(\.typeName) }
    }
    #expect(
      try made() == [
        "Common", "Socket", "Probe", "Gesture", "Never", "Alert", "Hammer", "Swipe",
      ])
    #expect(try made(Self.linux) == ["Common", "Socket", "Hammer"])
    // Whether DEBUG is set is not known: both branches may be compiled.
    #expect(try made(Self.iOS) == ["Common", "Probe", "Gesture", "Alert", "Swipe"])
    #expect(
      try made(BuildPlatform(os: "iOS", flags: ["DEBUG"])) == ["Common", "Probe", "Alert", "Swipe"])
    #expect(
      try made(Self.linux, Self.iOS) == [
        "Common", "Socket", "Probe", "Gesture", "Alert", "Hammer", "Swipe",
      ])
  }

  private static let machine = """
    struct Machine {
      var state: State
      mutating func apply(_ event: Event) -> [Effect] {
        switch (state, event) {
        case (.idle, .start):
          #if os(Linux)
            state = .polling
            return [.openSocket]
          #elseif FAST
            state = .racing
          #else
            state = .listening
            return [.register]
          #endif
        #if os(Linux)
          case (.polling, .stop): state = .idle
        #else
          case (.listening, .stop): state = .idle
          #if os(Linux)
            case (.listening, .start): state = .never
          #endif
        #endif
        default: return []
        }
      }
    }
    """

  private func rows(_ platforms: BuildPlatform...) throws -> [String] {
    let code = CodeModel([file(Self.machine).active(on: platforms)])
    let table = try #require(code.switchTable(type: "Machine").only)
    return table.rows.map { row in
      let assigned = row.assigned.map { assigned in
        ([assigned.name ?? "?"] + assigned.conditions).joined(separator: " ")
      }
      return "\(row.state) \(row.event): \(assigned.joined(separator: ", ")) \(row.returned)"
    }
  }

  @Test("Tables of switches have the cases and steps that are compiled")
  func tables() throws {
    #expect(
      try rows(Self.linux) == [
        #"idle start: polling ["openSocket"]"#, "polling stop: idle []", "_ _:  []",
      ])
    #expect(
      try rows(BuildPlatform(os: "iOS", flags: ["FAST"])) == [
        "idle start: racing []", "listening stop: idle []", "_ _:  []",
      ])
    #expect(
      try rows(Self.iOS) == [
        "idle start: racing #if !(os(Linux)) && FAST, listening #if !(os(Linux)) && !(FAST) "
          + #"["register"]"#,
        "listening stop: idle []", "_ _:  []",
      ])
    #expect(try rows().count == 5)
    #expect(try rows(Self.linux, Self.iOS).count == 4)
  }

  @Test("Attributes stand where their branch is compiled")
  func attributes() throws {
    let text = """
      #if os(iOS)
      @MainActor
      #else
      @WorkerActor
      #endif
      @Model struct Row {
        func draw(
          a: Int
        ) {}
      }
      """
    #expect(try type(text).attributes.map(\.name) == ["MainActor", "WorkerActor", "Model"])
    #expect(try type(text, on: Self.iOS).attributes.map(\.name) == ["MainActor", "Model"])
    #expect(try type(text, on: Self.linux).attributes.map(\.name) == ["WorkerActor", "Model"])
    #expect(try type(text, on: Self.linux).headline == "struct Row")
  }

  @Test("What comes from the cache is filtered like what was read")
  func cached() async throws {
    let input = SourceInput(path: "a.swift", Self.machine)
    let kept = await FileDeclarations.reading([input], cache: CodeCache()).kept ?? []
    let cache = CodeCache(CodeCache.bytes(of: kept, stamp: 1), stamp: 1)
    let again = await FileDeclarations.reading([input], cache: cache)
    #expect(again.kept == nil)
    let read = file(Self.machine, path: "a.swift")
    #expect(again.files.map { $0.active(on: [Self.linux]) } == [read.active(on: [Self.linux])])
    #expect(again.files != again.files.map { $0.active(on: [Self.linux]) })
  }
}
