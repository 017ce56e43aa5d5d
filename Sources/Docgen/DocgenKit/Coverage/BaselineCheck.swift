import Diagnostics
import JSON
import Traces

/// Compares findings and measured values with the baseline.
struct BaselineCheck: Sendable {
  let file: String
  private let bytes: [UInt8]
  private(set) var baseline = Baseline()
  private(set) var problems: [Diagnostic] = []

  /// Reads the baseline of a project; `nil` if it has none.
  init?(_ root: Root) {
    file = Baseline.fileName
    guard FileSystem.kind(of: root.folder + "/" + file) != nil else { return nil }
    do throws(FileError) {
      bytes = try root.files.read(file)
    } catch {
      bytes = []
      problems = [
        Diagnostic(
          rule: .baseline, at: SourceLocation(file: file),
          "the baseline cannot be read: \(error.reason)")
      ]
      return
    }
    do throws(BaselineError) {
      baseline = try Baseline(bytes)
    } catch {
      problems = [
        Diagnostic(
          rule: .baseline, at: place(of: error.offset), error.reason,
          evidence: [
            Evidence(.help, "restore the committed file, or run `docgen baseline freeze`")
          ])
      ]
    }
  }

  /// The text that problems are in.
  var sources: [String: SourceText] { [file: SourceText(bytes: bytes)] }

  /// The values that fell, and those that are no longer measured.
  ///
  /// `isConcerned` excludes values of pages that were not checked. A value that no longer exists is
  /// a finding as well: a renamed page would otherwise lose its bound silently.
  func findings(_ measured: Baseline, where isConcerned: (Baseline.Key) -> Bool) -> [Diagnostic] {
    problems
      + baseline.values.filter { isConcerned($0.key) }.sorted { $0.key < $1.key }.compactMap {
        key, floor in
        let summary: String
        if let value = measured.values[key] {
          if value >= floor { return nil }
          summary =
            "\(key.title) fell from \(Baseline.decimals(floor)) to \(Baseline.decimals(value))"
        } else {
          summary = "\(key.title) is in the baseline, but no longer exists"
        }
        return Diagnostic(
          rule: .baseline, category: .drift, at: place(of: key), summary,
          evidence: [
            Evidence(.help, "`docgen status` lists everything that no run exercises"),
            Evidence(.fix, "docgen baseline freeze   (to accept it)"),
          ])
      }
  }

  /// Removes the known findings. Known findings that are fixed are findings about the baseline.
  ///
  /// `isConcerned` is `false` for findings on pages that were not checked, which cannot count as
  /// fixed.
  func unknown(
    among findings: [Diagnostic], sources: [String: SourceText],
    where isConcerned: (KnownFinding) -> Bool
  ) -> (findings: [Diagnostic], known: Int) {
    let known = Set(baseline.findings)
    if known.isEmpty { return (findings, 0) }
    let all = KnownFinding.all(findings, sources: sources)
    let unknown = all.filter { $0.known.map(known.contains) != true }.map(\.finding)
    let fixed = known.subtracting(all.compactMap(\.known)).filter(isConcerned).sorted()
    if fixed.isEmpty { return (unknown, findings.count - unknown.count) }
    let places = places
    return (
      unknown + fixed.map { finding(ofFixed: $0, at: places[$0]) },
      findings.count - unknown.count
    )
  }

  private func finding(ofFixed known: KnownFinding, at place: SourceLocation?) -> Diagnostic {
    Diagnostic(
      rule: .baseline, category: .drift, at: place ?? SourceLocation(file: file),
      "[\(known.rule)] of \(known.file) is fixed, but the baseline still allows it",
      evidence: [Evidence(.fix, "docgen baseline update")])
  }

  /// The places of all known findings.
  private var places: [KnownFinding: SourceLocation] {
    guard let node = try? JSONNode.parse(bytes[...], .configuration) else { return [:] }
    let source = SourceText(bytes: bytes)
    var places: [KnownFinding: SourceLocation] = [:]
    for list in node["findings"]?.members ?? [] {
      guard case .array(let elements) = list.node.value else { continue }
      for element in elements {
        let known = KnownFinding(
          file: list.key, rule: "", summary: "", fingerprint: element["fingerprint"]?.text ?? "")
        if places[known] == nil { places[known] = place(of: element.start, in: source) }
      }
    }
    return places
  }

  private func place(of key: Baseline.Key) -> SourceLocation {
    guard let node = try? JSONNode.parse(bytes[...], .configuration) else {
      return SourceLocation(file: file)
    }
    let group = node[key.group]
    let owner = key.name.isEmpty ? group : group?[key.name]
    return place(of: (owner?[key.metric] ?? owner ?? node).start)
  }

  private func place(of offset: Int, in text: SourceText? = nil) -> SourceLocation {
    let source = text ?? SourceText(bytes: bytes)
    let (start, end) = (source.position(of: offset), source.position(of: offset + 1))
    return SourceLocation(file: file, range: SourceRange(start: start, end: end))
  }
}
