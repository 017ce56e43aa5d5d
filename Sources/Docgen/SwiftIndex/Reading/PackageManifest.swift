import SwiftParser
import SwiftSyntax

/// The targets of a `Package.swift`, read without running it.
///
///     .target(name: "Core", dependencies: ["Tools"], path: "Core")  ->  Core, [Tools], Core
///
/// A manifest that creates its targets with functions of its own is read in part: docgen reads
/// every call of the form `.target(name: "…")`.
package struct PackageManifest: Hashable, Sendable {
  package struct Target: Hashable, Sendable {
    /// The kind of target, which is the name of the call that declares it.
    package enum Kind: String, Sendable {
      case target, executableTarget, testTarget, systemLibrary, binaryTarget, macro, plugin
    }

    package var name: String
    package var kind: Kind
    /// Names of targets, products and packages.
    package var dependencies: [String]
    /// Relative to the folder of the manifest.
    package var path: String?
    package var line: Int
  }

  /// A product of the package itself.
  package struct Product: Hashable, Sendable {
    package var name: String
    package var line: Int
    package var isExecutable: Bool
  }

  /// Another package that this one depends on.
  package struct Dependency: Hashable, Sendable {
    /// The last component of its address: `swift-nio`.
    package var name: String
    /// The version after `from` or `exact`.
    package var version: String?
    package var line: Int
  }

  /// The minimum version of something that the package needs: `iOS` 15, `Swift` 5.9.
  package struct Requirement: Hashable, Sendable {
    package var name: String
    package var version: PlatformVersion
    package var line: Int
  }

  /// `Package.swift`, relative to the project's root.
  package var file: String
  /// The name of the package; `nil` if it is not a literal.
  package var name: String?
  package var targets: [Target] = []
  /// Products of this package and of others, and names of other packages.
  package var products: Set<String> = []
  /// Products of this package in the order of the manifest.
  package var ownProducts: [Product] = []
  package var dependencies: [Dependency] = []
  /// The platforms of the manifest, and the Swift version of its first line.
  package var requirements: [Requirement] = []

  package init(file: String, bytes: [UInt8]) {
    self.file = file
    let tree = Parser.parse(source: String(decoding: bytes, as: UTF8.self))
    let reader = ManifestReader(converter: SourceLocationConverter(fileName: file, tree: tree))
    reader.walk(tree)
    name = reader.name
    targets = reader.targets
    products = reader.products
    ownProducts = reader.ownProducts
    dependencies = reader.dependencies
    let swift = Requirement(toolsVersionIn: bytes)
    requirements = reader.requirements + [swift, swift?.xcode].compactMap(\.self)
  }

  /// The folder of the manifest, relative to the root: empty for the root.
  package var folder: String {
    file.split(separator: "/").dropLast().joined(separator: "/")
  }
}

extension PackageManifest.Dependency {
  /// `https://example.com/apple/swift-nio.git`  ->  `swift-nio`
  package static func name(ofAddress address: String) -> String {
    let last = address.split(separator: "/").last.map(String.init) ?? address
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }
}

private final class ManifestReader: SyntaxVisitor {
  private static let productCalls: Set = ["library", "executable", "product", "package"]

  var name: String?
  var targets: [PackageManifest.Target] = []
  var products: Set<String> = []
  var ownProducts: [PackageManifest.Product] = []
  var dependencies: [PackageManifest.Dependency] = []
  var requirements: [PackageManifest.Requirement] = []
  private let converter: SourceLocationConverter

  init(converter: SourceLocationConverter) {
    self.converter = converter
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self) else {
      if call.calledExpression.trimmedDescription == "Package" { name = text("name", in: call) }
      return .visitChildren
    }
    let name = access.declName.baseName.text
    if let requirement = PackageManifest.Requirement(call, named: name, line: line(of: call)) {
      requirements.append(requirement)
      return .skipChildren
    }
    if ["library", "executable"].contains(name), let product = text("name", in: call) {
      ownProducts.append(
        PackageManifest.Product(
          name: product, line: line(of: call), isExecutable: name == "executable"))
    }
    if Self.productCalls.contains(name) {
      for label in ["name", "package"] {
        if let text = text(label, in: call) { products.insert(text) }
      }
      if name == "package", let url = text("url", in: call) ?? text("path", in: call) {
        let package = PackageManifest.Dependency.name(ofAddress: url)
        products.insert(package)
        dependencies.append(
          PackageManifest.Dependency(
            name: package, version: text("from", in: call) ?? text("exact", in: call),
            line: line(of: call)))
      }
      return .visitChildren
    }
    // `.target(name:)` within dependencies has no dependencies of its own and is not a declaration.
    guard let kind = PackageManifest.Target.Kind(rawValue: name),
      let target = text("name", in: call),
      !isDependency(call)
    else { return .visitChildren }
    targets.append(
      PackageManifest.Target(
        name: target, kind: kind, dependencies: dependencies(of: call),
        path: text("path", in: call), line: line(of: call)))
    return .visitChildren
  }

  private func line(of call: FunctionCallExprSyntax) -> Int {
    converter.location(for: call.positionAfterSkippingLeadingTrivia).line
  }

  private func isDependency(_ call: FunctionCallExprSyntax) -> Bool {
    var node = call.parent
    while let current = node {
      if let argument = current.as(LabeledExprSyntax.self), let label = argument.label?.text {
        return label == "dependencies"
      }
      node = current.parent
    }
    return false
  }

  private func argument(_ label: String, in call: FunctionCallExprSyntax) -> ExprSyntax? {
    call.arguments.first { $0.label?.text == label }?.expression
  }

  private func text(_ label: String, in call: FunctionCallExprSyntax) -> String? {
    argument(label, in: call)?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  private func dependencies(of call: FunctionCallExprSyntax) -> [String] {
    guard let list = argument("dependencies", in: call)?.as(ArrayExprSyntax.self) else { return [] }
    return list.elements.compactMap { element in
      if let literal = element.expression.as(StringLiteralExprSyntax.self) {
        return literal.representedLiteralValue
      }
      return element.expression.as(FunctionCallExprSyntax.self).flatMap { text("name", in: $0) }
    }
  }
}
