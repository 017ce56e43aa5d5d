import Foundation
import Testing

/// Every page that `docgen new` starts in a small project can be generated and checked unchanged.
@Suite struct NewCommandTests {
  @Test(arguments: [
    ("state-machine", "Door", "docs/door.md", "# Door\n"),
    ("sequence", "op*", "docs/op.md", "scenarios=\"op*\""),
    ("class", "DoorMachine", "docs/door-machine.md", "# Door machine\n"),
    ("page", "How doors close", "docs/how-doors-close.md", "# How doors close\n"),
  ])
  func `a new page is generated and agrees`(
    kind: String, name: String, path: String, words: String
  ) throws {
    let project = try SmallProject()
    let outcome = try project.docgen("new", kind, name)
    #expect(outcome.code == 0, "\(outcome)")
    #expect(outcome.output == "wrote \(path)\nnext: docgen fix \(path)\n")
    #expect(try project.text(path).contains(words))
    let generated = try project.docgen("generate", path)
    #expect(generated.code == 0, "\(generated)")
    let checked = try project.docgen("check", path)
    #expect(checked.code == 0, "\(checked)")
    #expect(!checked.contains("warning"), "\(checked)")
    let again = try project.docgen("new", kind, name)
    #expect(again.code == 2)
    #expect(again.errors.contains("'\(path)' already exists"), "\(again)")
  }

  @Test(arguments: [
    (["class", "DoorMachin"], "no type 'DoorMachin'; did you mean 'DoorMachine'?"),
    (["state-machine", "Dor"], "no machine 'Dor'; did you mean 'Door'?"),
    (["sequence", "opn"], "no trace records the scenario 'opn'; did you mean 'open'?"),
    (["sequence", "zebra"], "no trace records the scenario 'zebra'; known: 'open'"),
    (["page"], "NAME"),
  ])
  func `missing things are reported`(words: [String], problem: String) throws {
    let project = try SmallProject()
    let outcome = try Tool.docgen.run(["new"] + words, in: project.folder)
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains(problem), "\(outcome)")
  }

  @Test func `a template of the project replaces the built-in one`() throws {
    let project = try SmallProject()
    try project.write("Ours: {{title}}\n", to: "templates/new-page.mustache")
    #expect(try project.docgen("new", "page", "Doors", "--output", "own.md").code == 0)
    #expect(try project.text("own.md") == "Ours: Doors\n")
    try project.write("{{titel}}\n", to: "templates/new-page.mustache")
    let wrong = try project.docgen("new", "page", "Windows")
    #expect(wrong.code == 2)
    #expect(wrong.errors.contains("new-page.mustache:1"), "\(wrong)")
  }
}

/// `docgen new recorder`: the decorators of a module's protocols.
@Suite struct NewRecorderTests {
  private static let source = """
    import Foundation

    @MainActor protocol Screen: AnyObject {
      var title: String { get set }
      func show(_ text: String)
    }
    public protocol Cache<Key> {
      associatedtype Key
      func find(_ key: Key)
    }
    protocol Client: Sendable {
      var host: String { get }
      func get(_ url: URL, retries count: Int) async throws -> Data
      mutating func reset(into buffer: inout Data)
    }
    protocol Unused { func x() }

    final class Loader {
      private let client: any Client
      private weak var screen: (any Screen)?
      let cache: any Cache<Int>
      func load() {}
    }

    """

  @Test func `each protocol that a type holds is recorded`() throws {
    let project = try SmallProject()
    try project.write(Self.source, to: "Sources/Loading/Loader.swift")
    let outcome = try project.docgen("new", "recorder", "Loading")
    #expect(outcome.code == 0, "\(outcome)")
    #expect(
      outcome.output.hasPrefix(
        "wrote Sources/LoadingRecorder/main.swift\nnext, in Package.swift:\n"))
    #expect(
      try project.text("Sources/LoadingRecorder/main.swift") == """
        import Foundation
        @testable import Loading
        import Traces

        /// Records the calls of `Screen`.
        @MainActor
        final class RecordingScreen: Screen {
          var wrapped: any Screen

          init(wrapped: any Screen) { self.wrapped = wrapped }

          var title: String {
            get { wrapped.title }
            set { wrapped.title = newValue }
          }

          func show(_ text: String) {
            TraceRecorder.current.call("Screen", "show", ["text"]) {
              wrapped.show(text)
            }
          }
        }

        /// Records the calls of `Client`.
        struct RecordingClient: Client {
          var wrapped: any Client

          var host: String { wrapped.host }

          func get(_ url: URL, retries count: Int) async throws -> Data {
            try await TraceRecorder.current.call("Client", "get", ["url", "retries"]) {
              try await wrapped.get(url, retries: count)
            }
          }

          mutating func reset(into buffer: inout Data) {
            TraceRecorder.current.call("Client", "reset", ["into"]) {
              wrapped.reset(into: &buffer)
            }
          }
        }

        await RecordedScenario.run([
          RecordedScenario("first", "What happens, in one sentence.") {
            // Create `Loader` with `RecordingScreen(wrapped: …)`, and let it work:
            // try await TraceRecorder.current.call("Loader", "load") { … }
          }
        ])

        """)
  }

  @Test func `a machine's conformance is a next step, and a wrong module is named`() throws {
    let project = try SmallProject()
    let outcome = try project.docgen("new", "recorder", "App")
    #expect(outcome.contains("extension DoorMachine: TracedMachine {"), "\(outcome)")
    let wrong = try project.docgen("new", "recorder", "Ap")
    #expect(wrong.code == 2)
    #expect(wrong.errors.contains("no module 'Ap'; did you mean 'App'?"), "\(wrong)")
  }
}
