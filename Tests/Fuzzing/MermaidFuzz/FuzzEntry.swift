#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// libFuzzer calls this with each of its texts (https://llvm.org/docs/LibFuzzer.html): `make fuzz`
/// links it with `-sanitize=fuzzer`. A violated property traps, and libFuzzer stores the text. At
/// the end the process prints the number of diagrams that Mermaid accepts; each of them was
/// formatted. With `FUZZ_GOES_ON=FOLDER`, violations are stored there, and only real traps,
/// time-outs and memory limits end the run.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  let found = MermaidProperties(bytes)
  FuzzCounts.add(found)
  if let folder = getenv("FUZZ_GOES_ON") {
    guard !found.violations.isEmpty else { return 0 }
    let name = keep(bytes, in: String(cString: folder))
    print("\(name): \(found.violations.joined(separator: "\n"))")
    return 0
  }
  guard !found.violations.isEmpty else { return 0 }
  for violation in found.violations { print(violation) }
  fflush(nil)
  preconditionFailure("a property does not hold")
}

/// Counted on libFuzzer's only thread, printed when the process ends.
private enum FuzzCounts {
  nonisolated(unsafe) static var accepted = 0

  static func add(_ found: MermaidProperties) {
    if accepted == 0, found.accepted > 0 {
      atexit {
        print("diagrams that Mermaid accepts: \(FuzzCounts.accepted)")
        fflush(nil)
      }
    }
    accepted += found.accepted
  }
}

/// Writes a text to a file whose name is a digest of its bytes (FNV-1a).
private func keep(_ bytes: [UInt8], in folder: String) -> String {
  let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  let name = String(hash, radix: 16)
  guard let file = fopen("\(folder)/\(name)", "w") else { return name }
  fwrite(bytes, 1, bytes.count, file)
  fclose(file)
  return name
}
