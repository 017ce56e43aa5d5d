/// Single changes of every element of a diagram.
extension DrawnRegion {
  /// Adds, deletes, redirects, relabels or moves an arrow.
  var mutants: [Mutant] {
    diagram.flatMap { index -> [Mutant] in
      if let arrow = Arrow(lines[index]) { return mutants(of: arrow, at: index) }
      return blockMutants(at: index) + lineMutants(at: index)
    }
  }

  func mutant(
    _ name: String, _ rules: [String], at places: Int..., quoting quotes: String = "",
    _ change: (inout [String]) -> Void
  ) -> Mutant {
    var lines = lines
    change(&lines)
    return Mutant(
      name: name, region: self, lines: lines, places: Set(places.map { $0 + 1 }),
      rules: Set(isVerified ? rules : ["hand-edited-region"]), quotes: quotes)
  }

  // MARK: - Arrows

  private func mutants(of arrow: Arrow, at index: Int) -> [Mutant] {
    switch kind {
    case .state: stateMutants(of: arrow, at: index)
    case .sequence: sequenceMutants(of: arrow, at: index)
    case .classes, .modules: classMutants(of: arrow, at: index)
    }
  }

  private func stateMutants(of arrow: Arrow, at index: Int) -> [Mutant] {
    var mutants: [Mutant] = []
    let undeclared = ["impossible-transition", "wrong-start"]
    if let other = undrawnTarget(of: arrow.from) {
      mutants += [
        mutant("redirect edge", undeclared, at: index) { $0[index] = arrow.with(to: other) },
        mutant("add edge", undeclared, at: index + 1) {
          $0.insert("    \(arrow.from) --> \(other)", at: index + 1)
        },
      ]
    }
    if !arrow.label.isEmpty {
      mutants.append(
        mutant("relabel edge", ["transition-label"], at: index) {
          $0[index] = arrow.with(label: "kicked")
        })
    }
    if arrow.from != "[*]" {
      mutants.append(
        mutant("add end", ["wrong-end"], at: index + 1) {
          $0.insert("    \(arrow.from) --> [*]", at: index + 1)
        })
    }
    let missing = ["missing-transition", "missing-unobserved-transition", "wrong-start"]
    let quote = arrow.from == "[*]" ? "initial state" : "`\(arrow.from) --> \(arrow.to)`"
    mutants.append(
      mutant("delete edge", missing, quoting: isVerified ? quote : "") {
        // `partial=yes` allows the deletion, so the mutant is tested without it.
        $0[0] = $0[0].replacing(" partial=yes", with: "")
        $0.remove(at: index)
      })
    return mutants
  }

  /// A state that cannot be reached from another in one step of the complete machine.
  private func undrawnTarget(of state: String) -> String? {
    if state == "[*]" { return "error" }
    let declared = [
      "idle": ["idle", "syncing", "rateLimited"], "rateLimited": ["rateLimited", "idle"],
      "error": ["error", "syncing", "idle", "rateLimited"],
      "syncing": ["syncing", "pulling", "idle", "error", "rateLimited"],
    ]
    guard let reached = declared[state] else { return nil }
    return ["pulling", "error"].first { !reached.contains($0) }
  }

  private func sequenceMutants(of arrow: Arrow, at index: Int) -> [Mutant] {
    var mutants = [
      mutant("relabel message", ["message-label"], at: index) {
        $0[index] = arrow.with(label: "x" + arrow.label)
      },
      mutant("add message", ["never-sent"], at: index + 1) {
        $0.insert(arrow.with(label: "unheardOf()"), at: index + 1)
      },
      deletion(of: arrow, at: index),
      mutant("turn arrow", ["message-arrow"], at: index) { $0[index] = arrow.turned },
    ]
    if let other = participants.first(where: { $0 != arrow.from && $0 != arrow.to }) {
      mutants.append(
        mutant("redirect message", ["redirected-message"], at: index) {
          // Redirecting a message also removes the activation that it begins.
          $0[index] = arrow.withoutActivation.with(to: other)
          if arrow.sign.hasSuffix("+") { $0.removeEnd(ofActivation: arrow.to, from: index) }
        })
    }
    if index + 1 < diagram.upperBound, let next = Arrow(lines[index + 1]),
      next.line != arrow.line
    {
      mutants.append(
        mutant("move message", ["moved-message"], at: index, index + 1) {
          $0.swapAt(index, index + 1)
        })
    }
    return mutants
  }

