// The DocgenCommand module is the executable `docgen`. It only starts `Program` with the console of
// its process; everything else is in DocgenKit, which tests, benchmarks and fuzzers link as well.

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
