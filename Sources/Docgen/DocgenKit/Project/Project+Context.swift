import Diagnostics
import Markdown
import Rules
import SwiftIndex

extension Project {
  /// The files around the documents, read from the disk when a rule needs them.
  var context: ProjectContext {
    let root = root
    let contracts = root.configuration.contracts.map {
      (pattern: Glob($0.pages), contract: $0.contract)
    }
    let files = fileNames
    let ignored = root.configuration.ignored.map { Glob($0) }
    let sessions = sessions
    return ProjectContext(
      pages: pages,
      kind: { path in
        DependencyRecorder.note(.file(path))
        return switch root.files.kind(of: path) {
        case .file, .other: .file
        case .folder: .folder
        case nil: nil
        }
      },
      names: { folder in
        DependencyRecorder.note(.file(folder))
        return root.files.names(in: folder)
      },
      hasFile: { name in
        DependencyRecorder.note(
          name.contains(where: "/*?{}".contains) ? .fileList : .fileName(name))
        return files.contains(name)
      },
      contract: { path in
        contracts.first { $0.pattern.matches(path) }?.contract
      },
      linkedFiles: LinkedFiles(
        files: {
          DependencyRecorder.note(.fileList)
          return files.all
        },
        read: { path in
          DependencyRecorder.note(.file(path))
          return try? root.files.read(path)
        }),
      isIgnored: { word in ignored.contains { $0.matches(word) } }, repository: repository,
      sessionResult: { session in
        DependencyRecorder.note(.everything)
        return sessions[session]
      })
  }

  /// Contracts of the configuration without a matching document: it was moved or removed.
  var contractsWithoutPages: [Diagnostic] {
    let unkept = root.configuration.contracts.filter { contract in
      let pattern = Glob(contract.pages)
      return !pages.contains { pattern.matches($0.path) }
    }
    let findings = unkept.map { contract in
      Diagnostic(
        rule: BrokenContract.id, severity: BrokenContract.severity,
        at: SourceLocation(file: root.name),
        "the document `\(contract.pages)` of a contract does not exist",
        evidence: [Evidence(.help, "write the page, or correct its path in `contracts`")])
    }
    return root.configuration.severities.applied(to: findings)
  }
}
