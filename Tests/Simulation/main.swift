import Foundation

let program = SimulationProgram(
  output: { FileHandle.standardOutput.write(Data($0.utf8)) },
  errors: { FileHandle.standardError.write(Data($0.utf8)) })
exit(await program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
