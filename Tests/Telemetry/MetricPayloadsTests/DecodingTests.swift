import Foundation
import MetricPayloads
import TestTools
import Testing

@Suite struct DecodingTests {
  @Test func `a payload of a newer system is read completely`() throws {
    let payload = metric(newerDay)
    #expect(payload.problems == [])
    #expect(payload.appVersion == "2.1" && payload.metadata.deviceType == "iPhone15,2")
    #expect(payload.metadata.pid == -1 && payload.metadata.lowPowerModeEnabled == true)
    #expect(payload.includesMultipleApplicationVersions == nil)
    #expect(payload.values[.cpuTime]?.quantity?.seconds == 120)
    #expect(payload.values[.cpuInstructions]?.quantity?.value == 5_200_000_000)
    #expect(payload.values[.peakMemory]?.quantity?.megabytes == 204.8)
    #expect(payload.values[MetricPath("diskSpaceUsageMetrics", "totalBinaryFileSize")] != nil)
    #expect(payload.averages[.suspendedMemory]?.sampleCount == 0)
    #expect(payload.averages[.suspendedMemory]?.standardDeviation == nil)
    #expect(payload.exits?.foreground == ["NormalApp": 3])
    #expect(payload.exits?.background == ["MemoryPressure": 2, "NewKind": 1])
    #expect(payload.signposts.map(\.name) == ["FullSync", "RateLimitHit"])
    #expect(payload.signposts.map(\.totalCount) == [30, 2])
    #expect(payload.signposts.first?.durations?.count == 140)
    let bars = try #require(payload.histograms[.cellularCondition])
    #expect(bars.unit == .bars && bars.count == 40)
    #expect(bars.quantile(0.25) == bars.quantile(0) && bars.quantile(0.25)?.upper == 1)
    #expect(bars.quantile(0.26)?.lower == 3 && bars.quantile(0.26)?.upper == 3)
  }

