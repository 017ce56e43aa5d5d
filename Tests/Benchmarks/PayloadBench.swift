import Foundation
import MetricPayloads

/// The number of uploaded payloads of 40 KB that one core decodes and merges per second, compared
/// with Foundation's JSON parser on the same bytes.
struct PayloadBench: Bench {
  let name = "payloads"
  private let payloads = 200

  func run() {
    for isOld in [false, true] {
      let texts = (0..<payloads).map { Data(Self.payload(number: $0, isOld: isOld).utf8) }
      let size = texts.reduce(0) { $0 + $1.count } / payloads
      var count = 0
      let decoding = Stopwatch.best(of: 5) {
        var aggregate = PayloadAggregate()
        for text in texts {
          for payload in PayloadDecoder().decode(text).metrics { aggregate.add(payload) }
        }
        count = aggregate.payloadCount
      }
      var objects = 0
      let peer = Stopwatch.best(of: 3) {
        for text in texts where (try? JSONSerialization.jsonObject(with: text)) != nil {
          objects += 1
        }
      }
      let perSecond = Double(payloads) / (decoding.nanoseconds / 1e9)
      let what = isOld ? "payloads, 40 KB, 1,530 ms" : "payloads, 40 KB, 1530 ms"
      Report.line(
        what, "\(Int(perSecond))/s",
        beside: "\(Report.number(decoding.nanoseconds / peer.nanoseconds)) x the time of "
          + "JSONSerialization, \(size) bytes each"
          + (count == payloads && objects > 0 ? "" : " (\(count) were read)"))
    }
  }

  /// A day with many signposts, in the format of newer or older systems.
  private static func payload(number: Int, isOld: Bool) -> String {
    let signposts = (0..<20).map { signpost in
      """
      {"signpostCategory":"Sync","signpostName":"Step\(signpost)","totalSignpostCount":400,\
      "signpostIntervalData":{"signpostCumulativeCPUTime":"\(text(number * 37 + 1_000, "ms", isOld))",\
      "histogrammedSignpostDurations":\(histogram(20, number, isOld))}}
      """
    }
    return """
      {"timeStampBegin":"2026-03-01 00:00:00 +0000","timeStampEnd":"2026-03-02 00:00:00 +0000",\
      "appVersion":"2.1","metaData":{"osVersion":"iPhone OS 18.1","deviceType":"iPhone15,2"},\
      "cpuMetrics":{"cumulativeCPUTime":"\(text(1_200 + number, "sec", isOld))"},\
      "memoryMetrics":{"peakMemoryUsage":"\(text(1_204_800, "kB", isOld))"},\
      "applicationLaunchMetrics":{"histogrammedTimeToFirstDrawKey":\(histogram(150, number, isOld))},\
      "signpostMetrics":[\(signposts.joined(separator: ","))]}
      """
  }

  private static func histogram(_ buckets: Int, _ number: Int, _ isOld: Bool) -> String {
    let members = (0..<buckets).map { bucket in
      let start = (bucket + number % 3) * 10
      return """
        "\(bucket)":{"bucketCount":\(bucket % 7 + 1),"bucketStart":"\(text(start, "ms", isOld))",\
        "bucketEnd":"\(text(start + 9, "ms", isOld))"}
        """
    }
    return
      #"{"histogramNumBuckets":\#(buckets),"histogramValue":{\#(members.joined(separator: ","))}}"#
  }

  /// `1530 ms` or `1,530 ms`
  private static func text(_ value: Int, _ unit: String, _ isOld: Bool) -> String {
    var digits = String(value)
    if isOld {
      var index = digits.count - 3
      while index > 0 {
        digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
        index -= 3
      }
    }
    return "\(digits) \(unit)"
  }
}
