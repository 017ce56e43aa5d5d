import Foundation
import MetricPayloads

func decode(_ text: String) -> DecodedPayloads { PayloadDecoder().decode(Data(text.utf8)) }

/// The one metric payload of a text.
func metric(_ text: String) -> MetricPayload {
  let decoded = decode(text)
  return decoded.metrics.first ?? MetricPayload()
}

/// `{"histogramNumBuckets":…,"histogramValue":{…}}`, the buckets keyed in the order given.
func histogramJSON(_ buckets: [(start: String, end: String, count: Int)], keys: [Int]? = nil)
  -> String
{
  let members = zip(keys ?? Array(buckets.indices), buckets).map { key, bucket in
    #""\#(key)":{"bucketCount":\#(bucket.count),"bucketStart":"\#(bucket.start)","#
      + #""bucketEnd":"\#(bucket.end)"}"#
  }
  return
    #"{"histogramNumBuckets":\#(buckets.count),"histogramValue":{\#(members.joined(separator: ","))}}"#
}

func launchJSON(_ histogram: String) -> String {
  #"{"applicationLaunchMetrics":{"histogrammedTimeToFirstDrawKey":\#(histogram)}}"#
}

/// A day in the format of a newer system.
let newerDay = #"""
  {"timeStampBegin":"2026-03-01 00:00:00","timeStampEnd":"2026-03-02 00:00:00","appVersion":"2.1",
   "metaData":{"appBuildVersion":"77","osVersion":"iPhone OS 18.1 (22B83)","regionFormat":"DE",
     "deviceType":"iPhone15,2","platformArchitecture":"arm64e","isTestFlightApp":false,
     "lowPowerModeEnabled":true,"pid":-1,"bundleIdentifier":"org.example.app"},
   "cpuMetrics":{"cumulativeCPUTime":"120 sec","cumulativeCPUInstructions":"5200000 kiloinstructions"},
   "memoryMetrics":{"peakMemoryUsage":"204800 kB","averageSuspendedMemory":
     {"averageValue":"60000 kB","standardDeviation":-1,"sampleCount":0}},
   "displayMetrics":{"averagePixelLuminance":
     {"averageValue":"40 apl","standardDeviation":2.5,"sampleCount":12}},
   "diskIOMetrics":{"cumulativeLogicalWrites":"1500 kB"},
   "applicationTimeMetrics":{"cumulativeForegroundTime":"600 sec","cumulativeBackgroundTime":"0 sec"},
   "animationMetrics":{"scrollHitchTimeRatio":"50 ms per s"},
   "cellularConditionMetrics":{"cellConditionTime":{"histogramNumBuckets":2,"histogramValue":{
     "1":{"bucketCount":30,"bucketStart":"3 bars","bucketEnd":"3 bars"},
     "0":{"bucketCount":10,"bucketStart":"1 bars","bucketEnd":"1 bars"}}}},
   "applicationResponsivenessMetrics":{"histogrammedAppHangTime":{"histogramNumBuckets":2,
     "histogramValue":{"10":{"bucketCount":1,"bucketStart":"400 ms","bucketEnd":"499 ms"},
     "9":{"bucketCount":4,"bucketStart":"0 ms","bucketEnd":"99 ms"}}}},
   "applicationExitMetrics":{"foregroundExitData":{"cumulativeNormalAppExitCount":3},
     "backgroundExitData":{"cumulativeMemoryPressureExitCount":2,"cumulativeNewKindExitCount":1}},
   "diskSpaceUsageMetrics":{"totalBinaryFileSize":"80000 kB"},
   "signpostMetrics":[{"signpostCategory":"SyncEngine","signpostName":"FullSync",
     "totalSignpostCount":30,"signpostIntervalData":{"signpostCumulativeCPUTime":"4000 ms",
     "signpostAverageMemory":"9000 kB","histogrammedSignpostDurations":{"histogramNumBuckets":1,
     "histogramValue":{"0":{"bucketCount":140,"bucketStart":"100 ms","bucketEnd":"200 ms"}}}}},
     {"signpostCategory":"SyncEngine","signpostName":"RateLimitHit","totalSignpostCount":2}]}
  """#

/// Crashes, hangs and other diagnostics in the format of an older system.
let diagnosticsOfADay = #"""
  {"timeStampBegin":"2022-05-01 10:00:00 +0200","timeStampEnd":"2022-05-01 10:00:00 +0200",
   "crashDiagnostics":[{"version":"1.0.0","diagnosticMetaData":{"appVersion":"1.4",
     "appBuildVersion":"31","exceptionType":1,"exceptionCode":0,"signal":11,
     "terminationReason":"Namespace SIGNAL, Code 0xb","virtualMemoryRegionInfo":"0 is not in any region",
     "exceptionReason":{"composedMessage":"index 5 beyond bounds","exceptionName":"NSRangeException"}},
     "callStackTree":{"callStackPerThread":true,"callStacks":[
       {"threadAttributed":false,"callStackRootFrames":[{"binaryName":"other","address":1}]},
       {"threadAttributed":true,"callStackRootFrames":[{"binaryUUID":"70B8-01","binaryName":"App",
         "address":4346191872,"offsetIntoBinaryTextSegment":4346185928,"sampleCount":1,
         "subFrames":[{"binaryName":"lib","address":6442450944,"offsetIntoBinaryTextSegment":4096}]}]}
     ]}}],
   "hangDiagnostics":[{"version":"1.0.0","diagnosticMetaData":{"hangDuration":"20 secs."}}],
   "cpuExceptionDiagnostics":[{"diagnosticMetaData":{"totalCPUTime":"20 sec",
     "totalSampledTime":"20 sec"}}],
   "diskWriteExceptionDiagnostics":[{"diagnosticMetaData":{"writesCaused":"2,000 byte"}}],
   "appLaunchDiagnostics":[{"diagnosticMetaData":{"launchDuration":"900 ms"}}]}
  """#
