#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A bound on a construct that multiplies: a few bytes of it could take hours or all memory.
///
/// A finding reports a reached limit by name. The environment variable `DOCGEN_LIMITS` raises
/// limits, for example `DOCGEN_LIMITS=extends=200,template-bytes=100000000`. It is not a key of the
/// configuration, because an untrusted repository could then raise its own limits.
///
///     pattern-alternatives   {a,b}{c,d}{e,f}…      doubles with each pair of braces
///     template-steps         nested lists          multiply
///     extends                configurations that extend two others   double at each level
package enum Limit: String, CaseIterable, Sendable {
  case extends
  case patternAlternatives = "pattern-alternatives"
  case patternParts = "pattern-parts"
  case templateBytes = "template-bytes"
  case templateSteps = "template-steps"
  case pageBytes = "page-bytes"
  case sourceBytes = "source-bytes"
  case exampleBytes = "example-bytes"
  case machineStates = "machine-states"
  case overloads
  case alignment
  case flowSteps = "flow-steps"
  case flowBranches = "flow-branches"

  /// The default limit.
  package var standard: Int {
    switch self {
    case .extends: 100
    case .patternAlternatives: 1_000
    case .patternParts: 64
    case .templateBytes: 10_000_000
    case .templateSteps: 5_000_000
    case .pageBytes: 50_000_000
    case .sourceBytes: 20_000_000
    case .exampleBytes: 5_000_000
    case .machineStates: 1_000
    case .overloads: 200
    case .alignment: 10_000_000
    case .flowSteps: 20_000
    case .flowBranches: 500
    }
  }

  /// The bounded quantity, as Markdown without a full stop.
  package var meaning: String {
    switch self {
    case .extends: "configurations that `extends` reads, repeated ones included"
    case .patternAlternatives: "paths that the braces of a pattern stand for"
    case .patternParts: "names between the slashes of a pattern"
    case .templateBytes: "bytes that a template writes"
    case .templateSteps: "tags and texts that a template goes through"
    case .pageBytes: "bytes of a document"
    case .sourceBytes: "bytes of a Swift file"
    case .exampleBytes: "bytes that are parsed for the Swift blocks of a document"
    case .machineStates: "cases of an enum that a diagram shows as states"
    case .overloads: "functions of one name in a type, with which a call is compared"
    case .alignment: "steps of a sequence diagram times events of a scenario"
    case .flowSteps: "steps that are read along a method"
    case .flowBranches: "branches, loops and closures that are read along a method"
    }
  }

  /// The limit in effect.
  ///
  /// The environment can only raise a limit. Unknown names and values that are not numbers are
  /// ignored.
  package var value: Int { max(standard, Self.raised[self] ?? 0) }

  /// The summary of a finding: ``the template exceeds the limit `template-bytes`: 10000000 …``.
  package func message(_ subject: String) -> String {
    "\(subject) exceeds the limit `\(rawValue)`: \(value) \(meaning)"
  }

  /// The advice of such a finding.
  package var help: String {
    "make it smaller, or raise the limit with the environment: DOCGEN_LIMITS=\(rawValue)=NUMBER"
  }

  private static let raised: [Limit: Int] = {
    guard let text = getenv("DOCGEN_LIMITS") else { return [:] }
    let pairs = String(cString: text).split(separator: ",").compactMap { part -> (Limit, Int)? in
      let words = part.split(separator: "=")
      guard words.count == 2, let limit = Limit(rawValue: String(words[0])),
        let number = Int(words[1])
      else { return nil }
      return (limit, number)
    }
    return Dictionary(pairs) { $1 }
  }()
}
