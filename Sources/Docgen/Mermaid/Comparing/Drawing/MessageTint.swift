/// Colors the messages that have a mark, with a `rect` around each run of one color.
enum MessageTint {
  static func tinted(_ statements: [SequenceStatement]) -> [SequenceStatement] {
    var result: [SequenceStatement] = []
    var run: (color: ElementMark.Color, statements: [SequenceStatement])?
    // The message after `create` or `destroy` must follow directly.
    var waitsForMessage = false
    func close() {
      if let run {
        let area = Label(run.color.area)
        result.append(.block(SequenceBlock(.rect, area, statements: run.statements)))
      }
      run = nil
    }
    for statement in statements {
      let color = waitsForMessage ? nil : color(of: statement)
      if color == nil || run?.color != color { close() }
      if let color {
        run = (color, (run?.statements ?? []) + [statement])
      } else {
        result.append(tinted(statement))
      }
      switch statement {
      case .participant(let participant): waitsForMessage = participant.isCreated
      case .destroy: waitsForMessage = true
      case .comment: break
      default: waitsForMessage = false
      }
    }
    close()
    return result
  }

  private static func tinted(_ statement: SequenceStatement) -> SequenceStatement {
    guard case .block(var block) = statement else { return statement }
    for index in block.branches.indices {
      block.branches[index].statements = tinted(block.branches[index].statements)
    }
    return .block(block)
  }

  private static func color(of statement: SequenceStatement) -> ElementMark.Color? {
    guard case .message(let message) = statement else { return nil }
    return ElementMark.Color.allCases.first { message.text.text.hasPrefix("\($0.sign) [") }
  }
}