  /// A self-message may be the only content of its block, and other lines may need the activation
  /// that an arrow begins or ends.
  private func deletion(of arrow: Arrow, at index: Int) -> Mutant {
    let isAlone = arrow.from == arrow.to || arrow.sign.hasSuffix("+") || arrow.sign.hasSuffix("-")
    return mutant(
      "delete message", ["missing-message"] + (isAlone ? ["empty-block", "mermaid-syntax"] : []),
      quoting: isAlone ? "" : arrow.word
    ) { $0.remove(at: index) }
  }

  private func classMutants(of arrow: Arrow, at index: Int) -> [Mutant] {
    [
      mutant("redirect relation", ["unknown-relation", "unknown-type"], at: index) {
        $0[index] = arrow.with(to: "Nowhere")
      },
      mutant("add relation", ["unknown-relation", "unknown-type"], at: index + 1) {
        $0.insert("    Nowhere --> \(arrow.from)", at: index + 1)
      },
      mutant("delete relation", ["missing-relation"], quoting: isVerified ? arrow.to : "") {
        $0[0] = $0[0].replacing(" partial=yes", with: "")
        $0.remove(at: index)
      },
    ]
  }

  // MARK: - Other lines

  /// Declarations, members and notes.
  private func lineMutants(at index: Int) -> [Mutant] {
    let line = lines[index]
    let words = line.split(separator: " ").map(String.init)
    // Without a label, the declaration is optional: the participant also appears with its first
    // message.
    if words.count == 2, ["participant", "actor"].contains(words[0]) { return [] }
    // The node of a flowchart also appears with its first edge.
    let uses = lines.count { $0.split(separator: " ").contains { $0 == words.first ?? "" } }
    if words.count == 1, uses > 1 { return [] }
    guard let first = words.first, !["end", "}", "%%", "else", "direction"].contains(first),
      !["loop", "opt", "alt", "activate", "deactivate"].contains(first)
    else { return [] }
    if !isVerified {
      return first == "class" || line.contains("{")
        ? [] : [mutant("delete line", []) { $0.remove(at: index) }]
    }
    switch (kind, first) {
    case (.sequence, "participant"), (.sequence, "actor"):
      return [mutant("rename participant", ["unknown-participant"], at: index) { $0[index] += "x" }]
    case (.classes, "class"):
      return [
        mutant("rename class", ["unknown-type"], at: index) {
          $0[index] = line.replacing(words[1], with: words[1] + "x")
        }
      ]
    case (.classes, _) where first.hasPrefix("+"):
      return [
        mutant("rename member", ["unknown-member"], at: index) {
          $0[index] = line.replacing("+", with: "+x")
        },
        mutant("add member", ["unknown-member"], at: index + 1) {
          $0.insert("        +unheardOf()", at: index + 1)
        },
      ]
    default: return []
    }
  }

  /// The identifiers of the participants, in order.
  var participants: [String] {
    diagram.compactMap { index in
      let words = lines[index].split(separator: " ").map(String.init)
      return ["participant", "actor"].contains(words.first ?? "") ? words[1] : nil
    }
  }
}

extension [String] {
  /// Removes the line or sign that ends the activation beginning at a line: `deactivate NC`, the
  /// `-` of a response.
  fileprivate mutating func removeEnd(ofActivation participant: String, from index: Int) {
    for line in (index + 1)..<endIndex {
      if self[line].drop(while: { $0 == " " }) == "deactivate \(participant)" {
        remove(at: line)
        return
      }
      if let arrow = Arrow(self[line]), arrow.from == participant, arrow.sign.hasSuffix("-") {
        self[line] = arrow.withoutActivation.with()
        return
      }
    }
  }
}
