import Markdown

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A picture of a diagram or a page, drawn by a browser without a window.
///
/// The browser gets docgen's file in a separate folder, which is removed afterwards; it fetches
/// nothing.
///
/// Mermaid needs a browser for layout, since it measures text. The page is loaded twice for a PNG:
/// first a script in it answers its size, then a window of that size is drawn. The answer is
/// encoded as hexadecimal digits in an attribute, which no text can break.
struct Picture {
  struct Failure: Error {
    var message: String
  }

  private let browser: String
  private let page: any DrawnPage
  private static let seconds = 60
  /// In windows of this height, Chromium 156 leaves the lower 87 lines white.
  private static let cutHeights = 88..<150
  /// The largest side that a browser draws in one piece.
  private static let largest = 16_000

  init(_ page: some DrawnPage, browser: String) {
    self.page = page
    self.browser = browser
  }

  /// The only diagram of the page as SVG, as an XML document.
  func svg() throws -> String {
    try Self.inFolder { folder in
      let answer = try ask(folder, page.svgQuestion)
      guard answer.hasPrefix("<svg") else { throw Failure(message: answer) }
      return answer + "\n"
    }
  }

  /// The page as a PNG with its full height; a single diagram in its own size.
  func png(width: Int, scale: Double) throws -> [UInt8] {
    try Self.inFolder { folder in
      let answer = try ask(folder, page.sizeQuestion, width: width)
      let sides = answer.split(separator: " ").compactMap { Int($0) }
      guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { throw Failure(message: answer) }
      let dots = sides.map { Int(Double($0) * scale) }
      guard dots.allSatisfy({ $0 <= Self.largest }) else {
        throw Failure(
          message: "the picture would have \(dots[0]) x \(dots[1]) dots, more "
            + "than the browser draws; a smaller --scale, SVG or HTML has no such limit")
      }
      let picture = folder + "/picture.png"
      try run(
        folder, page.text(adding: nil),
        words: [
          "--screenshot=\(picture)", "--window-size=\(sides[0]),\(Self.drawn(sides[1]))",
          "--force-device-scale-factor=\(scale)",
        ])
      guard let bytes = try? FileSystem.read(picture) else {
        throw Failure(message: "the browser drew nothing")
      }
      return bytes
    }
  }

  /// The window height at which this number of lines is drawn.
  private static func drawn(_ height: Int) -> Int {
    cutHeights.contains(height) ? cutHeights.upperBound : height
  }

  // MARK: - The browser

  /// The answer of a script in the page after the diagrams are drawn.
  ///
  /// - Throws: `Failure` with a sentence for the user: what the browser or Mermaid could not do.
  private func ask(_ folder: String, _ question: String, width: Int = 1_200) throws -> String {
    let script = """
      (async () => {
        const root = document.documentElement;
        while (!root.dataset.state || document.querySelector("figure.diagram:not([data-look])")) {
          await new Promise((next) => setTimeout(next, 10));
        }
        const wrong = document.querySelector("main.single .wrong");
        const answer = wrong ? wrong.textContent : (\(question))();
        const bytes = new TextEncoder().encode(answer);
        root.dataset.answer = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      })();
      """
    let text = page.text(adding: script)
    let output = try run(folder, text, words: ["--dump-dom", "--window-size=\(width),1000"])
    let start = Array("data-answer=\"".utf8)
    guard let place = output.firstRange(of: start) else {
      throw Failure(message: "the browser did not finish")
    }
    let digits = output[place.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
    return String(decoding: Self.bytes(ofHexadecimal: digits), as: UTF8.self)
  }

  private static func bytes(ofHexadecimal digits: ArraySlice<UInt8>) -> [UInt8] {
    func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit &- 0x30 : digit &- 0x57 }
    return stride(from: digits.startIndex, to: digits.endIndex - 1, by: 2).map {
      value(digits[$0]) << 4 | value(digits[$0 + 1])
    }
  }

  @discardableResult
  private func run(_ folder: String, _ text: String, words: [String]) throws -> [UInt8] {
    let file = folder + "/page.html"
    FileSystem.remove(file)
    try FileSystem.create(file, with: Array(text.utf8))
    var arguments = [
      "--headless", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
      "--disable-background-networking", "--disable-extensions", "--mute-audio",
      "--user-data-dir=\(folder)/profile", "--virtual-time-budget=60000",
    ]
    // The browser's own sandbox refuses to run for the superuser, as in containers.
    if geteuid() == 0 { arguments.append("--no-sandbox") }
    arguments += words + ["file://" + file]
    let process = try ChildProcess(browser, arguments, seconds: Self.seconds)
    if process.exitCode == 0 { return process.output }
    throw Failure(
      message: process.exitCode.map { "\(browser) ended with \($0)" }
        ?? "\(browser) took longer than \(Self.seconds) seconds, or was killed")
  }

  private static func inFolder<Result>(_ work: (String) throws -> Result) throws -> Result {
    let folder = try ScratchFolder("picture")
    defer { folder.remove() }
    return try work(folder.path)
  }
}

/// A page that draws itself in a browser.
protocol DrawnPage {
  /// The complete file, with another script at its end.
  func text(adding script: String?) -> String
  /// A function that returns the only picture as SVG.
  var svgQuestion: String { get }
  /// A function that returns the width and the height of the page.
  var sizeQuestion: String { get }
}

extension PreviewPage: DrawnPage {
  func text(adding script: String?) -> String {
    let end = "</body>\n</html>\n"
    return script.map { text.replacing(end, with: HTMLText.script($0) + end) } ?? text
  }

  var svgQuestion: String {
    """
    () => {
      const svg = document.querySelector("pre.mermaid svg");
      svg.style.removeProperty("max-width");
      svg.style.backgroundColor = getComputedStyle(document.body).backgroundColor;
      return new XMLSerializer().serializeToString(svg);
    }
    """
  }

  var sizeQuestion: String {
    """
    () => {
      const single = document.querySelector("main.single svg");
      const box = (single || document.documentElement).getBoundingClientRect();
      const frame = single ? 32 : 0;
      return Math.ceil(box.width + frame) + " " + Math.ceil(box.height + frame);
    }
    """
  }
}
