import SwiftParser
import SwiftSyntax

extension SwiftExcerpt {
  /// Only names if the text does not parse.
  package var reading: ExampleReading {
    let tree = Parser.parse(source: piece?.text ?? text)
    let bindings = BindingReader(viewMode: .sourceAccurate)
    bindings.walk(tree)
    let reader = ExampleReader(
      SourceLocationConverter(fileName: "", tree: tree), piece?.linesBefore ?? 0,
      elided: elidedLines, bound: bindings.names)
    let forms = ExampleFormReader(reader.place)
    if piece != nil {
      reader.walk(tree)
      forms.walk(tree)
    }
    var reading = reader.reading
    reading.forms = forms.forms
    reading.names = reader.names(in: tree, except: bindings.locals)
    let lines = bindings.variables.mapValues { reader.place(of: $0).line }
    reading.freeValues = bindings.values.values.filter { !bindings.names.contains($0.name) }
      .map(reader.freeValue).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    (reading.constants, reading.mutableNames) = (bindings.constants, bindings.mutable)
    reading.unusedVariables = lines.filter { !bindings.references.contains($0.key) }
    reading.wrappedVariables = lines.filter { bindings.wrapped.contains($0.key) }
    return reading
  }

  /// The declarations of the text or of its correct paragraphs, with places in `text`, which has
  /// some lines before the excerpt's.
  package var declarations: (file: FileDeclarations, text: String, linesBefore: Int)? {
    (piece ?? rest).map { ($0.file, $0.text, $0.linesBefore) }
  }

  /// The line, from 1, of a last brace that nothing opens: the text begins with no more indentation
  /// than the brace has, so the brace does not end the lines around the excerpt.
  package var lineOfSurplusBrace: Int? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " || $0 == "\t" }.count }
    guard piece?.closesMore == true,
      let first = lines.first(where: { !$0.allSatisfy(\.isWhitespace) }),
      let last = lines.lastIndex(where: { !$0.allSatisfy(\.isWhitespace) }),
      lines[last].drop(while: \.isWhitespace) == "}",
      indentation(first) <= indentation(lines[last]),
      !first.drop(while: \.isWhitespace).hasPrefix("}")
    else { return nil }
    return last + 1
  }

  /// Whether the text has syntax errors.
  package var isDamaged: Bool { piece == nil }

  /// The declarations of a text with syntax errors; `nil` for one without errors.
  package var damagedDeclarations: FileDeclarations? {
    isDamaged ? FileDeclarations(readingAll: SourceInput(path: "", text)) : nil
  }
}
