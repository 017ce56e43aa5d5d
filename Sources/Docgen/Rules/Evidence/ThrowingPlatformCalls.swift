import SwiftIndex

/// Calls of the platforms that always need `try`, by their full names.
enum ThrowingPlatformCalls {
  /// The `try` that a call lacks; `nil` if a function of the project has the name too.
  static func problem(with use: ExampleUse, in code: CodeModel) -> SymbolProblem? {
    guard !use.isTried, use.base != .none,
      let name = CodeName(use.text) ?? CodeName(ofType: use.text)
    else { return nil }
    let full = use.text.split(separator: ".").last.map(String.init) ?? use.text
    guard names.contains(full), code.members(named: name.last).isEmpty else { return nil }
    return SymbolProblem(
      .signature, name.last, message: "`\(full)` throws: the call lacks `try`")
  }

  /// The labels that a call of a decoder or encoder lacks; `nil` if the project adds such a function.
  ///
  ///     JSONDecoder().decode(Item.self)      `decode(_:from:)` needs the data
  static func labelProblem(with use: ExampleUse, in code: CodeModel) -> SymbolProblem? {
    let text = use.receiver.map { "\($0).\(use.text)" } ?? use.text
    let parts = text.replacing("()", with: "").replacing(".init", with: "").split(separator: ".")
    guard parts.count == 2, ["JSONDecoder", "PropertyListDecoder"].contains(parts[0]),
      parts[1] == "decode(_:)", !use.hasTrailingClosure,
      !code.members(named: "decode").contains(where: { $0.signature?.labels == ["_"] })
    else { return nil }
    return SymbolProblem(
      .signature, "decode", message: "`\(parts[0]).decode` takes `(_:from:)`, not `(_:)`")
  }

  private static let names: Set = [
    "decode(_:from:)", "jsonObject(with:)", "jsonObject(with:options:)", "data(withJSONObject:)",
    "data(withJSONObject:options:)", "removeItem(at:)", "removeItem(atPath:)", "copyItem(at:to:)",
    "copyItem(atPath:toPath:)", "moveItem(at:to:)", "moveItem(atPath:toPath:)",
    "createDirectory(at:withIntermediateDirectories:)", "contentsOfDirectory(atPath:)",
    "contentsOfDirectory(at:includingPropertiesForKeys:)", "attributesOfItem(atPath:)",
    "sleep(nanoseconds:)", "sleep(for:)", "Data(contentsOf:)", "String(contentsOf:)",
    "String(contentsOf:encoding:)", "String(contentsOfFile:)", "String(contentsOfFile:encoding:)",
    "NSRegularExpression(pattern:)", "NSRegularExpression(pattern:options:)",
  ]
}
