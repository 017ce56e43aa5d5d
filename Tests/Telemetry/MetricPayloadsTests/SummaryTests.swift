import Foundation
import JSON
import MetricPayloads
import MetricPayloadsCommand
import Testing

@Suite struct SummaryTests {
  @Test func `a summary has the figures of the payload, and no others`() throws {
    let summary = MetricPayloadProcessor(assumingUTC: true).summary(of: metric(newerDay))
    #expect(summary.timeRange == "2026-03-01 00:00:00 – 2026-03-02 00:00:00")
    #expect(summary.begin == Date(timeIntervalSince1970: 1_772_323_200))
    #expect(summary.peakMemoryUsageMB == 204.8 && summary.averageMemoryUsageMB == nil)
    #expect(summary.cumulativeCPUTimeSeconds == 120 && summary.averageCPUPercentage == 20)
    #expect(summary.cumulativeGPUTimeSeconds == nil && summary.cumulativeDiskWritesMB == 1.5)
    #expect(summary.scrollHitchTimeRatio == 0.05)
    #expect(summary.hangs?.count == 5)
    #expect(summary.hangs?.p50?.lower == 0 && summary.hangs?.p50?.upper == 0.1)
    #expect(summary.hangs?.p99?.lower == 0.4 && summary.hangs?.p99?.upper == 0.5)
    #expect(summary.hangs?.totalSeconds == SecondsBounds(lower: 0.4, upper: 0.9))
    #expect(summary.launches == nil && summary.averageLaunchTimeSeconds == nil)
    #expect(summary.includesMultipleApplicationVersions == nil && summary.wifiUploadMB == nil)
    let copy = try JSONDecoder().decode(MetricSummary.self, from: JSONEncoder().encode(summary))
    #expect(copy == summary)
    #expect(summary.description.contains("peak memory 204.8 MB"))
  }

  @Test func `a diagnostic summary contains crashes and their frames`() throws {
    let payload = try #require(decode(diagnosticsOfADay).diagnostics.first)
    let summary = MetricPayloadProcessor().summary(of: payload)
    #expect(summary.crashCount == 1 && summary.hangCount == 1 && summary.appLaunchCount == 1)
    #expect(summary.diskWriteExceptionCount == 1 && summary.cpuExceptionCount == 1)
    let crash = summary.crashes[0]
    #expect(crash.exceptionType == "EXC_BAD_ACCESS" && crash.signal == "SIGSEGV")
    #expect(crash.topFrames == ["App+1738", "lib+1000"] && crash.appVersion == "1.4")
    #expect(summary.hangs == [HangInfo(duration: 20)])
    #expect(summary.begin == Date(timeIntervalSince1970: 1_651_392_000))
    let copy = try JSONDecoder().decode(DiagnosticSummary.self, from: JSONEncoder().encode(summary))
    #expect(copy == summary)
  }

  @Test func `repeated uploads count once, and versions are separate`() {
    var collection = PayloadCollection()
    let other = newerDay.replacingOccurrences(of: "\"2.1\"", with: "\"2.2\"")
    for text in [newerDay, other, newerDay, diagnosticsOfADay, diagnosticsOfADay] {
      collection.add(decode(text))
    }
    #expect(collection.metrics.count == 2 && collection.duplicates == 2)
    #expect(collection.aggregate.hasSeveralVersions)
    #expect(collection.aggregate.versions == ["2.1": 1, "2.2": 1])
    #expect(collection.aggregate.values[.cpuTime]?.sum?.description == "240000")
    #expect(
      collection.aggregate.averages[MetricPath("displayMetrics", "averagePixelLuminance")]?.mean
        == 40)
    #expect(collection.aggregatesByVersion.keys.sorted() == ["2.1", "2.2"])
    #expect(collection.aggregatesByVersion["2.1"]?.hasSeveralVersions == false)
  }

  @Test func `a payload of several versions does not count for any version`() {
    var collection = PayloadCollection()
    let mixed = newerDay.replacingOccurrences(
      of: "\"appVersion\"", with: "\"includesMultipleApplicationVersions\":true,\"appVersion\"")
    collection.add(decode(mixed))
    #expect(collection.aggregate.hasSeveralVersions && collection.aggregate.mixedVersionCount == 1)
    #expect(collection.aggregatesByVersion.keys.sorted() == ["mixed"])
  }

  @Test func `the mock delivers while it collects, to a provider's callbacks`() async {
    let mock = MockMetricsProvider()
    let provider: any MetricsProviding = mock
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    provider.onMetricPayloadsReceived = { continuation.yield($0.count) }
    provider.onDiagnosticPayloadsReceived = { continuation.yield(-$0.count) }
    #expect(!mock.simulateMetricPayload(MockMetricsProvider.sampleMetricSummary))
    provider.startCollecting()
    let sample = MockMetricsProvider.sampleMetricSummary
    #expect(mock.simulateMetricPayload(sample, sample))
    #expect(mock.simulateDiagnosticPayload(MockMetricsProvider.sampleDiagnosticSummary))
    provider.stopCollecting()
    #expect(!mock.simulateDiagnosticPayload(MockMetricsProvider.sampleDiagnosticSummary))
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == 2)
    #expect(await iterator.next() == -1)
    #expect(mock.pastMetricSummaries.count == 2 && mock.pastDiagnosticSummaries.count == 1)
    #expect(mock.startCollectingCallCount == 1 && mock.stopCollectingCallCount == 1)
    mock.reset()
    #expect(mock.pastMetricSummaries.isEmpty && provider.onMetricPayloadsReceived == nil)
  }
}

