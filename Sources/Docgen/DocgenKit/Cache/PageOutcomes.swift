import Diagnostics
import Rules
import SwiftIndex

/// The findings on a page, or on the comments of the sources, and the parts of the project that they
/// depend on.
struct PageOutcome: Sendable {
  var findings: [Diagnostic]
  /// The numbers of items that agree with their sources, by kind.
  var agreeing: [String: Int] = [:]
  /// The number of console sessions that did not run.
  var waiting = 0
  /// The number of verified Swift blocks that did not run.
  var waitingBlocks = 0
  var dependencies: Set<Dependency> = []
}

/// The outcomes of a check that are valid for the current state of the project.
struct PageOutcomes: Sendable {
  /// By the path of the page.
  var pages: [String: PageOutcome] = [:]
  /// Those of the comments in Swift files with links, by the path of the file, and under an empty name
  /// that of the traces; `nil` if they were not checked.
  var comments: [String: PageOutcome]?
}

// MARK: - Bytes

extension SealedWriter {
  mutating func add(_ outcomes: [String: PageOutcome]) {
    add(outcomes) { writer, entry in
      writer.add(entry.key)
      writer.add(entry.value)
    }
  }

  private mutating func add(_ outcome: PageOutcome) {
    add(outcome.findings) { $0.add($1) }
    add(outcome.agreeing.sorted { $0.key < $1.key }) { writer, entry in
      writer.add(entry.key)
      writer.add(entry.value)
    }
    add(outcome.waiting)
    add(outcome.waitingBlocks)
    add(outcome.dependencies) { $0.add($1) }
  }

  private mutating func add(_ dependency: Dependency) {
    let (kind, name) =
      switch dependency {
      case .name(let name): (0, name)
      case .word(let word): (1, word)
      case .file(let path): (2, path)
      case .fileName(let name): (3, name)
      case .fileList: (4, "")
      case .imports: (5, "")
      case .everything: (6, "")
      case .comment(let word): (7, word)
      case .declarations(.types(let name)): (8, name)
      case .declarations(.aliases(let name)): (9, name)
      case .declarations(.extensions(let name)): (10, name)
      case .declarations(.members(let name)): (11, name)
      case .declarations(.globals(let name)): (12, name)
      case .declarations(.imports(let name)): (13, name)
      case .declarations(.reexports): (14, "")
      }
    add(kind)
    add(name)
  }

  private mutating func add(_ finding: Diagnostic) {
    add(finding.rule.rawValue)
    add(finding.severity.rawValue)
    add(finding.confidence.rawValue)
    add(finding.category.rawValue)
    add(finding.location)
    add(finding.summary)
    add(finding.caretLabel) { $0.add($1) }
    add(finding.evidence) { writer, evidence in
      writer.add(evidence.kind.rawValue)
      writer.add(evidence.text)
      writer.add(evidence.location) { $0.add($1) }
      writer.add(evidence.commit) { writer, commit in
        writer.add(commit.hash)
        writer.add(commit.date)
        writer.add(commit.subject)
      }
    }
    add(finding.fixIts) { writer, fix in
      writer.add(fix.range)
      writer.add(fix.replacement)
      writer.add(fix.title)
      writer.add(fix.isSafe ? 1 : 0)
    }
    add(finding.diff) { $0.add($1) }
  }

  private mutating func add(_ location: SourceLocation) {
    add(location.file)
    add(location.range) { $0.add($1) }
  }

  private mutating func add(_ range: SourceRange) {
    add(range.start.line)
    add(range.start.column)
    add(range.end.line)
    add(range.end.column)
  }
}

extension SealedReader {
  mutating func outcomes() throws(DamagedBytes) -> [String: PageOutcome] {
    let outcomes = try array { reader throws(DamagedBytes) in
      (try reader.text(), try reader.pageOutcome())
    }
    return Dictionary(outcomes) { first, _ in first }
  }

  private mutating func pageOutcome() throws(DamagedBytes) -> PageOutcome {
    let findings = try array { reader throws(DamagedBytes) in try reader.finding() }
    let agreeing = try array { reader throws(DamagedBytes) in
      (try reader.text(), try reader.number())
    }
    return PageOutcome(
      findings: findings, agreeing: Dictionary(agreeing) { first, _ in first },
      waiting: try number(), waitingBlocks: try number(),
      dependencies: Set(try array { reader throws(DamagedBytes) in try reader.dependency() }))
  }

  private mutating func dependency() throws(DamagedBytes) -> Dependency {
    let (kind, name) = (try number(), try text())
    switch kind {
    case 0: return .name(name)
    case 1: return .word(name)
    case 2: return .file(name)
    case 3: return .fileName(name)
    case 4: return .fileList
    case 5: return .imports
    case 6: return .everything
    case 7: return .comment(name)
    case 8: return .declarations(.types(name))
    case 9: return .declarations(.aliases(name))
    case 10: return .declarations(.extensions(name))
    case 11: return .declarations(.members(name))
    case 12: return .declarations(.globals(name))
    case 13: return .declarations(.imports(name))
    case 14: return .declarations(.reexports)
    default: throw DamagedBytes()
    }
  }

  private mutating func value<Value: RawRepresentable<String>>() throws(DamagedBytes) -> Value {
    guard let value = Value(rawValue: try text()) else { throw DamagedBytes() }
    return value
  }

  private mutating func optionalText() throws(DamagedBytes) -> String? {
    try optional { reader throws(DamagedBytes) in try reader.text() }
  }

  private mutating func finding() throws(DamagedBytes) -> Diagnostic {
    let (rule, severity): (RuleID, Diagnostic.Severity) = (try value(), try value())
    var finding = Diagnostic(
      rule: rule, confidence: try value(), category: try value(), at: try location(), try text(),
      caretLabel: try optionalText(),
      evidence: try array { reader throws(DamagedBytes) in try reader.evidence() },
      fixIts: try array { reader throws(DamagedBytes) in try reader.fixIt() },
      diff: try optionalText())
    // A configuration may raise it over the limit of the confidence.
    finding.severity = severity
    return finding
  }

  private mutating func evidence() throws(DamagedBytes) -> Evidence {
    var evidence = Evidence(
      try value(), try text(),
      at: try optional { reader throws(DamagedBytes) in try reader.location() })
    evidence.commit = try optional { reader throws(DamagedBytes) in
      Commit(hash: try reader.text(), date: try reader.text(), subject: try reader.text())
    }
    return evidence
  }

  private mutating func fixIt() throws(DamagedBytes) -> FixIt {
    FixIt(
      range: try range(), replacement: try text(), title: try text(), isSafe: try number() == 1)
  }

  private mutating func location() throws(DamagedBytes) -> SourceLocation {
    SourceLocation(
      file: try text(), range: try optional { reader throws(DamagedBytes) in try reader.range() })
  }

  private mutating func range() throws(DamagedBytes) -> SourceRange {
    SourceRange(
      start: SourcePosition(line: try number(), column: try number()),
      end: SourcePosition(line: try number(), column: try number()))
  }
}
