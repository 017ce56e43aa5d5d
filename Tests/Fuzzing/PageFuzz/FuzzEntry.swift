// `make fuzz` sets this, because the tests link another entry of that name as well.
#if PAGE_FUZZER
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// libFuzzer calls this with each of its pages. A violated property traps, and libFuzzer stores
  /// the page.
  @_cdecl("LLVMFuzzerTestOneInput")
  func testOnePage(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let found = PageProperties(Array(UnsafeBufferPointer(start: data, count: size)))
    guard !found.violations.isEmpty else { return 0 }
    for violation in found.violations { print(violation) }
    fflush(nil)
    preconditionFailure("a property does not hold")
  }
#endif

#if CHECKOUT_FUZZER
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// libFuzzer calls this with the text of a configuration, template, pattern or history.
  @_cdecl("LLVMFuzzerTestOneInput")
  func testOneCheckout(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let folder = "/tmp/docgen-fuzz-\(getpid())"
    mkdir(folder, 0o700)
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let found = CheckoutProperties(bytes, folder: folder)
    guard !found.violations.isEmpty else { return 0 }
    for violation in found.violations { print(violation) }
    fflush(nil)
    preconditionFailure("a property does not hold")
  }
#endif
