import CommandLineTool
import Testing

private let program = CommandDescription(
  "tool", "Does things",
  commands: [
    CommandDescription(
      "record", "Record traces",
      operands: [OperandDescription("NAME", "A scenario", isRepeating: true)],
      options: [
        OptionDescription("out", short: "o", value: "DIR", "Where to write"),
        OptionDescription("quiet", short: "q", "Say nothing"),
        OptionDescription(
          "format", value: "NAME", choices: ["text", "json"], "How to print"),
      ]),
    CommandDescription(
      "trace", "Work on traces",
      commands: [
        CommandDescription(
          "show", "Show one", operands: [OperandDescription("FILE", "A trace", isRequired: true)])
      ]),
  ])

private func arguments(_ words: String...) throws -> (path: [String], ParsedArguments) {
  guard case .run(let path, let arguments) = try program.parse(words) else {
    throw UsageError("not a run")
  }
  return (path, arguments)
}

private func message(_ words: [String]) -> String? {
  do {
    _ = try program.parse(words)
    return nil
  } catch {
    return error.message
  }
}

@Suite struct InvocationTests {
  @Test func `options and operands may have any order`() throws {
    let (path, parsed) = try arguments("record", "a", "-q", "--out", "x", "b", "--format=json")
    #expect(path == ["record"])
    #expect(parsed.operands == ["a", "b"])
    #expect(parsed.value("out") == "x")
    #expect(parsed.value("format") == "json")
    #expect(parsed.has("quiet"))
  }

  @Test func `short options may be bundled, the last one with its value`() throws {
    #expect(try arguments("record", "-qo", "x").1.value("out") == "x")
    #expect(try arguments("record", "-qox").1.value("out") == "x")
  }

  @Test func `two dashes end the options and one dash is an operand`() throws {
    #expect(try arguments("record", "-", "--", "--out").1.operands == ["-", "--out"])
  }

  @Test func `an empty value is a value`() throws {
    #expect(try arguments("record", "--out=").1.value("out")?.isEmpty == true)
  }

  @Test func `three command lines show help`() throws {
    for words in [
      ["trace", "show", "--help"], ["trace", "show", "-h"], ["help", "trace", "show"],
      ["help", "trace", "show", "--help"],
    ] {
      guard case .help(let path) = try program.parse(words) else {
        Issue.record("\(words) is not a call for help")
        continue
      }
      #expect(path == ["trace", "show"])
    }
  }

  @Test(arguments: [
    (["recrod"], "unknown command 'recrod'; did you mean 'record'?"),
    (["record", "--uot", "x"], "unknown option '--uot'; did you mean '--out'?"),
    (["record", "-z"], "unknown option '-z'"),
    (["record", "--out"], "option '--out' needs a value: DIR"),
    (["record", "--quiet=yes"], "option '--quiet' takes no value"),
    (["record", "--format", "xml"], "option '--format' takes text, json, not 'xml'"),
    (["trace", "show"], "FILE is missing"),
    (["trace", "show", "a", "b"], "unexpected 'b'"),
    (["trace"], "a command is missing"),
    ([], "a command is missing"),
  ])
  func `an invalid command line is explained`(words: [String], expected: String) {
    #expect(message(words) == expected)
  }

  @Test func `help lists the values of an option and its default`() {
    let option = OptionDescription(
      "format", value: "NAME", choices: ["text", "json"], standard: "text", "How to print")
    let help = CommandDescription("tool", "Does things", options: [option]).help()
    #expect(help.contains("  How to print: text (default), json\n"), "\(help)")
  }

  @Test func `help fits into the given columns`() {
    for width in [40, 80] {
      for line in program.help(at: ["record"], width: width).split(separator: "\n") {
        #expect(line.count <= width, "\(line)")
      }
    }
    #expect(program.help(at: ["record"]).contains("  -o, --out DIR      Where to write\n"))
  }
}
