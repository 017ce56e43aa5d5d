import Diagnostics
import Models
import SwiftIndex

/// The commands that the sources declare with ArgumentParser, and the long options of each.
///
///     @Option(name: .customLong("key-id")) var key: String   --key-id
///     @Flag(inversion: .prefixedNo) var color = true         --color, --no-color
///
/// The configuration of a command is searched with regular expressions, since it is an expression
/// that only the compiler could evaluate. Anything that is not a literal makes the command unknown
/// (`nil`), and then its subcommands and options are not checked.
struct CommandTree: Sendable {
  struct Command: Sendable {
    var type: TypeDeclaration
    var names: Set<String>
    var subcommands: [TypeDeclaration]
    /// Whether the next word may be a value, or the command of a default.
    var takesValues: Bool
    /// The names after `--`, including those of option groups.
    var options: Set<String>
    /// The properties of the options that the command declares itself, by the name after `--`.
    var ownOptions: [String: String]
    /// The enums whose cases are the values of options, by the name after `--`.
    var values: [String: OptionValues]
  }

  /// The words that an option takes.
  struct OptionValues: Sendable {
    var words: [String]
    var type: TypeDeclaration
  }

  private let code: CodeModel
  private let executables: Set<String>
  /// The commands that are not subcommands of others.
  private var roots: [TypeDeclaration] = []
  private var rootsByName: [String: [TypeDeclaration]] = [:]
  /// The default of each option by its name after `--`; `nil` if commands differ, or if it is open.
  private(set) var defaults: [String: Literal?] = [:]
  private let known = Memo<String, Command?>()

  init(_ project: ProjectModel) {
    code = project.code
    let targets = project.manifests.flatMap(\.targets)
    executables = Set(targets.filter { $0.kind == .executableTarget }.map(\.name))
    let commands = code.types.filter { type in
      type.inheritance.contains { Self.protocols.contains($0.name) }
        && !ExamplePath.isExample(type.location.file)
    }
    let nested = Set(
      commands.flatMap(Self.configurations).compactMap(\.self).flatMap(Self.subcommandNames))
    roots = commands.filter { type in
      // `Install.self` in the configuration of `Xcode` means `Xcode.Install`.
      !nested.contains { type.qualifiedName == $0 || type.qualifiedName.hasSuffix("." + $0) }
    }
    for root in roots {
      for name in names(of: root) { rootsByName[name, default: []].append(root) }
    }
    for member in code.types.flatMap(\.members) {
      for attribute in member.attributes where attribute.name == "Option" {
        var literal: Literal?
        if case .literal(let value)? = member.property?.value { literal = value }
        for name in names(of: member, attribute) ?? [] {
          defaults[name] = .some(defaults[name].map { $0 == literal ? literal : nil } ?? literal)
        }
      }
    }
  }

  /// The command at the root that a program of that name runs; `nil` if the sources do not decide.
  ///
  /// A name that no root declares is accepted only if the package has exactly one executable, which
  /// has that name.
  func root(named name: String) -> Command? {
    if let named = rootsByName[name], named.count == 1 { return command(named[0]) }
    return executables == [name] ? only : nil
  }

  /// The command at the root; `nil` if the sources declare several.
  var only: Command? { roots.count == 1 ? command(roots[0]) : nil }

  private static let protocols: Set = ["ParsableCommand", "AsyncParsableCommand"]

  /// The source texts of a command's configurations: one for each platform that has its own.
  private static func configurations(of type: TypeDeclaration) -> [String?] {
    type.members.filter { $0.name == "configuration" && $0.isStatic }
      .map { $0.property?.initialValue }
  }

