#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the system says about this process.
enum ProcessFigures {
  /// Processor time used so far, by all threads, in nanoseconds. It hardly depends on what else the
  /// machine does.
  static var processorTime: Double {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Memory that the process holds now, in bytes (`VmRSS`); nothing where the system does not say.
  static var residentMemory: Int? { status("VmRSS:") }

  /// The most that it held since `forgetPeak()` (`VmHWM`).
  static var peakMemory: Int? { status("VmHWM:") }

  /// Lets the peak begin anew at what is held now (Linux, `/proc/self/clear_refs`).
  static func forgetPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  private static func status(_ name: String) -> Int? {
    guard let file = fopen("/proc/self/status", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      if words.count >= 2, words[0] == name, let kibibytes = Int(words[1]) {
        return kibibytes * 1024
      }
    }
    return nil
  }
}
