import DocgenKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

MallocTuning.inLargePieces()
let program = Program(console: ProcessConsole(), folder: ".")
exit(await program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
