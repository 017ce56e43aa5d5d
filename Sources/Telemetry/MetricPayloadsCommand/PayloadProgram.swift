// The MetricPayloadsCommand module is the program `metric-payloads`: it reads files that devices
// uploaded, and prints their figures.
//
// The MetricPayloads module reads, merges and summarizes; this module adds the command line
// (`PayloadProgram`) and the output (`PayloadReport`), as JSON or as a table of the same figures.
// Output, errors and standard input are functions, so that tests run the program in their process.

package import CommandLineTool
package import Foundation
import MetricPayloads

/// The program `metric-payloads`, which summarizes uploads of devices.
///
/// A file that cannot be read is reported and does not stop the others.
package struct PayloadProgram {
  /// The exit codes.
  package enum ExitCode: Int32 {
    /// Everything was read.
    case success = 0
    /// The command line is invalid.
    case usage = 2
    /// A file could not be read, or contains something else than payloads. The readable part is
    /// summarized.
    case input = 4
  }

  private let output: (String) -> Void
  private let errors: (String) -> Void
  private let input: () -> Data

  /// Creates a program with functions that print output, print errors, and read standard input.
  package init(
    output: @escaping (String) -> Void, errors: @escaping (String) -> Void,
    input: @escaping () -> Data
  ) {
    self.output = output
    self.errors = errors
    self.input = input
  }

  /// The command line.
  package static let command = CommandDescription(
    "metric-payloads", "Read the MetricKit payloads that devices upload",
    commands: [
      CommandDescription(
        "summarize", "Merge payloads and print their figures",
        discussion: """
          A file holds one payload, an array of them, or one a line, as MetricKit's \
          jsonRepresentation() writes them. What occurs twice counts once. Quantiles are given with \
          bounds that are certain. Values that cannot be told apart, such as '1,530 ms', are counted \
          as ambiguous and are in no figure.
          """,
        operands: [
          OperandDescription(
            "FILE", "A file of payloads; - for standard input", isRequired: true,
            isRepeating: true)
        ],
        options: [
          OptionDescription(
            "format", short: "f", value: "FORMAT", choices: ["table", "json"],
            "How to print; a table if not given"),
          OptionDescription("by-version", "One summary for each version of the app"),
          OptionDescription(
            "assume-posix",
            "Take numbers as newer systems print them: a point before the fraction, no groups"),
        ],
        examples: [
          ("metric-payloads summarize day1.json day2.json", "merge two uploads"),
          ("metric-payloads summarize -f json - < uploads.jsonl", "for another program"),
        ])
    ],
    exitCodes: [
      (0, "everything was read"), (2, "the command line is invalid"),
      (4, "a file could not be read, or contains something else than payloads"),
    ])

  /// Runs the program with these arguments.
  package func run(_ words: [String]) -> ExitCode {
    do throws(UsageError) {
      switch try Self.command.parse(words) {
      case .help(let path): output(Self.command.help(at: path))
      case .version: output(ProgramVersion.description(of: "metric-payloads") + "\n")
      case .run(_, let arguments): return summarize(arguments)
      }
      return .success
    } catch {
      let place = (["metric-payloads"] + error.path).joined(separator: " ")
      errors("metric-payloads: \(error.message)\nTry '\(place) --help' for more.\n")
      return .usage
    }
  }

  private func summarize(_ arguments: ParsedArguments) -> ExitCode {
    let reader =
      arguments.has("assume-posix")
      ? QuantityReader(decimalSeparator: ".", groupingSeparator: .some(nil)) : QuantityReader()
    let decoder = PayloadDecoder(reader: reader)
    var collection = PayloadCollection()
    var code = ExitCode.success
    for name in arguments.operands {
      guard let data = contents(name) else {
        code = .input
        continue
      }
      let decoded = decoder.decode(data)
      collection.add(decoded)
      for failure in decoded.failures { printError("\(name): \(failure)") }
      if !decoded.failures.isEmpty { code = .input }
      if decoded.failures.isEmpty, decoded.metrics.isEmpty, decoded.diagnostics.isEmpty {
        printError("\(name): the file contains no payload")
        code = .input
      }
    }
    let report = PayloadReport(collection, byVersion: arguments.has("by-version"))
    output(arguments.value("format") == "json" ? report.json : report.table)
    return code
  }

  private func contents(_ name: String) -> Data? {
    if name == "-" { return input() }
    do {
      return try Data(contentsOf: URL(fileURLWithPath: name))
    } catch {
      printError("\(name): cannot be read")
      return nil
    }
  }

  private func printError(_ text: String) { errors("metric-payloads: \(text)\n") }
}
