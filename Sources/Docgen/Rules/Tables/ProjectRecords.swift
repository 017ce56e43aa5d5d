import Diagnostics
import Markdown
import Models
import SwiftIndex

/// Rows about the package and its programs, rather than about types.
enum ProjectRows: String, CaseIterable {
  /// The products, targets, minimum versions and dependencies in `Package.swift`.
  case products, targets, platforms, dependencies
  /// The environment variables that the sources read.
  case environment
  /// The options of a command that the sources declare with ArgumentParser.
  case options
  /// The keys of a `Codable` type.
  case keys
  /// The targets of the Makefile.
  case makeTargets = "make-targets"
}

extension TableRecords {
  init(_ rows: ProjectRows, for request: RegionRequest) throws(RegionProblem) {
    let project = request.project
    switch rows {
    case .products, .targets, .platforms, .dependencies:
      self.init(rows, of: project.manifests)
    case .environment: self.init(EnvironmentReads(project.sources))
    case .options: self.init(optionsOf: try request.command(), in: project.code)
    case .keys:
      guard let name = request.marker["type"] else {
        throw request.finding(
          RuleID(.missingArgument), at: "rows", "`rows=keys` needs the type that has them",
          evidence: [Evidence(.help, "add type=NAME")])
      }
      self.init(keysOf: try request.type(named: name), in: project.code)
    case .makeTargets:
      guard let makefile = project.makefile else {
        throw request.finding(RegionSources.id, at: "rows", "the project has no Makefile")
      }
      self.init(makefile)
    }
  }

  // MARK: - Package.swift

  private init(_ rows: ProjectRows, of manifests: [PackageManifest]) {
    func place(_ manifest: PackageManifest, _ line: Int) -> SourceLocation {
      SourceLocation(file: manifest.file, line: line)
    }
    let records = manifests.flatMap { manifest -> [TableRecord] in
      switch rows {
      case .targets:
        manifest.targets.map { target in
          var record = TableRecord(named: target.name, at: place(manifest, target.line))
          record.facets["kind"] = .text([target.kind.rawValue, target.kind.title])
          record.facets["path"] = .text(target.path ?? "")
          record.facets["dependencies"] = .list(target.dependencies)
          return record
        }
      case .platforms:
        manifest.requirements.map { requirement in
          let version = requirement.version
          var record = TableRecord(named: requirement.name, at: place(manifest, requirement.line))
          let texts = [version.text, "\(version.major).\(version.minor)"]
          record.facets["version"] = .text(texts.flatMap { [$0, "\($0)+", "≥ \($0)"] })
          record.isOptional = ["Swift", "Xcode"].contains(requirement.name)
          return record
        }
      case .dependencies:
        manifest.dependencies.map { TableRecord(named: $0.name, at: place(manifest, $0.line)) }
      default:
        manifest.ownProducts.map { TableRecord(named: $0.name, at: place(manifest, $0.line)) }
      }
    }
    var headings = [
      "kind": "kind", "path": "path", "folder": "path", "dependencies": "dependencies",
      "depends on": "dependencies", "version": "version", "minimum": "version",
      "minimum version": "version",
    ].filter { _, facet in records.contains { $0.facets[facet] != nil } }
    let names = [
      "name", "product", "library", "executable", "target", "module", "platform", "dependency",
      "package",
    ]
    for name in names { headings[name] = "name" }
    self.init(records: records, keys: ["name"], headings: headings)
  }

  // MARK: - Make

  /// If some targets have a help text, the others are internal, and a table may leave them out.
  private init(_ makefile: Makefile) {
    let hasHelp = makefile.callable.contains { $0.help != nil }
    let records = makefile.callable.map { target in
      let place = SourceLocation(file: makefile.path, line: target.line)
      var record = TableRecord(named: target.name, at: place)
      record.facets["name"] = .text([target.name, "make \(target.name)"])
      record.facets["help"] = target.help.map { .text($0) }
      record.isOptional = hasHelp && target.help == nil
      return record
    }
    let names = ["name", "target", "command", "make target"]
    let headings = names.map { ($0, "name") } + (hasHelp ? [("help", "help")] : [])
    self.init(
      records: records, keys: ["name"], headings: Dictionary(uniqueKeysWithValues: headings))
  }

  // MARK: - Programs

