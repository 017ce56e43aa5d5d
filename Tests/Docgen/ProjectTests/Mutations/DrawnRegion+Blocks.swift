/// Single changes of branches and blocks.
extension DrawnRegion {
  func blockMutants(at index: Int) -> [Mutant] {
    guard kind == .sequence else { return [] }
    let words = lines[index].split(separator: " ").map(String.init)
    switch words.first {
    case "loop", "opt", "alt", "par", "critical", "break":
      return openingMutants(words, at: index)
    case "else", "and", "option":
      return [
        mutant("delete branch line", ["never-sent", "missing-message"]) {
          $0.remove(at: index)
        },
        mutant("delete branch", ["missing-message"]) {
          $0.removeSubrange(index..<(blockEnds(from: index).first ?? index + 1))
        },
      ]
    default: return []
    }
  }

  private func openingMutants(_ words: [String], at index: Int) -> [Mutant] {
    var mutants = [
      mutant("add branch", ["untaken-branch"], at: index) {
        let block = ["opt never", "A->>B: unheardOf()", "end"]
        let (from, to) = (participants.first ?? "A", participants.last ?? "B")
        $0.insert(
          contentsOf: block.map { $0.replacing("A->>B", with: "\(from)->>\(to)") }, at: index)
      }
    ]
    if let count = words.firstIndex(where: { Int($0) != nil }), let number = Int(words[count]) {
      mutants.append(
        mutant("change loop bound", ["loop-count"], at: index) {
          var changed = words
          changed[count] = "\(number + 1)"
          $0[index] = changed.joined(separator: " ")
        })
    }
    if let end = blockEnds(from: index).last, ["loop", "opt"].contains(words[0]) {
      mutants.append(
        mutant("unwrap block", ["missing-message", "never-sent"]) {
          $0.remove(at: end)
          $0.remove(at: index)
        })
    }
    if !isVerified {
      mutants.append(
        mutant("retitle branch", [], at: index) { $0[index] += " or so" })
    }
    return mutants
  }

  /// The lines that end the branch starting at a line and the block around it: `else`, `end`.
  private func blockEnds(from index: Int) -> [Int] {
    var depth = 0
    var ends: [Int] = []
    for line in (index + 1)..<diagram.upperBound {
      switch lines[line].split(separator: " ").first {
      case "loop", "opt", "alt", "par", "critical", "break", "rect": depth += 1
      case "else", "and", "option": if depth == 0 { ends.append(line) }
      case "end":
        if depth == 0 { return ends + [line] }
        depth -= 1
      default: continue
      }
    }
    return ends
  }
}
