import Foundation
import MetricPayloads
import Testing

@Suite struct QuantityTests {
  @Test(arguments: [
    ("1000 ms", "1000 ms"), ("20 sec", "20000 ms"), ("20 secs.", "20000 ms"),
    ("99409 kB", "99409000 bytes"), ("2000 byte", "2000 bytes"), ("50 apl", "50 apl"),
    ("4 bars", "4 bars"), ("50 ms per s", "50 ms per s"), ("0.125 ms per s", "0.125 ms per s"),
    ("5 kiloinstructions", "5000 instructions"), ("717秒", "717000 ms"), ("17千字节", "17000 bytes"),
    ("1,106,818千字节", "1106818000 bytes"),
    ("3,990,413,161 kiloinstructions", "3990413161000 instructions"),
    ("1\u{A0}079\u{A0}041 кБ", "1079041000 bytes"), ("1.079.041,5 kB", "1079041500 bytes"),
    ("12,34,567 ms", "1234567 ms"),
    ("١٬٠٧٩٬٠٤١ مللي ثانية".replacingOccurrences(of: "مللي ثانية", with: "ms"), "1079041 ms"),
    ("\u{200F}20 ms\u{200E}", "20 ms"), ("ms 20", "20 ms"), ("-1 ms", "-1 ms"),
    ("1’079’041.25 ms", "1079041.25 ms"), ("0,530 ms", "0.53 ms"), ("12345,678 s", "12345678 ms"),
  ])
  func `a text with one possible meaning is read exactly`(text: String, expected: String) {
    #expect(QuantityReader().read(text).quantity?.description == expected)
  }

  @Test(arguments: [
    ("1,530 ms", ["1530 ms", "1.53 ms"]), ("2.717 s", ["2717000 ms", "2717 ms"]),
    ("12٬345 kB", ["12345000 bytes"]), ("1,530,5 ms", []),
  ])
  func `a text with several possible meanings yields all of them`(text: String, expected: [String])
  {
    #expect(QuantityReader().read(text).candidates.map(\.description) == expected)
  }

  @Test(arguments: [
    "", "ms", "12", "12 parsecs", "1 2 3 ms 4", "1,,2 ms", "1.2.3.4 ms", "0x12 ms",
    "1e5 ms", "1234567890123456789 ms", "0.1234567891 ms", "1,0000 sec 5", "12 hr", "12 %",
  ])
  func `a text in an unknown format is unreadable`(text: String) {
    #expect(QuantityReader().read(text) == .unreadable(text))
  }

  @Test func `other values of the same payload determine the number format`() {
    var grouping = QuantityReader()
    grouping.learn(from: "1,106,818 kB")
    #expect(grouping.read("1,530 ms").quantity?.description == "1530 ms")
    #expect(grouping.read("1.53 ms").quantity?.description == "1.53 ms")
    var ungrouped = QuantityReader()
    ungrouped.learn(from: "99409 kB")
    #expect(ungrouped.read("1,530 ms").quantity?.description == "1.53 ms")
    var apart = QuantityReader()
    apart.learn(from: "3,990,413,161 kiloinstructions")
    #expect(apart.read("1,530 ms").quantity == nil)
    var contradicted = QuantityReader()
    for text in ["1,106,818 kB", "1.106.818 kB"] { contradicted.learn(from: text) }
    #expect(contradicted.read("1,530 ms").candidates.count == 2)
  }

  @Test func `the separators of a known locale decide`() {
    let german = QuantityReader(decimalSeparator: ",", groupingSeparator: ".")
    #expect(german.read("2.717 ms").quantity?.description == "2717 ms")
    let posix = QuantityReader(decimalSeparator: ".", groupingSeparator: .some(nil))
    #expect(posix.read("2.717 ms").quantity?.description == "2.717 ms")
    #expect(posix.read("2,717 ms").quantity == nil)
  }

  /// `make metrics-locales` checks all texts; otherwise a sample is checked.
  @Test func `numbers of all locales are read exactly or as ambiguous, never wrongly`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let all = ProcessInfo.processInfo.environment["METRICS_LOCALES"]
    let file =
      all.map { URL(fileURLWithPath: $0) } ?? folder.appendingPathComponent("Locales/sample.tsv")
    let factors = ["ms": 1, "s": 1_000, "kB": 1_000, "B": 1]
    let reader = QuantityReader()
    let posix = QuantityReader(decimalSeparator: ".", groupingSeparator: .some(nil))
    var counts = ["exact": 0, "ambiguous": 0]
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: "\t").map(String.init)
      let factor = try #require(factors[fields[1]])
      let unit = fields[1] == "ms" || fields[1] == "s" ? "ms" : "byte"
      let plain = try #require(posix.read("\(fields[2]) \(unit)").quantity)
      let expected = Quantity(
        amount: try #require(plain.amount.multiplied(by: factor)), unit: plain.unit)
      let reading = reader.read(fields[0])
      #expect(reading.candidates.contains(expected), "\(fields): \(reading)")
      counts[reading.quantity == nil ? "ambiguous" : "exact", default: 0] += 1
    }
    print("texts of locales: \(counts["exact"] ?? 0) exact, \(counts["ambiguous"] ?? 0) ambiguous")
    #expect(counts["exact", default: 0] > counts["ambiguous", default: 0])
  }
}

@Suite struct PayloadTimeTests {
  @Test(arguments: [
    ("2019-10-22 06:59:00 +0000", 1_571_727_540.0), ("2024-02-29 23:59:59 -0000", 1_709_251_199),
    ("2020-10-24 22:59:00 +0530", 1_603_560_540), ("2026-01-01 00:00:00 -0100", 1_767_229_200),
  ])
  func `a time with a zone is exact`(text: String, seconds: Double) {
    #expect(PayloadTime(text).date() == Date(timeIntervalSince1970: seconds))
  }

  @Test func `a time without a zone is one only if UTC is assumed`() {
    let time = PayloadTime("2022-03-07 07:30:54")
    #expect(time.date() == nil && !time.hasZone)
    #expect(time.date(assumingUTC: true) == Date(timeIntervalSince1970: 1_646_638_254))
  }

  @Test(arguments: [
    "", "yesterday", "1398-07-30 06:59:00 +0000", "2562-10-22 06:59:00 +0000",
    "2019-13-01 00:00:00",
    "2019-10-22 25:00:00 +0000", "2019-10-22T06:59:00Z", "2019-10-99999999999999999999 06:59:00",
    "2019--1-01 00:00:00",
  ])
  func `a text in another format is not a time`(text: String) {
    #expect(PayloadTime(text).date(assumingUTC: true) == nil)
  }
}
