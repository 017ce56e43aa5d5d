import Basics

/// A console that records its output.
final class RecordingConsole: Console {
  private let console: any Console
  private let texts = Locked<(printed: String, printedErrors: String)>(("", ""))

  init(_ console: any Console) {
    self.console = console
  }

  func put(_ text: String, on stream: ConsoleStream) {
    texts.withLock { texts in
      if stream == .output { texts.printed += text } else { texts.printedErrors += text }
    }
    console.put(text, on: stream)
  }

  func showProgress(_ note: String) { console.showProgress(note) }

  var width: Int { console.width }
  var terminalColumns: Int? { console.terminalColumns }
  var wantsColor: Bool { console.wantsColor }
  var printed: String { texts.withLock { $0.printed } }
  var printedErrors: String { texts.withLock { $0.printedErrors } }
}
