#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What libFuzzer calls with each of its texts (https://llvm.org/docs/LibFuzzer.html): `make fuzz`
/// links it with `-sanitize=fuzzer`. What must hold and does not is a trap, which libFuzzer keeps.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  let violations = MermaidProperties.violations(of: bytes)
  for violation in violations { print(violation) }
  if !violations.isEmpty { fflush(nil) }
  precondition(violations.isEmpty, "a property does not hold")
  return 0
}
