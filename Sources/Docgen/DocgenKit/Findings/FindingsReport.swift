import Diagnostics

/// Findings with the data that every format needs.
struct FindingsReport: Sendable {
  /// One finding and what identifies it.
  struct Entry: Sendable {
    var finding: Diagnostic
    var fingerprint: String
    /// The teams that own its file.
    var owners: [String]
  }

  /// In the order in which they are shown.
  let entries: [Entry]
  /// The texts of the findings' files.
  let sources: [String: SourceText]

  /// `owners` has the teams of each finding, or is empty.
  init(_ findings: [Diagnostic], sources: [String: SourceText], owners: [[String]] = []) {
    let prints = Fingerprint.of(findings, sources: sources)
    entries = zip(findings, prints).enumerated().map { index, entry in
      Entry(
        finding: entry.0, fingerprint: entry.1, owners: owners.isEmpty ? [] : owners[index])
    }
    self.sources = sources
  }

  func count(_ severity: Diagnostic.Severity) -> Int {
    entries.count { $0.finding.severity == severity }
  }

  /// The files that findings are about, each with its findings, in the order of the first of each.
  var files: [(name: String, entries: [Entry])] {
    var order: [String] = []
    var groups: [String: [Entry]] = [:]
    for entry in entries {
      let file = entry.finding.location.file
      if groups[file] == nil { order.append(file) }
      groups[file, default: []].append(entry)
    }
    return order.map { ($0, groups[$0] ?? []) }
  }

  /// `2 errors and 1 warning`; `nil` without either.
  var summary: String {
    Diagnostic.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = count(severity)
      return count == 0 ? nil : count.counted(severity.rawValue)
    }.joined(separator: ", ")
  }
}

extension Evidence {
  /// `declared: second 429 (Sources/A.swift:88:1)`
  var title: String { "\(kind.rawValue): \(text)" + (location.map { " (\($0))" } ?? "") }
}
