import SwiftIndex
import Testing

/// The declarations of a file for the platforms that it is built for.
@Suite("Platforms") struct PlatformTests {
  private static let linux = BuildPlatform(os: "Linux")
  private static let iOS = BuildPlatform(os: "iOS")

  private func type(_ text: String, on platforms: BuildPlatform...) throws -> TypeDeclaration {
    try #require(CodeModel([file(text).active(on: platforms)]).types.first)
  }

  @Test func `a guard case in a branch governs the following code if that branch is compiled`()
    throws
  {
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
    let guarded = ["idle -> racing: start", "idle -> done: stop"]
    #expect(try transitions(text, on: Self.linux) == guarded)
    let plain = text.replacing("    #if os(Linux)\n", with: "")
      .replacing("    #endif\n", with: "")
    #expect(try transitions(plain) == guarded)
    // No condition there depends on the state.
    let free = [
      "idle -> racing: start ~", "idle -> done: stop ~", "racing -> done: stop ~",
      "done -> racing: start ~",
    ]
    #expect(try transitions(text, on: Self.iOS) == free)
    #expect(try transitions(text) == guarded + free.suffix(2))
  }

  @Test func `many conditional guards in a row are read quickly`() {
    let one = "#if A\nguard case .a = b else { return }\n#elseif B\nc()\n#else\nd()\n#endif\n"
    let text = "func f() {\n" + String(repeating: one, count: 40) + "}\n"
    #expect(file(text).globals.first.map { $0.body.calls.count < 10_000 } == true)
  }

  @Test func `bodies have the steps of the compiled branches`() throws {
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
    // Whether DEBUG is set is unknown, so both branches may be compiled.
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
      enum State { case idle, polling, racing, listening, never }
      enum Event { case start, stop }
      enum Effect { case openSocket, register }
      var state = State.idle
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

  private func transitions(_ text: String, on platforms: BuildPlatform...) throws -> [String] {
    let code = CodeModel([file(text).active(on: platforms)])
    let holder = try #require(code.machineHolders(named: "Machine").first)
    return code.sourceMachine(of: holder).edges.map { edge in
      let mark = edge.certainty == .exact ? "" : edge.certainty == .likely ? " ~" : " ?"
      return "\(edge.step.from) -> \(edge.step.to): \(edge.step.trigger)\(mark)"
    }
  }

  @Test func `machines have the compiled cases and transitions`() throws {
    #expect(
      try transitions(Self.machine, on: Self.linux) == [
        "idle -> polling: start", "polling -> idle: stop",
      ])
    #expect(
      try transitions(Self.machine, on: BuildPlatform(os: "iOS", flags: ["FAST"])) == [
        "idle -> racing: start", "listening -> idle: stop",
      ])
    #expect(
      try transitions(Self.machine, on: Self.iOS) == [
        "idle -> racing: start", "idle -> listening: start", "listening -> idle: stop",
      ])
    #expect(try transitions(Self.machine).contains("listening -> never: start"))
    #expect(
      try !transitions(Self.machine, on: Self.linux, Self.iOS).contains { $0.contains("never") })
  }

  @Test func `attributes exist if their branch is compiled`() throws {
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

  @Test func `cached files are filtered like parsed ones`() async throws {
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
