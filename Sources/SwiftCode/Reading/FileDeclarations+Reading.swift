package import Diagnostics
import SwiftParser
import SwiftSyntax

/// How files are read.
package struct ReadingOptions: Hashable, Sendable {
  /// How much a syntax error weighs.
  package var syntaxErrorSeverity: Diagnostic.Severity
  /// How many syntax errors of one file are listed; the rest is counted.
  package var syntaxErrorLimit: Int

  package init(syntaxErrorSeverity: Diagnostic.Severity = .warning, syntaxErrorLimit: Int = 20) {
    self.syntaxErrorSeverity = syntaxErrorSeverity
    self.syntaxErrorLimit = syntaxErrorLimit
  }
}

extension FileDeclarations {
  /// Reads the declarations of one file.
  ///
  /// Never fails: what cannot be read is a diagnostic.
  package init(reading input: SourceInput, options: ReadingOptions = ReadingOptions()) {
    let source = SourceContext(path: input.path, text: SourceText(bytes: input.bytes))
    let errors = SyntaxErrors(source: source, options: options)
    var findings: [Diagnostic] = []
    if let offset = invalidUTF8Offset(input.bytes) {
      findings.append(errors.finding(at: offset, "the file is not UTF-8"))
    }
    let nesting = NestingGuard(input.bytes)
    if let offset = nesting.firstBlank {
      findings.append(errors.finding(at: offset, "nested too deeply to be read"))
    }
    let tree = nesting.bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    var reader = DeclarationReader(source: source, module: input.module)
    reader.read(tree)
    self = reader.file
    words = WordScanner.words(in: input.bytes)
    lineCount = source.text.lineCount
    // What was blanked or is no text would only be reported a second time.
    self.diagnostics = findings.isEmpty ? errors.found(in: tree) : findings
  }
}

/// Offset of the first byte that is not part of valid UTF-8.
private func invalidUTF8Offset(_ bytes: [UInt8]) -> Int? {
  do {
    _ = try UTF8Span(validating: bytes.span)
    return nil
  } catch {
    return error.byteOffsets.lowerBound
  }
}
