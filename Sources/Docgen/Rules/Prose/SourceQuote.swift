import Diagnostics
import Markdown
import Models
import SwiftIndex

/// The stretch of a Swift file that a snippet quotes.
struct SourceQuote: Sendable {
  /// Its lines without the indentation of the first, with a final line ending.
  let text: String
  let location: SourceLocation

  /// Finds the code that a marker names.
  ///
  ///     symbol=SyncEngine.performSync   body=no   file=Sources/A.swift mark=retry
  ///
  /// - Throws: `RegionProblem` if the declaration, file or mark does not exist.
  init(_ request: RegionRequest) throws(RegionProblem) {
    switch (request.marker["symbol"], request.marker["file"], request.marker["mark"]) {
    case (let symbol?, nil, nil):
      self = try Self.declaration(symbol, request)
    case (nil, let file?, let mark?):
      self = try Self.marked(mark, in: file, request)
    default:
      throw request.finding(
        RuleID(.missingArgument), "the marker names nothing to quote",
        evidence: [
          Evidence(.help, "add symbol=Type.member, or file=PATH and mark=NAME")
        ])
    }
  }

  private init(text: String, location: SourceLocation) {
    self.text = text
    self.location = location
  }

  private static func declaration(
    _ name: String, _ request: RegionRequest
  ) throws(RegionProblem) -> SourceQuote {
    let lookup = request.project.code.symbol(name)
    let found = lookup.all
    guard let symbol = found.first else {
      var evidence: [Evidence] = []
      if case .unknown(let near?) = lookup {
        evidence.append(Evidence(.help, "did you mean `\(near)`?"))
      }
      throw request.finding(
        RegionSources.id, at: "symbol", "the sources declare no `\(name)`", evidence: evidence)
    }
    guard found.count == 1 else {
      let places = found.prefix(4).map { Evidence(.declared, $0.info.headline, at: $0.location) }
      throw request.finding(
        RegionSources.id, at: "symbol", "\(found.count) declarations are called `\(name)`",
        evidence: places + [Evidence(.help, Self.help(found))])
    }
    if !request.isYes("body", default: true) {
      return SourceQuote(text: symbol.info.headline + "\n", location: symbol.nameLocation)
    }
    guard let source = request.project.source(of: symbol.location.file),
      let range = symbol.location.range
    else {
      throw request.finding(RegionSources.id, "`\(symbol.location.file)` was not read as text")
    }
    let text = source.text(in: range)
    return SourceQuote(
      text: outdented(text, by: range.start.column - 1) + "\n", location: symbol.location)
  }

  /// The advice for a name with several declarations.
  private static func help(_ symbols: [Symbol]) -> String {
    let names = Set(
      symbols.map { symbol in
        if case .member(let member) = symbol {
          return (member.owner.map { $0 + "." } ?? "") + member.fullName
        }
        if case .global(let member) = symbol { return member.fullName }
        return symbol.location.file
      })
    return names.count > 1
      ? "name the type, the module or the labels too"
      : "to quote one of several that differ only in their types, mark it: file=PATH and mark=NAME"
  }

  /// The lines between `// docgen:snippet NAME` and `// docgen:end NAME`.
  private static func marked(
    _ mark: String, in file: String, _ request: RegionRequest
  ) throws(RegionProblem) -> SourceQuote {
    guard let source = request.project.source(of: file) else {
      throw request.finding(
        RegionSources.id, at: "file", "`\(file)` is not a source file of the project",
        evidence: request.nearest(file, among: request.project.sources.keys.sorted(), what: nil))
    }
    var start: Int?
    for number in 1...max(1, source.lineCount) {
      let words = source.line(number).split(whereSeparator: \.isWhitespace)
      guard words.count == 3, words[0] == "//", words[2] == mark else { continue }
      if words[1] == "docgen:snippet" { start = number }
      guard words[1] == "docgen:end", let start else { continue }
      let lines = (start + 1..<number).map { source.line($0) }
      let indentation = lines.filter { !$0.allSatisfy(\.isWhitespace) }
        .map { $0.prefix { $0 == " " }.count }.min()
      let text = lines.map {
        String($0.dropFirst(min(indentation ?? 0, $0.prefix { $0 == " " }.count)))
      }
      return SourceQuote(
        text: text.joined(separator: "\n") + "\n",
        location: SourceLocation(file: file, line: start + 1))
    }
    throw request.finding(
      RegionSources.id, at: "mark", "`\(file)` has no snippet `\(mark)`",
      evidence: [
        Evidence(.help, "put `// docgen:snippet \(mark)` and `// docgen:end \(mark)` around it")
      ])
  }

  /// Removes this many columns of white space from the lines after the first.
  private static func outdented(_ text: String, by columns: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      index == 0 ? line : line.dropFirst(min(columns, line.prefix { $0 == " " }.count))
    }.joined(separator: "\n")
  }
}
