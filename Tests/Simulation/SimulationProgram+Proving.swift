import CommandLineTool
import Diagnostics

/// The command `prove`.
extension SimulationProgram {
  static let proving = CommandDescription(
    "prove", "Test the engine's claims about large numbers, and print figures",
    discussion: """
      Each proof has the size at which its claim is made; --size tries it at another one. Without \
      names, all of them are tried at full size, which takes hours for `convergence`. The proofs:

      \(Proof.all.map { "\($0.name): \($0.claim); \($0.size) \($0.unit)." }.joined(separator: " "))
      """,
    operands: [
      OperandDescription("NAME", "A proof; all by default", isRepeating: true)
    ],
    options: [OptionDescription("size", value: "N", "The size; that of the claim by default")],
    examples: [
      ("sync-simulation prove poison", "one claim at full size"),
      ("sync-simulation prove lost-answers --size 10000", "a claim at a smaller size"),
    ])

  func prove(_ arguments: ParsedArguments) async throws(UsageError) -> ExitCode {
    let proofs = try chosenProofs(arguments.operands)
    let size =
      arguments.value("size") == nil
      ? nil
      : try arguments.number("size", default: 1, in: 1...1_000_000_000, of: "prove")
    var ending = ExitCode.success
    for proof in proofs {
      do {
        let outcome = try await proof.attempt(size ?? proof.size)
        print("\(proof.name): \(proof.claim)\n")
        for (name, figure) in outcome.figures {
          print("  \(name)\(String(repeating: " ", count: max(1, 18 - name.count)))\(figure)\n")
        }
        if let objection = outcome.objection {
          printError("sync-simulation: \(proof.name): \(objection)\n")
          ending = .failure
        }
      } catch {
        printError("sync-simulation: \(proof.name): \(error)\n")
        ending = .failure
      }
    }
    return ending
  }

  private func chosenProofs(_ names: [String]) throws(UsageError) -> [Proof] {
    if names.isEmpty { return Proof.all }
    var proofs: [Proof] = []
    for name in names {
      guard let proof = Proof.all.first(where: { $0.name == name }) else {
        let hint =
          NearMiss.best(for: name, among: Proof.all.map(\.name))
          .map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError("unknown proof '\(name)'\(hint)", path: ["prove"])
      }
      proofs.append(proof)
    }
    return proofs
  }
}
