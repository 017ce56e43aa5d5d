import Basics
package import Diagnostics
import SwiftParser
import SwiftSyntax

/// The options for parsing files.
package struct ReadingOptions: Hashable, Sendable {
  /// The severity of a syntax error.
  package var syntaxErrorSeverity: Diagnostic.Severity
  /// The number of syntax errors of one file that are listed; the rest is counted.
  package var syntaxErrorLimit: Int

  package init(syntaxErrorSeverity: Diagnostic.Severity = .warning, syntaxErrorLimit: Int = 20) {
    self.syntaxErrorSeverity = syntaxErrorSeverity
    self.syntaxErrorLimit = syntaxErrorLimit
  }
}

extension FileDeclarations {
  /// Parses the declarations of one file; the bodies of functions when they are used.
  ///
  /// Never fails: problems become diagnostics.
  package init(reading input: SourceInput, options: ReadingOptions = ReadingOptions()) {
    self.init(
      reading: input, options: options,
      bodies: UnreadBodies { FileDeclarations(readingAll: input, options: options) })
  }

  /// Parses the declarations of one file with all bodies.
  package init(readingAll input: SourceInput, options: ReadingOptions = ReadingOptions()) {
    self.init(reading: input, options: options, bodies: nil)
  }

  /// Without `bodies` all are read at once.
  init(reading input: SourceInput, options: ReadingOptions, bodies: UnreadBodies?) {
    if input.bytes.count > Limit.sourceBytes.value {
      self.init(path: input.path, module: input.module)
      diagnostics = [
        Diagnostic(
          rule: .tooLarge, at: SourceLocation(file: input.path),
          Limit.sourceBytes.message("the file"), evidence: [Evidence(.help, Limit.sourceBytes.help)]
        )
      ]
      return
    }
    var source = SourceContext(path: input.path, text: SourceText(bytes: input.bytes))
    let errors = SyntaxErrors(source: source, options: options)
    var findings: [Diagnostic] = []
    if let offset = UTF8Validation.firstInvalidOffset(in: input.bytes) {
      findings.append(errors.finding(at: offset, "the file is not UTF-8"))
    }
    let printable = Printable(input.bytes)
    let nesting = NestingGuard(printable.bytes)
    if let offset = nesting.firstBlank {
      findings.append(errors.finding(at: offset, "nested too deeply to be read"))
    }
    let outside = findings.isEmpty && bodies != nil ? nesting.withoutBodies : nil
    if let bodies, outside != nil {
      source.skipped = SkippedBodies(bodies: bodies, ranges: nesting.bodies)
    }
    var reader = DeclarationReader(source: source, module: input.module)
    let tree = (outside ?? nesting.bytes).withUnsafeBufferPointer { Parser.parse(source: $0) }
    if nesting.firstBlank == nil,
      let offset = printable.controls.firstOutsideText(of: tree)
    {
      findings.append(errors.finding(at: offset, "an unprintable character"))
    }
    reader.read(tree)
    self = reader.file
    self.bodies = source.skipped?.bodies
    words = WordScanner.words(in: input.bytes)
    // The text after the last line ending is not a line.
    lineCount = source.text.lineCount - (input.bytes.last == 0x0A ? 1 : 0)
    // Blanked parts, and bytes that are not text, would otherwise be reported a second time.
    diagnostics = findings.isEmpty ? errors.found(in: tree) : findings
  }
}

/// The bytes of a file with its control characters blanked: SwiftParserDiagnostics traps on one
/// between white space and an `=`.
private struct Printable {
  var bytes: [UInt8]
  /// The characters that Swift does not count as white space.
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

  /// Scans all bytes without an early exit, which can process many at once: nearly no file has one.
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
