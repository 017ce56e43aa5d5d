package import Diagnostics
import Markdown
import Models
import SwiftIndex

/// A name in inline code, in a text's link or in a Swift block whose declarations are all deprecated.
///
///     @available(*, deprecated, renamed: "Crate") typealias Box = Crate
///     "Put it into a `Box`."      -> `Box` is deprecated
///     Crate(size: 3)              -> only a deprecated initializer takes `size:`
///
/// Sentences and sections about the deprecation are ignored, and so are older versions.
package enum DeprecatedSymbol: Rule {
  package static let id = RuleID("deprecated-symbol")
  package static let severity = Diagnostic.Severity.warning
  package static let summary = "A page recommends a symbol that the code deprecates."
  package static let explanation = Explanation.other(
    """
    Readers who use the name get a warning from the compiler. All declarations of the name, or all that \
    take the labels of a call, are marked `@available(*, deprecated)`, and neither the sentence nor the \
    heading mentions it.
    """,
    "a document about `@available(*, deprecated, renamed: \"Crate\") struct BoxView`",
    text: "Show it in a `BoxView`.",
    remedy: "Name the replacement, or write that the symbol is deprecated.")

  package static func findings(on page: CheckedPage) -> [Diagnostic] {
    guard page.context != nil else { return [] }
    var seen: [String: Int] = [:]
    var findings: [Diagnostic] = []
    for use in inline(on: page) + examples(on: page) + calls(on: page) {
      if let first = seen[use.name] {
        findings[first].note(another: use.range.start.line)
        continue
      }
      seen[use.name] = findings.count
      let renamed = use.declared.info.attributes.replacement
      findings.append(
        Diagnostic(
          rule: id, severity: severity, confidence: .medium, at: page.page.location(use.range),
          "`\(use.name)` is deprecated", caretLabel: "documented",
          evidence: [
            Evidence(.declared, use.declared.info.headline, at: use.declared.nameLocation),
            renamed.map { Evidence(.help, "the replacement is `\($0)`") },
          ].compactMap(\.self)))
    }
    return findings
  }

  private struct Use {
    var name: String
    var declared: Symbol
    var range: SourceRange
  }

  private static func inline(on page: CheckedPage) -> [Use] {
    (page.writtenCodeSpans + page.linksInText + page.emphasizedNames).compactMap { span in
      let text = span.isSymbolLink ? span.text.replacing("/", with: ".") : span.text
      guard let name = CodeName(text) ?? CodeName(ofType: text),
        let symbol = deprecated(name, in: page.project.code),
        !page.subject.isHistorical(at: span),
        !page.mentionsDeprecation(around: page.page.blocks[span.block].range)
      else { return nil }
      return Use(name: name.path, declared: symbol, range: span.contentRange)
    }
  }

  private static func examples(on page: CheckedPage) -> [Use] {
    page.examples.flatMap { example -> [Use] in
      guard page.recommends(example) else { return [] }
      return example.reading.names.compactMap { found in
        guard let name = CodeName(ofType: found.text), name.path.first?.isUppercase == true,
          !page.blockNames.declared.contains(found.text),
          let symbol = deprecated(name, in: page.project.code)
        else { return nil }
        let range = SourceRange(
          line: found.line, column: found.column, length: found.text.utf8.count)
        return page.location(of: range, in: example.fence).range.map {
          Use(name: name.path, declared: symbol, range: $0)
        }
      }
    }
  }

  /// Calls of functions and initializers, also as `.init(…)` in the arguments of another call. A
  /// deprecated type is found by its name.
  private static func calls(on page: CheckedPage) -> [Use] {
    let code = page.project.code
    let arguments = ArgumentProblems(page)
    let written = Set(page.writtenCodeSpans.map(\.text))
    return ExampleReceivers.all(on: page, written: written).flatMap { example, receivers -> [Use] in
      guard page.recommends(example) else { return [] }
      return example.reading.uses.flatMap { use -> [Use] in
        guard let text = receivers.resolve(use), var name = CodeName(text), name.isCall,
          name.parts[0].first?.isUppercase == true, code.isOwn(name.parts[0]),
          !page.blockNames.declared.contains(name.parts[0])
        else { return [] }
        name.hasTrailingClosure = use.hasTrailingClosure
        let own = ExampleCall(
          name: name, arguments: use.arguments, line: use.line, column: use.column)
        return ([own] + arguments.calls(in: use.arguments, of: name)).compactMap { call in
          deprecated(call, in: example, on: page)
        }
      }
    }
  }

  /// The place is that of the first argument that no other function of that name takes.
  private static func deprecated(
    _ call: ExampleCall, in example: Example, on page: CheckedPage
  ) -> Use? {
    let functions = page.project.code.functions(accepting: call.name)
    guard let first = functions.first, let owner = first.owner,
      functions.allSatisfy({ $0.info.attributes.areDeprecatedEverywhere })
    else { return nil }
    let owners = page.project.code.types(named: owner)
    if owners.contains(where: { $0.info.attributes.areDeprecatedEverywhere }) { return nil }
    let others = owners.flatMap { $0.members(named: first.name) }
      .filter { !$0.info.attributes.areDeprecatedEverywhere }
    let labels = Set(others.flatMap { $0.signature?.labels ?? [] })
    let argument = call.arguments.first { !labels.contains($0.label ?? "_") }
    let range = SourceRange(
      line: argument?.line ?? call.line, column: argument?.column ?? call.column,
      length: 1)
    return page.location(of: range, in: example.fence).range.map {
      Use(name: call.name.lookup, declared: .member(first), range: $0)
    }
  }

  /// The first of the symbols that a name may mean if all are deprecated on every platform.
  private static func deprecated(_ name: CodeName, in code: CodeModel) -> Symbol? {
    // A lone word of a member may be anything.
    let isOwn =
      name.path.first?.isUppercase == true
      ? !PlatformNames.hasType(name.parts[0])
      : name.parts.count == 1 && CodeName.isCamelCase(name.last)
        && !PlatformNames.contains(name.last)
    guard isOwn, name.last != "init" else { return nil }
    let symbols = code.symbols(named: name.lookup)
    guard symbols.allSatisfy({ $0.info.attributes.areDeprecatedEverywhere }) else { return nil }
    return symbols.first
  }
}

