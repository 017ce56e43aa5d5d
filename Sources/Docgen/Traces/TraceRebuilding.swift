import CommandLineTool
import Diagrams
import Mermaid
import Traces

/// `docgen trace rebuild`: the traces that a diagram was made from, byte for byte.
struct TraceRebuilding: Sendable {
  let console: any Console
  let arguments: ParsedArguments

  func run() -> ExitCode {
    guard arguments.operands.count == 2 else {
      console.complain(
        "docgen: a diagram and its side information are needed\n"
          + "Try 'docgen trace rebuild --help'.\n")
      return .usage
    }
    do {
      let text = String(decoding: try FileSystem.read(arguments.operands[0]), as: UTF8.self)
      let document = MermaidParser.parse(text)
      guard document.errors.isEmpty, case .sequence(let diagram) = document.diagram else {
        return fail("`\(arguments.operands[0])` is no sequence diagram")
      }
      let information = try read(arguments.operands[1])
      return try write(information, diagram)
    } catch let error as JSONError {
      return fail("`\(arguments.operands[1])`: \(error.reason)")
    } catch {
      return fail("\(error)")
    }
  }

  private func read(_ path: String) throws -> SideInformation {
    try SideInformation(json: FileSystem.read(path))
  }

  private func write(
    _ information: SideInformation, _ diagram: SequenceDiagram
  ) throws -> ExitCode {
    if let folder = arguments.value("out") {
      for trace in information.traces {
        let path = "\(folder)/\(trace.scenario).jsonl"
        try FileSystem.replace(path, with: information.bytes(of: trace, from: diagram))
        console.print("\(path)\n")
      }
      return .success
    }
    let name = arguments.value("scenario")
    let wanted = information.traces.filter { name == nil || $0.scenario == name }
    guard wanted.count == 1, let trace = wanted.first else {
      let names = information.traces.map(\.scenario).joined(separator: ", ")
      console.complain(
        "docgen: name one of \(names) with --scenario, or a folder with --out\n"
          + "Try 'docgen trace rebuild --help'.\n")
      return .usage
    }
    let bytes = try information.bytes(of: trace, from: diagram)
    return TraceOutput(console: console, arguments: arguments).write(bytes)
  }

  private func fail(_ message: String) -> ExitCode {
    console.complain("docgen: \(message)\n")
    return .input
  }
}
