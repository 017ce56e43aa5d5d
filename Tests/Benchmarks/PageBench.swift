import CCMark
import Markdown

/// The speed of reading a page, compared with libcmark alone.
struct PageBench: Bench {
  let name = "pages"
  func run() {
    let section = """
      ## A section

      Some text with `code`, a [link](https://example.org) and *emphasis*, over
      two lines.

      - an item
      - another one

      ```swift
      let value = 1
      ```


      """
    let bytes = Array(String(repeating: section, count: 5_000).utf8)
    var blocks = 0
    let page = Stopwatch.best(of: 3) { blocks = Page(path: "a.md", bytes: bytes).blocks.count }
    let bare = Stopwatch.best(of: 3) {
      bytes.withUnsafeBytes { buffer in
        let text = buffer.bindMemory(to: CChar.self).baseAddress
        guard let tree = cmark_parse_document(text, buffer.count, CMARK_OPT_SOURCEPOS) else {
          return
        }
        cmark_node_free(tree)
      }
    }
    let rate = Double(bytes.count) / 1e6 / (page.nanoseconds / 1e9)
    Report.line(
      "page read", "\(Report.number(rate)) MB/s",
      beside: "\(Report.number(page.nanoseconds / bare.nanoseconds)) x bare libcmark"
        + (blocks == 0 ? " (nothing was read)" : ""))
  }
}