extension CheckedPage {
  /// Links to symbols in the text of a DocC catalog. A list of links and a title have all symbols.
  fileprivate var linksInText: [CodeSpan] {
    guard DocCCatalog.folder(of: page.path) != nil else { return [] }
    return page.codeSpans.filter { span in
      let block = page.blocks[span.block]
      return span.isSymbolLink && block.kind == .paragraph && isWritten(span.range)
        && block.range != span.range
    }
  }

  /// Whether an example is neither old nor about a deprecation.
  fileprivate func recommends(_ example: Example) -> Bool {
    !subject.isHistorical(example.fence) && !mentionsDeprecation(around: example.fence.range)
      && !example.fence.literal.lowercased().contains("deprecat")
  }

  /// Whether a block, the one before it or a heading around it is about a deprecation.
  fileprivate func mentionsDeprecation(around range: SourceRange) -> Bool {
    let first = max(1, range.start.line - 2)
    let lines = (first...range.end.line).map { page.source.line($0).lowercased() }
    let texts = lines + page.headings(around: range).map { $0.text.lowercased() }
    return texts.contains { text in
      ["deprecat", "legacy", "obsolete", "migrat", "unavailable"].contains { text.contains($0) }
    }
  }
}

extension [Attribute] {
  fileprivate var areDeprecatedEverywhere: Bool {
    contains {
      $0.name == "available"
        && $0.arguments?.contains(/^\s*\*\s*,\s*(deprecated|unavailable|obsoleted)\b/) == true
    }
  }

  /// `Crate` of `available(*, deprecated, renamed: "Crate")`
  fileprivate var replacement: Substring? {
    lazy.compactMap { $0.arguments?.firstMatch(of: /renamed:\s*"([^"]+)"/)?.1 }.first
  }
}
