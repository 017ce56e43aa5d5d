import Diagnostics
import Markdown
import Models
import Rules
import SwiftIndex
import Templates
import Traces

/// A small project: a door with its machine, a trace, and a page to check.
enum Door {
  static let source = """
    /// What a door is.
    enum DoorState {
      /// Nobody gets in.
      case closed
      /// Everybody does; `angle` says how far.
      case open(angle: Int)
      /// The key is turned.
      case locked
    }

    struct DoorMachine {
      typealias State = DoorState
      enum Event {
        /// Somebody pushed.
        case pushed
        case pulled
        case keyTurned
      }
      static let widest = 90
      static let sign = "a | b <c>"
      var state = State.closed
      let frame: Frame

      mutating func apply(_ event: Event) {
        switch (state, event) {
        case (.closed, .pushed): state = .open(angle: Self.widest)
        case (.open, .pulled): state = .closed
        case (.closed, .keyTurned): state = .locked
        case (.locked, .keyTurned): state = .closed
        case (.closed, .pulled), (.open, .pushed), (.open, .keyTurned), (.locked, .pushed),
          (.locked, .pulled):
          break
        }
      }
    }

    struct Frame {
      func hold(door: DoorMachine, at height: Int) {}
    }

    """

  static let machine = DeclaredMachine(
    name: "Door", type: "DoorMachine", initial: "closed",
    states: [
      DeclaredState("closed"), DeclaredState("open", values: ["angle"]), DeclaredState("locked"),
    ], events: ["pushed", "pulled", "keyTurned"],
    edges: [
      DeclaredEdge(from: "closed", event: "pushed", to: "open"),
      DeclaredEdge(from: "closed", event: "keyTurned", to: "locked"),
      DeclaredEdge(from: "open", event: "pulled", to: "closed"),
      DeclaredEdge(from: "locked", event: "keyTurned", to: "closed"),
    ])

  /// A visit: the guest rings, and the door is opened and closed but never locked.
  static func visit() -> Trace {
    let recorder = TraceRecorder(clock: TraceClock { 0 })
    let ring = recorder.call(from: "Guest", to: "Bell", "ring", ["long"])
    recorder.returned(ring, "Sound")
    let push = recorder.call(from: "Guest", to: "Door", "push")
    recorder.transition(machine: "Door", from: "closed", event: "pushed", to: "open")
    recorder.returned(push)
    let pull = recorder.call(from: "Guest", to: "Door", "pull")
    recorder.transition(machine: "Door", from: "open", event: "pulled", to: "closed")
    recorder.returned(pull)
    recorder.value("Door.visits", .integer(1))
    let header = TraceHeader(
      scenario: "visit",
      participants: ["Guest", "Bell", "Door"].map { TraceParticipant($0) })
    return recorder.trace(header: header, machines: [machine])
  }

  static func model(
    source: String = source, trace: Trace = visit()
  ) -> ProjectModel {
    let (read, _) = TraceReader.read(TraceWriter.encode(trace))
    let code = CodeModel(
      reading: [SourceInput(path: "Sources/House/Door.swift", module: "House", source)])
    return ProjectModel(
      code: code, traces: read.map { [RecordedTrace(file: "visit.jsonl", trace: $0)] } ?? [],
      sources: ["Sources/House/Door.swift": SourceText(source)])
  }

  /// The content that docgen would write into a region.
  static func generated(_ marker: String, model: ProjectModel = model()) -> String? {
    let text = "<!-- docgen:begin \(marker) -->\n<!-- docgen:end -->\n"
    let page = Page(path: "a.md", bytes: Array(text.utf8))
    let checked = CheckedPage(page, project: model, templates: TemplateSource(texts: [:]))
    guard case .generated(let content)? = checked.regions.first?.outcome else { return nil }
    return content
  }

  /// The findings on a page: `line:column rule summary`.
  static func findings(on text: String, model: ProjectModel = model()) -> [String] {
    diagnostics(on: text, model: model).map(\.line)
  }

  /// The texts of the evidence below the findings.
  static func evidence(on text: String, model: ProjectModel = model()) -> [String] {
    diagnostics(on: text, model: model).flatMap { $0.evidence.map(\.text) }
  }

  static func diagnostics(on text: String, model: ProjectModel = model()) -> [Diagnostic] {
    let page = Page(path: "a.md", bytes: Array(text.utf8))
    let templates = TemplateSource(texts: ["names": "{{#states}}\n- {{name}}\n{{/states}}\n"])
    return CheckedPage(page, project: model, templates: templates).findings()
  }
}

extension Diagnostic {
  /// `3:5 unknown-state …`
  var line: String {
    let start = location.range?.start ?? .start
    return "\(start.line):\(start.column) \(rule) \(summary)"
  }
}
