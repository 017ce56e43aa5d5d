import Diagnostics
import Models
import SwiftIndex

/// Targets and variables of `make`.
///
///     make -C App lint LEVEL=2     `App/Makefile` has no target `lint`
extension CommandCheck {
  /// A call of `make`: its folder, its Makefile, its targets and variables.
  private struct Call {
    var folder: String?
    var file: String?
    var targets: [ShellCommand.Word] = []
    var variables: [(name: String, word: ShellCommand.Word)] = []

    init(_ words: ArraySlice<ShellCommand.Word>) {
      var rest = words
      while let word = rest.popFirst() {
        let text = word.text
        if ["-C", "--directory", "-f", "--file"].contains(text) {
          let value = rest.popFirst()?.text ?? ""
          if text == "-C" || text == "--directory" { folder = value } else { file = value }
        } else if let name = text.prefixMatch(of: /([A-Za-z_][A-Za-z0-9_]*)[:?+]?=/)?.1 {
          variables.append((String(name), word))
        } else if !text.hasPrefix("-"), text != "\\" {
          targets.append(word)
        }
      }
    }
  }

  var makeProblem: Problem? {
    let call = Call(command.words.dropFirst())
    let isCall = command.fence != nil || call.targets.count + call.variables.count == 1
    guard isCall, !call.targets.contains(where: { Self.isOpen($0.text) }),
      let path = path(of: call), let makefile = makefile(path)
    else { return nil }
    return missingTarget(of: call, in: makefile, path) ?? ignoredVariable(of: call, makefile, path)
  }

  private func path(of call: Call) -> String? {
    let names = call.file.map { [$0] } ?? Makefile.names
    let paths = folders.flatMap { folder -> [String] in
      let inner = call.folder.map { Self.path($0, in: folder) } ?? folder
      return names.map { Self.path($0, in: inner) }
    }
    return paths.first { context.kind($0) == .file }
  }

  private func makefile(_ path: String) -> Makefile? {
    let files = context.index.repository
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    return context.index.makefiles.value(path) {
      files.text(path).map { Makefile(path: path, $0) { files.text(Self.path($0, in: folder)) } }
    }
  }

  private func missingTarget(of call: Call, in makefile: Makefile, _ path: String) -> Problem? {
    let missing = call.targets.first { word in
      word.text.contains(/^[a-z][a-z0-9._-]*$/) && !makefile.targets.contains(word.text)
        && context.kind(word.text) == nil
    }
    guard makefile.isComplete, let missing, !makefile.mayMake(missing.text),
      !isTargetElsewhere(missing.text)
    else { return nil }
    let old = oldText(of: path, for: missing).map { Makefile(path: path, $0) }
    let wasThere = old?.targets.contains(missing.text) == true
    var problem = Problem(word: missing, message: "`\(path)` has no target `\(missing.text)`")
    problem.confirm(wasThere, "`\(path)` had this target when the line was written")
    let near = context.index.nearest(to: missing.text, among: .target(of: path)) {
      makefile.targets
    }
    if let near {
      problem.evidence.append(Evidence(.help, "did you mean `\(near)`?"))
    }
    return problem
  }

  /// Whether another Makefile has the target: a sentence may name the folder, a block enters it.
  private func isTargetElsewhere(_ target: String) -> Bool {
    command.span != nil
      && context.index.files(named: "Makefile").contains { file in
        makefile(file)?.targets.contains(target) == true
      }
  }

  /// Variables that `make` itself or the rules that it has built in use.
  private static let builtIn: Set = [
    "AR", "AS", "CC", "CFLAGS", "CPPFLAGS", "CXX", "CXXFLAGS", "LD", "LDFLAGS", "LDLIBS", "MAKE",
    "MAKEFLAGS", "SHELL", "V", "VERBOSE",
  ]

  private func ignoredVariable(of call: Call, _ makefile: Makefile, _ path: String) -> Problem? {
    let ignored = call.variables.first { name, _ in
      !Self.builtIn.contains(name) && !makefile.mentions(variable: name)
        // Recipes get it as an environment variable.
        && !repository.contains(name, in: .text) && !repository.contains(name, in: .code)
    }
    guard let (name, word) = ignored, makefile.isComplete else { return nil }
    let old = oldText(of: path, for: word).map { Makefile(path: path, $0) }
    var problem = Problem(word: word, message: "`\(path)` does not use the variable `\(name)`")
    problem.confirm(
      old?.mentions(variable: name) == true, "`\(path)` used it when the line was written")
    return problem
  }
}
