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
    let (file, isWhole) = Self.read(input, source, usingTables: true, options: options)
    self = isWhole ? file : Self.read(input, source, usingTables: false, options: options).file
  }

  /// Reads the declarations of one file, plain properties with the parser as well.
  package init(parsing input: SourceInput, options: ReadingOptions = ReadingOptions()) {
    let source = SourceContext(path: input.path, text: SourceText(bytes: input.bytes))
    self = Self.read(input, source, usingTables: false, options: options).file
  }

  /// The file is whole where every table was found to be the body of a type, and where there is no
  /// trouble: it is described by what stands around it, which must not be blanked.
  private static func read(
    _ input: SourceInput, _ source: SourceContext, usingTables: Bool, options: ReadingOptions
  ) -> (file: FileDeclarations, isWhole: Bool) {
    let errors = SyntaxErrors(source: source, options: options)
    var findings: [Diagnostic] = []
    if let offset = invalidUTF8Offset(input.bytes) {
      findings.append(errors.finding(at: offset, "the file is not UTF-8"))
    }
    let printable = Printable(input.bytes)
    var nesting = NestingGuard(printable.bytes)
    if let offset = nesting.firstBlank {
      findings.append(errors.finding(at: offset, "nested too deeply to be read"))
    }
    let tables =
      usingTables && findings.isEmpty && printable.controls.isEmpty
      ? PropertyTable.tables(in: source.text, behind: nesting.typeBodies) : []
    var reader = DeclarationReader(source: source, module: input.module)
    if !tables.isEmpty {
      PropertyTable.blank(tables, in: &nesting.bytes)
      reader = DeclarationReader(
        source: source, module: input.module, tables: tables, blankedTo: nesting.bytes)
    }
    let tree = nesting.bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    if nesting.firstBlank == nil,
      let offset = printable.controls.firstOutsideText(of: tree)
    {
      findings.append(errors.finding(at: offset, "an unprintable character"))
    }
    // With tables, a file with errors is read a second time.
    reader.read(tables.isEmpty ? BraceRepair.mended(tree, of: nesting.bytes) ?? tree : tree)
    var file = reader.file
    file.words = WordScanner.words(in: input.bytes)
    // What stands behind the last line ending is no line.
    file.lineCount = source.text.lineCount - (input.bytes.last == 0x0A ? 1 : 0)
    // What was blanked or is no text would only be reported a second time.
    file.diagnostics = findings.isEmpty ? errors.found(in: tree) : findings
    return (file, tables.isEmpty || (reader.tables.isEmpty && file.diagnostics.isEmpty))
  }
}

/// The bytes of a file with its control characters blanked: SwiftParserDiagnostics traps on one that
/// stands between white space and an `=`.
private struct Printable {
  var bytes: [UInt8]
  /// Where those are that Swift does not take for white space.
  var controls: ControlCharacters

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    controls = ControlCharacters(offsets: [])
    guard Self.hasControl(bytes) else { return }
    let whiteSpace: ClosedRange<UInt8> = 0x0B...0x0C
    controls = ControlCharacters(
      offsets: bytes.indices.filter {
        Self.isControl(bytes[$0]) && !whiteSpace.contains(bytes[$0])
      })
    for index in bytes.indices where Self.isControl(bytes[index]) { self.bytes[index] = 0x20 }
  }

  /// Over all bytes without leaving early, which goes over many at once: nearly no file has one.
  private static func hasControl(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var found: UInt8 = 0
      for byte in buffer { found |= isControl(byte) ? 1 : 0 }
      return found != 0
    }
  }

  @inline(__always)
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D || byte == 0x7F
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
