package import Diagnostics

/// The line endings of a file.
package enum LineEnding: String, Hashable, Sendable {
  case lf = "\n"
  case crlf = "\r\n"
  case cr = "\r"

  /// The ending of most lines; `lf` for a text of one line.
  ///
  /// A mixed file keeps its mixture: only new lines get this ending.
  ///
  /// On equal counts LF wins over both others, and CRLF over CR.
  package init(dominantIn text: SourceText) {
    var counts = (lf: 0, crlf: 0, cr: 0)
    let bytes = text.bytes
    for line in 1..<max(text.lineCount, 1) {
      let next = text.offset(ofLine: line + 1)
      if bytes[next - 1] == 0x0D {
        counts.cr += 1
      } else if next >= 2, bytes[next - 2] == 0x0D {
        counts.crlf += 1
      } else {
        counts.lf += 1
      }
    }
    if counts.crlf > counts.lf, counts.crlf >= counts.cr {
      self = .crlf
    } else if counts.cr > counts.lf {
      self = .cr
    } else {
      self = .lf
    }
  }
}
