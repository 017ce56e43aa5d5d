import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Facts about the words of a marker: its kind, its keys, and the elements that their values name.
struct MarkerHoverInfo {
  let marker: Marker
  let project: ProjectModel
  /// The files of templates, by their names.
  let templates: [String: String]

  func about(_ place: SourcePosition) -> HoverInfo? {
    if let subject = marker.subject, subject.range.holds(place) {
      return about(subject)
    }
    guard let argument = marker.arguments.first(where: { $0.range.holds(place) }) else {
      return nil
    }
    if argument.name.range.holds(place) { return about(key: argument.name) }
    guard let value = argument.value else { return nil }
    return about(value, of: argument.name.text, at: place)
  }

  private func about(_ subject: Marker.Word) -> HoverInfo? {
    var found: HoverInfo?
    switch marker.directive {
    case .begin, .verify:
      found = RegionKinds.kind(named: subject.text).map { kind in
        var found = HoverInfo("region `\(kind.name)`")
        found.notes = [
          kind.summary, "keys: " + kind.keys.map { "`\($0.name)`" }.joined(separator: ", "),
        ]
        return found
      }
    case .value:
      var value = HoverInfo("value `\(subject.text)`")
      value.add(symbolsNamed: subject.text, in: project.code)
      if let now = ProjectValue.constant(subject.text, in: project) { value.notes.append(now) }
      found = value.symbols.isEmpty ? nil : value
    case .disable:
      found = RuleCatalogue.description(of: subject.text).map { rule in
        var found = HoverInfo("rule `\(rule.id)`")
        found.notes = [rule.summary, rule.explanation.meaning]
        return found
      }
    case .end, .valueEnd, .setup: found = nil
    }
    found?.range = subject.range
    return found
  }

  private func about(key: Marker.Word) -> HoverInfo? {
    guard let kind = marker.subject.flatMap({ RegionKinds.kind(named: $0.text) }),
      let known = kind.keys.first(where: { $0.name == key.text })
    else { return nil }
    var found = HoverInfo("key `\(known.name)` of `\(kind.name)`")
    found.notes = [known.meaning]
    let words = known.choices + known.words
    if !words.isEmpty {
      found.notes.append(words.map { "`\($0)`" }.joined(separator: ", "))
    }
    found.range = key.range
    return found
  }

  /// A word of a value, or the complete value.
  private func about(
    _ value: Marker.Word, of key: String, at place: SourcePosition
  ) -> HoverInfo? {
    let word = value.word(at: place)
    var found: HoverInfo?
    switch key {
    case "machine": found = project.anyMachine(named: value.text)?.knowledge(in: project.code)
    case "template":
      found = templates[value.text].map { path in
        var found = HoverInfo("template `\(value.text)`")
        found.declared = [Evidence(.note, "", at: SourceLocation(file: path, line: 1))]
        return found
      }
    case "scenarios": found = scenarios(word.text)
    case "file":
      var file = HoverInfo("file `\(value.text)`")
      file.declared = [Evidence(.note, "", at: SourceLocation(file: value.text, line: 1))]
      found = project.source(of: value.text) == nil ? nil : file
    case "groups", "order":
      found = marker["machine"].flatMap(project.machine)?
        .knowledge(ofState: word.text, in: project.code)
    default:
      var named = HoverInfo("`\(word.text)`")
      named.add(symbolsNamed: word.text, in: project.code)
      found = named.symbols.isEmpty ? nil : named
    }
    found?.range = ["machine", "template", "file"].contains(key) ? value.range : word.range
    return found
  }

  private func scenarios(_ pattern: String) -> HoverInfo? {
    let traces = project.traces.filter { NamePattern(pattern).matches($0.scenario) }
    guard !traces.isEmpty else { return nil }
    var found = HoverInfo(
      traces.count == 1 ? "scenario `\(traces[0].scenario)`" : traces.count.counted("scenario"))
    found.declared = traces.prefix(20).map { trace in
      Evidence(
        .observed, trace.scenario,
        at: SourceLocation(file: trace.file, line: 1))
    }
    return found
  }
}

extension Marker.Word {
  /// The word of a list at a place: the one in `A, B` under the cursor.
  ///
  /// Words end at blanks and at `,`, `;` and `=`. Where no word is, and in a value of several
  /// lines, the complete value is meant.
  fileprivate func word(at place: SourcePosition) -> (text: String, range: SourceRange) {
    guard range.start.line == range.end.line, place.line == range.start.line else {
      return (text, range)
    }
    let bytes = Array(text.utf8)
    let isEnd: (UInt8) -> Bool = { [0x20, 0x09, 0x2C, 0x3B, 0x3D].contains($0) }
    let cursor = min(max(0, place.column - range.start.column), bytes.count)
    let start = bytes[..<cursor].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
    let end = bytes[cursor...].firstIndex(where: isEnd) ?? bytes.count
    guard start < end else { return (text, range) }
    return (
      String(decoding: bytes[start..<end], as: UTF8.self),
      SourceRange(
        line: place.line, column: range.start.column + start, length: end - start)
    )
  }
}
