import CommandLineTool

/// The command `storm`.
extension SimulationProgram {
  static let storming = CommandDescription(
    "storm", "Run a device against the behaviors of hostile servers",
    discussion: """
      The real engine, store and client over sockets of 127.0.0.1, and a server that is wrong in \
      one way at a time: answers of gateways, broken connections, redirects, feeds and batch \
      answers that cannot be true. When a behavior has ended, everything must be sent and fetched \
      by itself, in bounded time and with bounded requests.
      """,
    operands: [
      OperandDescription("NAME", "A behavior; all by default", isRepeating: true)
    ],
    options: [
      OptionDescription("list", "List the behaviors, one per line"),
      OptionDescription("full", "Add the variants for only reads or only writes"),
      OptionDescription("syncs", value: "N", "Syncs under each behavior; 4 by default"),
    ],
    examples: [
      ("sync-simulation storm", "run all behaviors"),
      ("sync-simulation storm --full --syncs 12", "the long form"),
    ])

  func storm(_ arguments: ParsedArguments) async throws(UsageError) -> ExitCode {
    let names = StormRun.names(extended: arguments.has("full"))
    if arguments.has("list") {
      print(names.map { $0 + "\n" }.joined())
      return .success
    }
    let syncs = try arguments.number("syncs", default: 4, in: 1...1000, of: "storm")
    var (failures, requests, met) = (0, 0, 0)
    let chosen = arguments.operands.isEmpty ? names : arguments.operands
    for name in chosen {
      do {
        let outcome = try await StormRun.run(name, syncs: syncs)
        requests += outcome.requests
        met += outcome.met
        guard let failure = outcome.failure else { continue }
        failures += 1
        printError("\(name): \(failure)\n")
      } catch {
        failures += 1
        printError("\(name): \(error)\n")
      }
    }
    print(
      "behaviors  \(chosen.count)\nrequests   \(requests), \(met) met by a behavior\n"
        + "failures   \(failures)\n")
    return failures == 0 ? .success : .failure
  }
}
