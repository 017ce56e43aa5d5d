import JSON

extension DecodingScope {
  /// Reads a metric payload. Sections are recognized by their structure instead of a list of names,
  /// so that additions of newer systems are kept.
  mutating func metricPayload(_ value: JSONNode) -> MetricPayload {
    var payload = MetricPayload()
    var members: [(JSONNode, JSONNode)] = []
    value.forEachMember { members.append(($0, $1)) }
    for (key, member) in members {
      let name = key.string ?? ""
      switch name {
      case "timeStampBegin": payload.begin = member.string.map { PayloadTime($0) }
      case "timeStampEnd": payload.end = member.string.map { PayloadTime($0) }
      case "appVersion": payload.appVersion = member.string
      case "includesMultipleApplicationVersions":
        payload.includesMultipleApplicationVersions = member.boolean
      case "metaData": payload.metadata = Self.metadata(member)
      case "applicationExitMetrics": payload.exits = exits(member)
      case "signpostMetrics": payload.signposts = signposts(member)
      case _ where name.hasSuffix("Metrics") && member.isObject:
        section(name, member, into: &payload)
      default: if !member.isNull { note(.unknown, at: name, member.written) }
      }
    }
    payload.problems = problems
    return payload
  }

  private mutating func section(
    _ name: String, _ value: JSONNode, into payload: inout MetricPayload
  ) {
    var members: [(JSONNode, JSONNode)] = []
    value.forEachMember { members.append(($0, $1)) }
    for (key, member) in members {
      let path = MetricPath(name, key.string ?? "")
      if member.isString {
        payload.values[path] = reading(member, path.description)
      } else if member["histogramValue"] != nil {
        payload.histograms[path] = histogram(member, path.description)
      } else if member["averageValue"] != nil {
        payload.averages[path] = average(member, path.description)
      } else if !member.isNull {
        note(.unknown, at: path.description, member.written)
      }
    }
  }

  private mutating func exits(_ value: JSONNode) -> PayloadExits? {
    guard value.isObject else { return nil }
    var exits = PayloadExits()
    exits.foreground = counters(value["foregroundExitData"], "foregroundExitData")
    exits.background = counters(value["backgroundExitData"], "backgroundExitData")
    return exits
  }

  /// `cumulativeBadAccessExitCount: 2` -> `BadAccess: 2`
  private mutating func counters(_ value: JSONNode?, _ path: String) -> [String: Int] {
    var members: [(JSONNode, JSONNode)] = []
    value?.forEachMember { members.append(($0, $1)) }
    var counters: [String: Int] = [:]
    for (key, member) in members {
      var name = key.string ?? ""
      guard let count = member.integer, count >= 0 else {
        note(.unreadable, at: "applicationExitMetrics.\(path).\(name)", member.written)
        continue
      }
      if name.hasPrefix("cumulative") { name.removeFirst(10) }
      if name.hasSuffix("ExitCount") { name.removeLast(9) }
      counters[name] = (counters[name] ?? 0).addingSaturating(count)
    }
    return counters
  }

  private mutating func signposts(_ value: JSONNode) -> [PayloadSignpost] {
    var elements: [JSONNode] = []
    value.forEachElement { elements.append($0) }
    return elements.compactMap { element in
      guard let name = element["signpostName"]?.string else {
        note(.unreadable, at: "signpostMetrics", element.written)
        return nil
      }
      let category = element["signpostCategory"]?.string ?? ""
      let count = element["totalSignpostCount"]?.integer ?? 0
      var signpost = PayloadSignpost(category: category, name: name, totalCount: max(0, count))
      if let data = element["signpostIntervalData"] { interval(data, &signpost) }
      return signpost
    }
  }

  private mutating func interval(_ value: JSONNode, _ signpost: inout PayloadSignpost) {
    var members: [(JSONNode, JSONNode)] = []
    value.forEachMember { members.append(($0, $1)) }
    for (key, member) in members {
      let name = key.string ?? ""
      let path = "signpostMetrics.\(signpost.name).\(name)"
      if member["histogramValue"] != nil {
        signpost.durations = histogram(member, path)
      } else if member["averageValue"] != nil {
        signpost.averages[name] = average(member, path)
      } else if member.isString {
        signpost.values[name] = reading(member, path)
      } else if !member.isNull {
        note(.unknown, at: path, member.written)
      }
    }
  }

  static func metadata(_ value: JSONNode) -> PayloadMetadata {
    var metadata = PayloadMetadata()
    metadata.appBuildVersion = value["appBuildVersion"]?.string
    metadata.appVersion = value["appVersion"]?.string
    metadata.osVersion = value["osVersion"]?.string
    metadata.regionFormat = value["regionFormat"]?.string
    metadata.deviceType = value["deviceType"]?.string
    metadata.platformArchitecture = value["platformArchitecture"]?.string
    metadata.bundleIdentifier = value["bundleIdentifier"]?.string
    metadata.isTestFlightApp = value["isTestFlightApp"]?.boolean
    metadata.lowPowerModeEnabled = value["lowPowerModeEnabled"]?.boolean
    metadata.pid = value["pid"]?.integer
    return metadata
  }
}
