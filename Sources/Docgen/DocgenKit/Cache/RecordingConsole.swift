import Basics

/// A console that records its output.
final class RecordingConsole: Console {
  private let console: any Console
  private let texts = Locked<(printed: String, complained: String)>(("", ""))

  init(_ console: any Console) {
    self.console = console
  }

  func print(_ text: String) {
    texts.withLock { $0.printed += text }
    console.print(text)
  }

  func complain(_ text: String) {
    texts.withLock { $0.complained += text }
    console.complain(text)
  }

  var width: Int { console.width }
  var wantsColor: Bool { console.wantsColor }
  var printed: String { texts.withLock { $0.printed } }
  var complained: String { texts.withLock { $0.complained } }
}