@Suite struct ProgramTests {
  /// Runs the program with texts as files.
  private func run(_ words: [String], files: [String: String] = [:], input: String = "") throws
    -> (code: Int32, output: String, errors: String)
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("metric-payloads-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    var (output, errors) = ("", "")
    let program = PayloadProgram(
      output: { output += $0 }, errors: { errors += $0 }, input: { Data(input.utf8) })
    let paths = words.map { files[$0] == nil ? $0 : folder.appendingPathComponent($0).path }
    let code = program.run(paths).rawValue
    return (code, output, errors.replacingOccurrences(of: folder.path + "/", with: ""))
  }

  @Test func `a table shows sums, quantiles with bounds, exits and diagnostics`() throws {
    let files = ["a.json": newerDay, "b.json": "[\(newerDay),\(diagnosticsOfADay)]"]
    let (code, output, errors) = try run(["summarize", "a.json", "b.json"], files: files)
    #expect(code == 0 && errors == "")
    let rows = output.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
    for expected in [
      "1 metric payload, 1 diagnostic payload, 1 duplicate left out", "versions 2.1 (1)",
      "cpuMetrics.cumulativeCPUTime ms 1 120000 120000 120000",
      "animationMetrics.scrollHitchTimeRatio ms per s 1 – 50 50",
      "applicationResponsivenessMetrics.histogrammedAppHangTime ms 5 62.5 [0–100] 450 [400–500] 495 [400–500]",
      "SyncEngine.FullSync ms 30 150.5 [100–201] 190.9 [100–201] 199.99 [100–201]",
      "background MemoryPressure 2", "crash EXC_BAD_ACCESS SIGSEGV 1", "slow launches 1",
    ] { #expect(rows.contains(expected), "\(expected) in\n\(output)") }
  }

  @Test func `JSON has the same figures, by version if asked for`() throws {
    let other = newerDay.replacingOccurrences(of: "\"2.1\"", with: "\"2.2\"")
    let (code, output, _) = try run(
      ["summarize", "--format=json", "--by-version", "-"], input: newerDay + other)
    #expect(code == 0)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    let groups = try #require(object["groups"] as? [[String: Any]])
    #expect(groups.map { $0["version"] as? String } == ["2.1", "2.2"])
    #expect(groups.map { $0["severalVersions"] as? Bool } == [false, false])
    let histograms = groups.first?["histograms"] as? [[String: Any]]
    let p99 = histograms?.first?["p99"] as? [String: Double]
    #expect(p99?["lower"] == 400 && p99?["upper"] == 500)
  }

  @Test func `ambiguous values are counted, unless the number format is given`() throws {
    let text = #"{"cpuMetrics":{"cumulativeCPUTime":"2.717 sec"}}"#
    let (code, output, _) = try run(["summarize", "-"], input: text)
    #expect(code == 0 && output.contains("not certain: ambiguous (1)") && output.contains("0 of 1"))
    let (_, certain, _) = try run(["summarize", "--assume-posix", "-"], input: text)
    #expect(certain.contains("2717") && !certain.contains("ambiguous"))
  }

  @Test func `unreadable input is reported, the rest is summarized, and the exit code is 4`() throws
  {
    let files = ["bad.json": "oops", "empty.json": "", "good.json": newerDay]
    let (code, output, errors) = try run(
      ["summarize", "none.json", "bad.json", "empty.json", "good.json"], files: files)
    #expect(code == 4 && output.hasPrefix("1 metric payload,"))
    #expect(
      errors == """
        metric-payloads: none.json: cannot be read
        metric-payloads: bad.json: byte 0: expected a value
        metric-payloads: empty.json: the file contains no payload

        """)
  }

  @Test(arguments: [
    (["summarize"], "FILE is missing"), ([], "a command is missing"),
    (["sumarize"], "unknown command 'sumarize'; did you mean 'summarize'?"),
    (["summarize", "-f", "xml", "a"], "option '-f' takes table, json, not 'xml'"),
  ])
  func `an invalid command line is rejected`(words: [String], message: String) throws {
    let (code, output, errors) = try run(words)
    #expect(code == 2 && output == "" && errors.contains(message))
  }

  @Test func `help is printed`() throws {
    let (code, output, _) = try run(["summarize", "--help"])
    #expect(code == 0 && output.contains("--by-version"))
  }
}