  private static func subcommandNames(in configuration: String) -> [String] {
    guard let list = configuration.firstMatch(of: /subcommands:\s*\[([^\]]*)\]/)?.1 else {
      return []
    }
    return list.matches(of: /([\w.]+)\.self/).map { String($0.1) }
  }

  /// `nil` if a part of the command is not a literal.
  func command(_ type: TypeDeclaration) -> Command? {
    known.value(type.qualifiedName) { read(type) }
  }

  private func read(_ type: TypeDeclaration) -> Command? {
    let configurations = Self.configurations(of: type)
    guard configurations.count < 2, let text = configurations.first ?? "" else { return nil }
    let listed = Self.subcommandNames(in: text)
    guard text.matches(of: /ubcommands:/).count <= (listed.isEmpty ? 0 : 1) else { return nil }
    let subcommands = listed.compactMap { subcommand($0, of: type) }
    guard subcommands.count == listed.count, let options = options(of: type) else { return nil }
    return Command(
      type: type, names: names(of: type), subcommands: subcommands,
      takesValues: text.contains("defaultSubcommand")
        || type.members.contains {
          $0.hasAttribute("Argument") || $0.hasAttribute("OptionGroup")
        },
      options: options, ownOptions: ownOptions(of: type), values: values(of: type))
  }

  /// The name of a command and its aliases.
  private func names(of type: TypeDeclaration) -> Set<String> {
    let text = (Self.configurations(of: type).first ?? nil) ?? ""
    let name = text.firstMatch(of: /commandName:\s*"([^"]+)"/).map { String($0.1) }
    let aliases = text.firstMatch(of: /aliases:\s*\[([^\]]*)\]/)?.1 ?? ""
    return Set(
      [name ?? type.name.kebabCase] + aliases.matches(of: /"([^"]+)"/).map { String($0.1) })
  }

  private func subcommand(_ name: String, of type: TypeDeclaration) -> TypeDeclaration? {
    let found = code.types(named: name)
    let nested = found.filter { $0.qualifiedName == type.qualifiedName + "." + name }
    return nested.count == 1 ? nested[0] : found.count == 1 ? found[0] : nil
  }

  // MARK: - Options

  /// The names after `--`; `nil` if one is not a literal.
  private func options(of type: TypeDeclaration) -> Set<String>? {
    var names: Set<String> = []
    for member in type.members {
      for attribute in member.attributes {
        switch attribute.name {
        case "Option", "Flag":
          guard let found = self.names(of: member, attribute) else { return nil }
          names.formUnion(found)
        case "OptionGroup":
          let group = member.property?.type?.plainText ?? ""
          guard let group = code.types(named: group).first, group != type,
            let found = options(of: group)
          else { return nil }
          names.formUnion(found)
        default: break
        }
      }
    }
    return names
  }

  /// The values of the options whose type is an enum of texts.
  ///
  ///     enum Size: String, ExpressibleByArgument { case small, large }
  ///     @Option var size: Size                                           --size small
  private func values(of type: TypeDeclaration) -> [String: OptionValues] {
    var values: [String: OptionValues] = [:]
    for member in type.members {
      guard let written = member.property?.type?.plainText else { continue }
      let name = written.hasSuffix("?") ? String(written.dropLast()) : written
      for attribute in member.attributes {
        let types = code.types(named: name, inside: type.qualifiedName)
        guard let found = types.first, types.count == 1, found != type else { continue }
        if attribute.name == "OptionGroup" {
          values.merge(self.values(of: found)) { $1 }
        } else if attribute.name == "Option", let words = Self.words(of: found),
          attribute.arguments?.contains("transform:") != true
        {
          for name in names(of: member, attribute) ?? [] {
            values[name] = OptionValues(words: words, type: found)
          }
        }
      }
    }
    return values
  }

  /// The raw values of an enum of texts; `nil` if it reads its text itself.
  private static func words(of type: TypeDeclaration) -> [String]? {
    guard type.kind == .enum, type.inherits("String"), type.initializers.isEmpty else { return nil }
    let words = type.cases.map { member -> String? in
      guard let value = member.enumCase?.rawValue else { return member.name }
      if case .literal(.string(let text)) = value { return text }
      return nil
    }
    return words.contains(nil) ? nil : words.compactMap(\.self)
  }

  /// Inverted names are left out, since a list rarely has both `--color` and `--no-color`.
  private func ownOptions(of type: TypeDeclaration) -> [String: String] {
    var own: [String: String] = [:]
    for member in type.members {
      for attribute in member.attributes where ["Option", "Flag"].contains(attribute.name) {
        let isShown =
          attribute.arguments?.contains(/\.hidden|\.private|inversion:/) != true
        for name in names(of: member, attribute) ?? [] where isShown { own[name] = member.name }
      }
    }
    return own
  }

  /// `nil` if a name is computed.
  private func names(of member: Member, _ attribute: Attribute) -> Set<String>? {
    let text = attribute.arguments ?? ""
    let kebab = member.name.kebabCase
    let custom = text.matches(of: /\.customLong\(\s*"([^"]+)"/).map { String($0.1) }
    var names = Set(custom)
    let isNamed = text.contains(/\bname:/)
    if !isNamed || text.contains(/\.(long|shortAndLong)\b/) {
      let type = code.types(named: member.property?.type?.plainText ?? "").first
      // A flag of an enum has the names of its cases.
      names.formUnion(
        attribute.name == "Flag" && type?.kind == .enum
          ? type?.cases.map(\.name.kebabCase) ?? [] : [kebab])
    }
    if isNamed, custom.isEmpty, !text.contains(/\.(long|shortAndLong|short|customShort)\b/) {
      return nil
    }
    if text.contains("prefixedNo") { names.formUnion(names.map { "no-" + $0 }) }
    if text.contains("prefixedEnableDisable") {
      names = Set(names.flatMap { ["enable-" + $0, "disable-" + $0] })
    }
    return names
  }
}

extension String {
  /// `keyID` -> `key-id`, as in ArgumentParser.
  var kebabCase: String {
    var result = ""
    let characters = Array(self)
    for (index, character) in characters.enumerated() {
      let isStart =
        index > 0 && character.isUppercase
        && (characters[index - 1].isLowercase || characters[index - 1].isNumber
          || index + 1 < characters.count && characters[index + 1].isLowercase)
      if isStart, result.last != "-" { result += "-" }
      result += character == "_" ? "-" : character.lowercased()
    }
    return result
  }
}
