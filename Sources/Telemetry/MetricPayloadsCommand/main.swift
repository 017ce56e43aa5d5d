import Foundation

let program = PayloadProgram(
  output: { FileHandle.standardOutput.write(Data($0.utf8)) },
  errors: { FileHandle.standardError.write(Data($0.utf8)) },
  input: { FileHandle.standardInput.readDataToEndOfFile() })
exit(program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
