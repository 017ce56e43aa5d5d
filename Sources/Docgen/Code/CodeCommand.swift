import CommandLineTool
import Diagnostics
import Models
import SwiftCode

/// `docgen code`: what docgen reads in Swift files, without a project.
struct CodeCommand: Sendable {
  static let name = "code"

  let console: any Console
  let arguments: ParsedArguments

  /// Prints what files and folders declare, as one JSON object.
  func run() async -> ExitCode {
    guard !arguments.operands.isEmpty else {
      console.complain("docgen: PATH is missing\nTry 'docgen code model --help'.\n")
      return .usage
    }
    var inputs: [SourceInput] = []
    var problems: [Diagnostic] = []
    for path in arguments.operands {
      do throws(FileError) {
        inputs += try Self.inputs(at: path)
      } catch {
        problems.append(
          Diagnostic(
            rule: "unreadable", category: .input, at: SourceLocation(file: error.path),
            "the file cannot be read: \(error.reason)"))
      }
    }
    let code = await CodeModel.reading(inputs)
    let sources = inputs.map { ($0.path, SourceText(bytes: $0.bytes)) }
    FindingsPrinter.complaining(console)
      .show(problems + code.diagnostics, sources: Dictionary(sources) { first, _ in first })
    console.print(CodeModelText.json(code) + "\n")
    return problems.isEmpty ? .success : .input
  }

  /// A file, or the Swift files below a folder.
  private static func inputs(at path: String) throws(FileError) -> [SourceInput] {
    var paths = [path]
    if FileSystem.kind(of: path) == .folder {
      let root = path.hasSuffix("/") ? String(path.dropLast()) : path
      paths = try FileFinder.files(matching: ["**/*.swift"], in: root).map { root + "/" + $0 }
    }
    return try paths.map { (path) throws(FileError) in
      SourceInput(
        path: path, module: ModuleModel.module(ofFile: path), bytes: try FileSystem.read(path))
    }
  }

  static let description = CommandDescription(
    name, "Show what docgen reads in Swift files",
    commands: [
      CommandDescription(
        "model", "Print the declarations of Swift files as JSON",
        discussion: """
          Each PATH is a Swift file or a folder of them; they need not compile. Extensions are \
          merged into the types that they extend. Syntax errors are shown, and the rest is read. \
          docs/docgen.md has the form of the JSON.
          """,
        operands: [
          OperandDescription(
            "PATH", "A Swift file, or a folder", isRequired: true, isRepeating: true)
        ],
        examples: [
          ("docgen code model Sources | jq '.types[].name'", "List the types of a package.")
        ],
        exitCodes: [
          (ExitCode.success.rawValue, "everything was read"),
          (ExitCode.usage.rawValue, "the command line is wrong"),
          (ExitCode.input.rawValue, "a file could not be read"),
        ])
    ])
}
