// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The signatures of Apple's MetricKit that this project uses, as its documentation gives them, so
// that code for Apple platforms can be type-checked elsewhere. Nothing here does anything.
// Optional requirements of the Objective-C protocol are requirements with a default here.

public import Foundation
public import os

open class MXMetricManager: NSObject, @unchecked Sendable {
  public class var shared: MXMetricManager { MXMetricManager() }
  open func add(_ subscriber: any MXMetricManagerSubscriber) {}
  open func remove(_ subscriber: any MXMetricManagerSubscriber) {}
  open var pastPayloads: [MXMetricPayload] { [] }
  open var pastDiagnosticPayloads: [MXDiagnosticPayload] { [] }
  open class func makeLogHandle(category: String) -> OSLog {
    OSLog(subsystem: "", category: category)
  }
}

public protocol MXMetricManagerSubscriber: NSObjectProtocol {
  func didReceive(_ payloads: [MXMetricPayload])
  func didReceive(_ payloads: [MXDiagnosticPayload])
}

extension MXMetricManagerSubscriber {
  public func didReceive(_ payloads: [MXMetricPayload]) {}
  public func didReceive(_ payloads: [MXDiagnosticPayload]) {}
}

open class MXMetricPayload: NSObject {
  open var latestApplicationVersion: String { "" }
  open var includesMultipleApplicationVersions: Bool { false }
  open var timeStampBegin: Date { Date() }
  open var timeStampEnd: Date { Date() }
  open func jsonRepresentation() -> Data { Data() }
}

open class MXDiagnosticPayload: NSObject {
  open var timeStampBegin: Date { Date() }
  open var timeStampEnd: Date { Date() }
  open func jsonRepresentation() -> Data { Data() }
}

public func mxSignpost(
  _ type: OSSignpostType, dso: UnsafeRawPointer = #dsohandle, log: OSLog, name: StaticString,
  signpostID: OSSignpostID = .exclusive,
  _ format: StaticString = "%{public, signpost:metrics}@", _ arguments: [any CVarArg] = []
) {}
