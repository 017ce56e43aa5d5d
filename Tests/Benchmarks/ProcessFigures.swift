#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system's figures for this process.
enum ProcessFigures {
  /// The processor time used so far, by all threads, in nanoseconds. It hardly depends on other
  /// work on the machine.
  static var processorTime: Double {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// The current memory of the process in bytes (`VmRSS`); `nil` if the system does not report it.
  static var residentMemory: Int? { status("VmRSS:") }

  /// The peak of the memory since `forgetPeak()` (`VmHWM`).
  static var peakMemory: Int? { status("VmHWM:") }

  /// The current memory of another process and its peak, in bytes.
  static func memory(of process: Int32) -> (current: Int, peak: Int)? {
    guard let current = status("VmRSS:", of: String(process)),
      let peak = status("VmHWM:", of: String(process))
    else { return nil }
    return (current, peak)
  }

  /// Resets the peak to the current memory (Linux, `/proc/self/clear_refs`).
  static func forgetPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  private static func status(_ name: String, of process: String = "self") -> Int? {
    guard let file = fopen("/proc/\(process)/status", "r") else { return nil }
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

/// The resources that an ended process has used.
struct ProcessUsage {
  /// Processor time in seconds.
  var processorTime: Double
  /// The largest resident memory in bytes.
  var peakMemory: Int

  init(_ usage: rusage) {
    let times = [usage.ru_utime, usage.ru_stime]
    processorTime = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    #if canImport(Darwin)
      peakMemory = usage.ru_maxrss
    #else
      peakMemory = usage.ru_maxrss * 1024
    #endif
  }
}
