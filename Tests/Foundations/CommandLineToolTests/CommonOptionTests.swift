import CommandLineTool
import Testing

private let program = CommandDescription(
  "tool", "Does things. It's \"quoted\" [so]",
  options: [OptionDescription("color", value: "WHEN", choices: ["auto", "never"], "Colours")],
  commands: [
    CommandDescription(
      "paint", "Paint a wall",
      operands: [
        OperandDescription("WALL", choices: ["north", "south"], "Which", isRequired: true)
      ],
      options: [
        OptionDescription("count", short: "n", value: "NUMBER", "How often"),
        OptionDescription("coat", "A second time"),
      ])
  ], examples: [("tool paint north", "Paint it.")], exitCodes: [(0, "done")])

private func arguments(_ words: String...) throws -> ParsedArguments {
  guard case .run(_, let arguments) = try program.parse(words) else {
    throw UsageError("not a run")
  }
  return arguments
}

@Suite struct CommonOptionTests {
  @Test func `options of the program may precede or follow the command`() throws {
    #expect(try arguments("--color=never", "paint", "north").value("color") == "never")
    #expect(try arguments("paint", "north", "--color", "never").value("color") == "never")
    let help = program.help(at: ["paint"])
    #expect(help.contains("Common options:\n      --color WHEN  Colours: auto, never\n"), "\(help)")
  }

  @Test func `a long option may be abbreviated to an unambiguous prefix`() throws {
    #expect(try arguments("paint", "--cou", "2", "north").value("count") == "2")
    #expect(try arguments("paint", "--cou=2", "north").value("count") == "2")
  }

  @Test(arguments: [
    (["paint", "--co", "north"], "option '--co' is ambiguous: '--color', '--count', '--coat'"),
    (["paint", "--", "--color"], "unknown wall '--color'"),
    (["paint", "nrth"], "unknown wall 'nrth'; did you mean 'north'?"),
    (["--count", "2", "paint"], "unknown option '--count'"),
  ])
  func `an ambiguous option is rejected`(words: [String], expected: String) {
    #expect(throws: UsageError.self) { try program.parse(words) }
    do { _ = try program.parse(words) } catch { #expect(error.message.hasPrefix(expected)) }
  }

  @Test
  func
    `the manual page has commands, options and exit codes, with nothing that roff would take for its own`()
  {
    let page = program.manualPage(version: "1")
    #expect(page.contains(".TH TOOL 1 \"\" \"tool 1\"\n"))
    #expect(page.contains("tool \\- Does things. It's \\(dqquoted\\(dq [so]\n"), "\(page)")
    #expect(page.contains(".B \\-n, \\-\\-count NUMBER\nHow often\n"), "\(page)")
    #expect(page.contains(".SH EXIT STATUS\n.TP\n.B 0\ndone\n"), "\(page)")
  }
}
