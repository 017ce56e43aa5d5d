extension LevelDrawing {
  /// At the end of everything, a branch that ends in a failure and is much shorter than the other
  /// is drawn as a `break`.
  ///
  /// A `break` skips the rest of its fragment. It is therefore only right at the end, where no
  /// later steps exist that the failing path would skip wrongly. "Much shorter" means less than
  /// half of the lines.
  mutating func chooseBreaks(isLast: Bool) {
    if isLast { mark(tree.root) }
  }

  private mutating func mark(_ node: Int) {
    lastNodes.insert(node)
    switch tree.nodes[node] {
    case .sequence(let parts): if let last = parts.last { mark(last) }
    case .choice(let parts):
      guard parts.count == 2 else { return }
      let lines = parts.map(letterCount)
      let fails = parts.map(endsInFailure)
      if fails[0] != fails[1] {
        let failing = fails[0] ? 0 : 1
        if lines[failing] * 2 < lines[1 - failing] {
          breaks[node] = failing
          mark(parts[1 - failing])
        }
      }
    case .letter, .loop, .option, .parallel: return
    }
  }

  private func letterCount(_ node: Int) -> Int {
    switch tree.nodes[node] {
    case .letter(let letter): Int(reading.weights[Int(letter)])
    case .loop(let body), .option(let body): 2 + letterCount(body)
    case .sequence(let parts), .choice(let parts), .parallel(let parts):
      parts.reduce(0) { $0 + letterCount($1) }
    }
  }

  private func endsInFailure(_ node: Int) -> Bool {
    switch tree.nodes[node] {
    case .letter(let letter):
      guard case .message(let message) = table.symbols[Int(reading.letters[Int(letter)].symbol)]
      else { return false }
      return message.kind == .failure
    case .sequence(let parts): return parts.last.map(endsInFailure) ?? false
    case .loop, .choice, .option, .parallel: return false
    }
  }
}