  private init(_ reads: EnvironmentReads) {
    let records = reads.places.sorted { $0.key < $1.key }.map { name, location in
      var record = TableRecord(named: name, at: location)
      record.facets["name"] = .text([name, "$\(name)"])
      return record
    }
    self.init(
      records: records, keys: ["name"],
      headings: ["name": "name", "variable": "name", "environment variable": "name"])
  }

  private init(optionsOf command: CommandTree.Command, in code: CodeModel) {
    let records = command.options.sorted().map { name in
      let member = command.ownOptions[name].flatMap { command.type.members(named: $0).first }
      var record = TableRecord(
        named: "--\(name)", at: member?.nameLocation ?? command.type.nameLocation)
      record.facets["name"] = .option("--\(name)")
      if let type = member?.property?.type { record.facets["type"] = .text(type.plainText) }
      if let member {
        let constant = code.constant(member.qualifiedName).first?.literal
        let value = constant.map { CellText(ExpectedValue.text(of: $0)).text }
        record.facets["default"] = .text(
          [value ?? member.property?.initialValue ?? "", member.property?.initialValue ?? ""])
      }
      record.isOptional = command.ownOptions[name] == nil
      return record
    }
    self.init(
      records: records, keys: ["name"],
      headings: [
        "option": "name", "flag": "name", "name": "name", "argument": "name", "type": "type",
        "default": "default",
      ])
  }

  // MARK: - Keys

  /// The encoded keys.
  private init(keysOf type: TypeDeclaration, in code: CodeModel) {
    let records = CodableKey.all(of: type, in: code).map { key in
      var record = TableRecord(named: key.text, at: key.location)
      if let type = key.type {
        record.facets["type"] = .text([type.plainText, type.plainText + "?"])
        record.facets["required"] = .flag(!type.isOptionalType)
      }
      return record
    }
    self.init(
      records: records, keys: ["name"],
      headings: [
        "key": "name", "name": "name", "field": "name", "property": "name", "type": "type",
        "required": "required",
      ])
  }
}

/// The environment variables that sources read, with the first place of each.
struct EnvironmentReads {
  private(set) var places: [String: SourceLocation] = [:]

  init(_ sources: [String: SourceText]) {
    let pattern =
      /(?:environment\[|\bgetenv\(\s*|\bEnvironment\.get\(\s*)"([A-Za-z_][A-Za-z0-9_]*)"/
    for (file, text) in sources.sorted(by: { $0.key < $1.key }) where !ExamplePath.isExample(file) {
      let content = String(decoding: text.bytes, as: UTF8.self)
      guard
        content.contains("environment[") || content.contains("nvironment.get(")
          || content.contains("getenv(")
      else { continue }
      for match in content.matches(of: pattern) {
        let name = String(match.1)
        guard places[name] == nil else { continue }
        let line = content[..<match.range.lowerBound].utf8.count { $0 == UInt8(ascii: "\n") } + 1
        places[name] = SourceLocation(file: file, line: line)
      }
    }
  }
}

extension RegionRequest {
  /// The command that `command` names: `harbor ship send`.
  fileprivate func command() throws(RegionProblem) -> CommandTree.Command {
    let words = (marker["command"] ?? "").split(separator: " ").map(String.init)
    guard let first = words.first else {
      throw finding(
        RuleID(.missingArgument), at: "rows", "`rows=options` needs the command that has them",
        evidence: [Evidence(.help, "add command=\"NAME SUBCOMMAND\"")])
    }
    let tree = CommandTree(project)
    var found = tree.root(named: first)
    for word in words.dropFirst() {
      let subcommands = found?.subcommands.compactMap(tree.command) ?? []
      found = subcommands.first { $0.names.contains(word) }
    }
    if let found { return found }
    throw finding(
      RegionSources.id, at: "command",
      "the sources declare no command `\(words.joined(separator: " "))`",
      evidence: [Evidence(.note, "docgen reads commands that are declared with ArgumentParser")])
  }
}

extension TableRecord {
  fileprivate init(named name: String, at location: SourceLocation) {
    self.init(facets: ["name": .text(name)], title: name, location: location)
  }
}

extension PackageManifest.Target.Kind {
  /// `executable target`
  fileprivate var title: String {
    switch self {
    case .executableTarget: "executable"
    case .testTarget: "test"
    case .systemLibrary: "system library"
    case .binaryTarget: "binary"
    case .target: "library"
    case .macro, .plugin: rawValue
    }
  }
}
