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
