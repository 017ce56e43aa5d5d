package import Diagnostics
import Models
import SwiftIndex
import Traces

/// Traces that are older than the recorded code, or whose age is unknown.
package enum StaleTrace: ProjectRule {
  package static let id = RuleID("stale-trace")
  package static let severity = Diagnostic.Severity.error
  package static let summary =
    "The code has changed since a trace was recorded; a warning if the trace does not name its sources."
  package static let explanation = Explanation.other(
    "A trace names the Swift files that it came from, with digests of their code. Comments, white "
      + "space and the order of declarations do not count. If one of the files has changed, the trace "
      + "may be wrong. A trace without digests is compared with the declared machine and methods; where "
      + "that is impossible, this rule warns.",
    "a trace that names a file which has changed since",
    text: #"{"type":"end","records":3,"dropped":0,"sources":[{"file":"Door.swift","digest":"…"}]}"#,
    remedy: "Record the traces again: `docgen check --record`.")

  package static func findings(in project: CheckedProject) -> [Diagnostic] {
    guard let files = project.context?.index.repository else { return [] }
    var sources = SourceComparison(project: project.model, files: files)
    var stale: [SourceChange: [String]] = [:]
    var unknown: [RecordedTrace] = []
    // Production runs the versions that are deployed, not this one.
    for trace in project.model.traces where !trace.isVariant {
      if let change = sources.firstChange(of: trace) {
        stale[change, default: []].append(trace.scenario)
      } else if trace.trace.sources.isEmpty, !isComparable(trace, project.model) {
        unknown.append(trace)
      }
    }
    return stale.sorted { $0.key.location < $1.key.location }.map { finding($0, scenarios: $1) }
      + unknown.prefix(1).map { finding(withoutSources: $0, additional: unknown.count - 1) }
  }

  private static func finding(_ change: SourceChange, scenarios: [String]) -> Diagnostic {
    let count = scenarios.count
    let traces = count == 1 ? "the trace `\(scenarios[0])` was" : "\(count) traces were"
    var evidence = [Evidence(.fix, "docgen check --record")]
    if count > 1 {
      let names = scenarios.prefix(3).map { "`\($0)`" }.joined(separator: ", ")
      let rest = count > 3 ? " and \(count - 3) more" : ""
      evidence.insert(Evidence(.observed, names + rest), at: 0)
    }
    return Diagnostic(
      rule: id, severity: severity, at: change.location,
      "\(traces) recorded before \(change.subject) \(change.verb)", evidence: evidence)
  }

  private static func finding(withoutSources trace: RecordedTrace, additional: Int) -> Diagnostic {
    let more = additional == 0 ? "" : " (and \(additional.counted("other trace")))"
    return Diagnostic(
      rule: id, severity: .warning, at: SourceLocation(file: trace.file, line: 1),
      "it is unknown whether the trace `\(trace.scenario)`\(more) is older than the code",
      evidence: [
        Evidence(.note, "it names no sources, and neither its machines nor its calls are declared"),
        Evidence(
          .help, "name them when recording: `trace.sources = SourceFolder().sources(of: trace)`"),
      ])
  }

  /// Whether the code declares a machine or a method of the trace, so that other rules compare them.
  private static func isComparable(_ trace: RecordedTrace, _ model: ProjectModel) -> Bool {
    trace.trace.machines.contains { model.machine(named: $0.name)?.declaredAt != nil }
      || trace.trace.records.contains { record in
        guard case .call(let call) = record.body else { return false }
        return model.code.types(named: call.to).contains { !$0.methods(named: call.name).isEmpty }
      }
  }
}

/// The first declaration that differs from the source of a trace.
private struct SourceChange: Hashable {
  var location: SourceLocation
  /// `` `Door.apply(_:)` ``, or a file.
  var subject: String
  var verb = "changed"
}

/// The sources of traces, each compared once.
///
/// Each source is compared once, however many traces name it, because digests of declarations need
/// the complete file.
private struct SourceComparison {
  let project: ProjectModel
  let files: LinkedFiles
  private var known: [TraceSource: SourceChange?] = [:]

  init(project: ProjectModel, files: LinkedFiles) {
    (self.project, self.files) = (project, files)
  }

  mutating func firstChange(of trace: RecordedTrace) -> SourceChange? {
    for source in trace.trace.sources {
      let change = known[source] ?? self.change(of: source)
      known[source] = .some(change)
      if let change { return change }
    }
    return nil
  }

  private func change(of source: TraceSource) -> SourceChange? {
    guard let (path, content) = content(of: source.file) else {
      return SourceChange(
        location: SourceLocation(file: source.file), subject: "`\(source.file)`",
        verb: "was moved or removed")
    }
    guard let line = source.firstChange(in: content) else { return nil }
    let name = FileDeclarations(reading: SourceInput(path: path, bytes: content)).name(atLine: line)
    return SourceChange(
      location: SourceLocation(file: path, line: line), subject: "`\(name ?? path)`")
  }

  /// The current file. The path may begin in a folder of the project that is a package of its own.
  ///
  /// Otherwise, exactly one file of the repository must end in the path.
  private func content(of file: String) -> (path: String, bytes: [UInt8])? {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(".."), parts.first != "" else { return nil }
    if let bytes = read(file) { return (file, bytes) }
    let found = files.files().filter { $0.hasSuffix("/" + file) }
    guard found.count == 1, let bytes = read(found[0]) else { return nil }
    return (found[0], bytes)
  }

  private func read(_ path: String) -> [UInt8]? {
    project.source(of: path)?.bytes ?? files.read(path)
  }
}

extension FileDeclarations {
  /// The name of the innermost declaration that contains a line.
  fileprivate func name(atLine line: Int) -> String? {
    func contains(_ location: SourceLocation) -> Bool {
      location.range.map { ($0.start.line...$0.end.line).contains(line) } == true
    }
    func member(_ members: [Member], of type: String) -> String? {
      members.last { contains($0.location) }.map { "\(type).\($0.fullName)" }
    }
    let types = types.filter { contains($0.location) }.map { ($0.qualifiedName, $0.members) }
    let extended = extensions.filter { contains($0.location) }.map { ($0.name, $0.members) }
    if let (type, members) = types.last ?? extended.last {
      return member(members, of: type) ?? type
    }
    return globals.last { contains($0.location) }?.fullName
  }
}