  @Test func `a payload of an older system in another language is read by its number format`() {
    let payload = metric(
      #"""
      {"timeStampBegin":"2020-10-24 22:59:00 +0000","cpuMetrics":{"cumulativeCPUTime":"2,717秒",
       "cumulativeCPUInstructions":"3,990,413,161 kiloinstructions"},
       "memoryMetrics":{"peakMemoryUsage":"1,106,818千字节"},"gpuMetrics":{"cumulativeGPUTime":"12秒"}}
      """#)
    #expect(payload.problems == [])
    #expect(payload.values[.cpuTime]?.quantity?.seconds == 2_717)
    #expect(payload.values[.peakMemory]?.quantity?.value == 1_106_818_000)
  }

  @Test func `ambiguous values are reported with their position`() {
    let payload = metric(#"{"cpuMetrics":{"cumulativeCPUTime":"2,717秒"}}"#)
    #expect(payload.values[.cpuTime]?.candidates.count == 2)
    #expect(
      payload.problems.map(\.description) == ["cpuMetrics.cumulativeCPUTime: ambiguous '2,717秒'"])
  }

  @Test func `unknown and unreadable values are reported, and the rest is read`() {
    let payload = metric(
      #"""
      {"cpuMetrics":{"cumulativeCPUTime":12,"new":[1]},"gpuMetrics":{"cumulativeGPUTime":"5 eons"},
       "memoryMetrics":{"peakMemoryUsage":"7 kB"},"somethingElse":true,"displayMetrics":null}
      """#)
    let told = Set(payload.problems.map { "\($0.path) \($0.kind)" })
    #expect(
      told == [
        "cpuMetrics.cumulativeCPUTime unknown", "cpuMetrics.new unknown", "somethingElse unknown",
        "gpuMetrics.cumulativeGPUTime unreadable",
      ])
    #expect(payload.values[.peakMemory]?.quantity?.value == 7_000)
  }

  @Test func `diagnostics are read with their stacks`() throws {
    let payload = try #require(decode(diagnosticsOfADay).diagnostics.first)
    #expect(payload.problems.map(\.text) == ["2,000 byte"])
    let crash = try #require(payload.diagnostics(.crash).first)
    #expect(crash.crash?.exceptionTypeName == "EXC_BAD_ACCESS")
    #expect(crash.crash?.signalName == "SIGSEGV")
    #expect(crash.crash?.exceptionMessage == "index 5 beyond bounds")
    let stacks = try #require(crash.callStacks)
    #expect(stacks.isPerThread && stacks.stacks.map(\.isAttributed) == [false, true])
    let frames = stacks.stacks[1].frames
    #expect(frames.map(\.depth) == [0, 1])
    #expect(frames[0].offsetIntoBinary == 5_944 && frames[0].loadAddress == 4_346_185_928)
    #expect(frames[1].offsetIntoBinary == 4_096 && frames[1].loadAddress == 6_442_446_848)
    #expect(payload.diagnostics(.hang).first?.values["hangDuration"]?.quantity?.seconds == 20)
    #expect(payload.diagnostics(.appLaunch).first?.values["launchDuration"]?.quantity?.value == 900)
  }

  @Test func `several payloads in an array, in lines and after each other are all read`() {
    let array = decode("[\(newerDay),\(diagnosticsOfADay)]")
    #expect(array.metrics.count == 1 && array.diagnostics.count == 1 && array.failures.isEmpty)
    let rows = decode("\u{FEFF}\(newerDay)\n\(newerDay) \(diagnosticsOfADay)\n\n")
    #expect(rows.metrics.count == 2 && rows.diagnostics.count == 1 && rows.failures.isEmpty)
  }

  @Test(arguments: [
    ("nonsense", "byte 0: expected a value"),
    ("{\"cpuMetrics\" 1}", "byte 14: expected `:` after the key"),
    ("{1:2}", "byte 1: expected a key in quotes"),
    ("[1 2]", "byte 3: expected `,` or `]`"),
    ("{\"a\":\"b", "byte 7: a control character in a string must be escaped"),
    ("{\"a\":\"\u{1}\"}", "byte 6: a control character in a string must be escaped"),
    ("{\"a\":1}", "byte 0: the object is not a payload"),
    ("17", "byte 0: expected a payload"), ("{\"a\":-}", "byte 6: expected a value"),
    ("{\"a\":tru}", "byte 5: expected a value"),
  ])
  func `text that is not a payload is reported with its position, and the next line is read`(
    text: String, failure: String
  ) {
    let decoded = decode(text + "\n" + newerDay)
    #expect(decoded.failures.map(\.description) == [failure])
    #expect(decoded.metrics.count == 1)
  }

  @Test(arguments: [
    ("{\"cpuMetrics\":", "byte 14: the text ends where a value is expected"),
    ("{\"a\":\"b", "byte 5: the string is not closed"), ("{\"a\":1", "byte 6: expected"),
  ])
  func `a text that ends too early is not a payload`(text: String, failure: String) {
    let decoded = decode(newerDay + text)
    let shifted = decode(text)
    #expect(decoded.metrics.count == 1 && decoded.failures.count == 1)
    #expect(shifted.failures.first?.description.hasPrefix(failure) == true, "\(shifted.failures)")
  }

  @Test func `no depth of nesting is too deep`() throws {
    let depth = 200_000
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(metric("{\"cpuMetrics\":{\"new\":\(deep)}}").problems.count == 1)
    let frames =
      String(repeating: #"{"address":1,"subFrames":["#, count: 50_000)
      + String(repeating: "]}", count: 50_000)
    let text =
      #"{"hangDiagnostics":[{"callStackTree":{"callStacks":[{"callStackRootFrames":[\#(frames)]}]}}]}"#
    let payload = try #require(decode(text).diagnostics.first)
    #expect(payload.diagnostics[0].callStacks?.stacks[0].frames.last?.depth == 49_999)
  }

  @Test func `escapes in texts are read`() {
    let payload = metric(
      #"{"appVersion":"1\u002e2 \"\\\n\ud83c\udf0d","cpuMetrics":{"cumulativeCPUTime":"20 s\u0065c"}}"#
    )
    #expect(payload.appVersion == "1.2 \"\\\n\u{1F30D}")
    #expect(payload.values[.cpuTime]?.quantity?.seconds == 20)
  }

  /// 100,000 by `make metrics-kills`.
  @Test func `a damaged payload never traps`() {
    var random = SeededRandom(5)
    let originals = [newerDay, diagnosticsOfADay].map { Array($0.utf8) }
    let pieces = [
      "{", "}", "[", "]", "\"", ",", ":", "-", "9999999999999999999", "1e999", "\\u", "null",
    ]
    for round in 0..<rounds("METRICS_MUTATIONS", 400) {
      var bytes = originals[round % 2]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[at] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes.removeSubrange(at..<min(bytes.count, at + 20))
        case 2: bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: at)
        default:
          let digits = (0..<Int.random(in: 1...25, using: &random)).map { _ in
            UInt8.random(in: 0x30...0x39, using: &random)
          }
          if let digit = bytes[at...].firstIndex(where: { (0x30...0x39).contains($0) }) {
            bytes.replaceSubrange(digit...digit, with: digits)
          }
        }
      }
      let decoded = PayloadDecoder().decode(Data(bytes))
      var aggregate = PayloadAggregate()
      for payload in decoded.metrics {
        aggregate.add(payload)
        aggregate.merge(aggregate)
        _ = MetricPayloadProcessor().summary(of: payload).description
      }
      for payload in decoded.diagnostics { _ = MetricPayloadProcessor().summary(of: payload) }
      _ = aggregate.histograms.values.compactMap { $0.quantile(0.5) }
      #expect(decoded.metrics.count + decoded.diagnostics.count + decoded.failures.count > 0)
    }
  }
}
