import Diagnostics
import Markdown
import Rules

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
        switch root.files.kind(of: path) {
        case .file, .other: .file
        case .folder: .folder
        case nil: nil
        }
      },
      names: { root.files.names(in: $0) },
      hasFile: { files.contains($0) },
      contract: { path in
        contracts.first { $0.pattern.matches(path) }?.contract
      },
      linkedFiles: LinkedFiles(
        files: { files.all },
        read: { try? root.files.read($0) }),
      isIgnored: { word in ignored.contains { $0.matches(word) } }, repository: repository,
      sessionResult: { sessions[$0] })
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
