#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What libFuzzer calls with each of its texts (https://llvm.org/docs/LibFuzzer.html): `make fuzz`
/// links it with `-sanitize=fuzzer`. What must hold and does not is a trap, which libFuzzer keeps;
/// with `FUZZ_GOES_ON=1` it is counted, and only real traps, time-outs and memory end the run.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  let violations = MermaidProperties.violations(of: bytes)
  guard !violations.isEmpty else { return 0 }
  if goesOn {
    print("a property does not hold: \(violations[0].prefix(60))")
    return 0
  }
  for violation in violations { print(violation) }
  fflush(nil)
  preconditionFailure("a property does not hold")
}

private let goesOn = getenv("FUZZ_GOES_ON") != nil
