import Diagnostics
import Rules

/// An error of the compiler in a generated file, and its place in a block.
struct CompilerError {
  var message: CompilerMessage
  var place: BlockVerdict.Place?

  /// The errors in a file, each with its notes.
  static func all(
    in file: BlockFile, _ messages: [CompilerMessage]
  ) -> [(CompilerError, [BlockVerdict.Note])] {
    var errors: [(CompilerError, [BlockVerdict.Note])] = []
    var isOpen = false
    for message in messages {
      let place =
        message.file == file.name
        ? file.file.place(line: message.line, column: message.column) : nil
      if message.isError {
        isOpen = message.file == file.name
        if isOpen { errors.append((CompilerError(message: message, place: place), [])) }
      } else if isOpen {
        errors[errors.count - 1].1.append(BlockVerdict.Note(.note, message.text.quoted, at: place))
      }
    }
    return errors
  }

  func verdict(_ notes: [BlockVerdict.Note]) -> BlockVerdict {
    let place = place ?? BlockVerdict.Place(block: 0)
    return BlockVerdict(.error, at: place, message.text.quoted, notes: Array(notes.prefix(4)))
  }
}

extension String {
  /// The compiler quotes code in apostrophes, docgen in backticks.
  fileprivate var quoted: String {
    replacing(/'([^'\n]+)'/) { "`\($0.1)`" }
  }
}
