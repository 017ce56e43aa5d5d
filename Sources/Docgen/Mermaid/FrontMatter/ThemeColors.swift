import Diagnostics
import YAML

/// The theme variables from which Mermaid derives other colors: it refuses a diagram if one of them
/// is not a valid color, such as `E8F5E9`, `none` or `var(--x)`.
///
/// They are derived only if a theme is named as well.
struct ThemeColors {
  private var theme: String?
  private var variables: [YAMLEntry] = []
  /// The place that sets each variable.
  private var places: [String: SourceRange] = [:]

  /// The errors of a diagram's configuration. Directives override the front matter.
  static func errors(_ header: DiagramHeader) -> [MermaidError] {
    var colors = ThemeColors()
    if let configuration = FrontMatter(header)?.configuration {
      colors.add(configuration, at: header.frontMatter?.range)
    }
    let directives = header.directives.filter { Directive($0.text)?.isInit == true }
    let values = Directive.values(directives.compactMap { Directive($0.text) })
    for (value, directive) in zip(values, directives) { colors.add(value, at: directive.range) }
    return colors.errors
  }

  private mutating func add(_ configuration: YAMLValue, at range: SourceRange?) {
    if case .text(let name)? = configuration["theme"] { theme = name }
    guard case .map(let entries)? = configuration["themeVariables"] else { return }
    for entry in entries {
      variables.set(entry)
      places[entry.key] = range
    }
  }

  private var errors: [MermaidError] {
    guard let theme, let rules = Self.rules(theme) else { return [] }
    return variables.compactMap { entry in
      let isRefused =
        switch entry.value {
        case .null: false
        // Mermaid empties a text with other characters before it reads the color.
        case .text(let text) where text.contains(/[^\d "#%(),.;A-Za-z]/) || text.isEmpty:
          rules.neverEmpty.contains(entry.key)
        case .text(let text): rules.all.contains(entry.key) && !Self.isColor(text)
        default: rules.all.contains(entry.key)
        }
      guard isRefused, let range = places[entry.key] else { return nil }
      let text = entry.value.shown ?? ""
      let isHex = text.contains(/^([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$/)
      return MermaidError(
        "`\(text)` is not a color that Mermaid can use for the theme variable `\(entry.key)`",
        at: range, token: text, expected: [isHex ? "`#\(text)`" : "a color such as `#E8F5E9`"])
    }
  }

  /// The variables of a theme whose values must be colors, and those that must not be empty; `nil`
  /// for an unknown theme.
  private static func rules(_ theme: String) -> (all: Set<String>, neverEmpty: Set<String>)? {
    let numbered = (0...11).map { "cScale\($0)" }
    let branches = (0...7).map { "git\($0)" }
    let usual = ["primaryColor", "secondaryColor"]
    let most = usual + ["background", "tertiaryColor", "primaryTextColor", "lineColor", "mainBkg"]
    let never: [String]
    var optional = ["quadrant1Fill"]
    switch theme {
    case "default":
      never = usual + ["labelTextColor"]
      optional += numbered + branches
    case "base", "neo", "neo-dark":
      never = ["background", "primaryColor", "noteBkgColor"]
      optional += most + numbered + branches
    case "dark":
      never = usual + ["background", "primaryTextColor", "mainBkg", "labelBackground"]
      optional += numbered
    case "forest":
      never = usual + ["tertiaryColor", "primaryTextColor", "mainBkg", "actorTextColor"]
      optional += numbered + branches
    case "neutral":
      never = usual + ["primaryTextColor", "mainBkg", "border1"]
      optional += numbered
    case "redux", "redux-dark", "redux-color", "redux-dark-color":
      never = ["background", "primaryColor"]
      optional += most + branches + (theme == "redux" ? [] : numbered)
    default: return nil
    }
    return (Set(never + optional), Set(never))
  }

  /// Whether a text is a color to Mermaid, whose colors are those of khroma: a name, a hexadecimal
  /// number or a function.
  ///
  /// The forms are `#` with 3, 4, 6 or 8 hexadecimal digits, `rgb(…)` and `hsl(…)` with numbers or
  /// percentages, and the names of CSS.
  private static func isColor(_ text: String) -> Bool {
    let lowered = text.lowercased()
    if CSSColors.names.contains(lowered) { return true }
    // The pattern could match white space between the numbers in very many ways.
    guard lowered.utf8.count <= 100 else { return false }
    let number = #"-?(\d+(\.\d+)?|\.\d+)(e-?\d+)?"#
    let alpha = #"(\s*[,/]\s*\+?\#(number)%?)?\s*\)"#
    let rgb = #"rgba?\(\s*\#(number)%?\s*[,\s]\s*\#(number)%?\s*[,\s]\s*\#(number)%?\#(alpha)"#
    let hue = #"\#(number)(deg|grad|rad|turn)?"#
    let hsl = #"hsla?\(\s*\#(hue)\s*[,\s]\s*\#(number)%\s*[,\s]\s*\#(number)%\#(alpha)"#
    return [#"#([a-f0-9]{2}){2,4}|#[a-f0-9]{3}"#, rgb, hsl].contains { pattern in
      (try? Regex(pattern).wholeMatch(in: lowered)) != nil
    }
  }
}
