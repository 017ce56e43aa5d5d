import Diagnostics

/// `style`, `classDef`, `class`, `linkStyle` and `click`: accepted or refused as by Mermaid, and
/// otherwise ignored.
extension FlowchartParser {
  mutating func appearance(_ start: Int) throws(MermaidError) -> FlowchartStatement {
    let kind = token.kind
    advance()
    switch kind {
    case .click: try click()
    case .linkStyle:
      try take(.space, "a blank")
      try linkStyle()
    case .style:
      try take(.space, "a blank")
      let name = try identifier("a node")
      try take(.space, "a blank and styles")
      try styles()
      return .style(FlowchartNode(name, range: place(from: start)))
    default:
      try take(.space, "a blank")
      _ = try identifier(kind == .classDef ? "the name of a style class" : "nodes")
      try take(.space, kind == .classDef ? "a blank and styles" : "a blank and a style class")
      if kind == .classDef {
        try styles()
      } else {
        _ = try identifier("the name of a style class")
      }
    }
    let range = range(from: start)
    return .ignored(IgnoredStatement(context.text(range), range: context.map.range(range)))
  }

  /// `stylesOpt`: `fill:#f9f,stroke:#333`
  private mutating func styles() throws(MermaidError) {
    while true {
      guard token.kind.isStyle else { throw unexpected(["a style such as `fill:#f9f`"]) }
      while token.kind.isStyle { advance() }
      guard token.kind == .comma else { return }
      advance()
    }
  }

  /// `default` or numbers of links, then styles or `interpolate`.
  private mutating func linkStyle() throws(MermaidError) {
    if token.kind == .defaultWord {
      advance()
    } else {
      try linkNumber()
      while token.kind == .comma {
        advance()
        try linkNumber()
      }
    }
    try take(.space, "a blank and styles")
    guard token.kind == .interpolate else { return try styles() }
    advance()
    try take(.space, "a blank and a curve")
    guard token.kind.isAlphanumeric else { throw unexpected(["a curve"]) }
    while token.kind.isAlphanumeric { advance() }
    guard token.kind == .space else { return }
    advance()
    try styles()
  }

  private mutating func linkNumber() throws(MermaidError) {
    let number = try take(.number, "`default`", "the number of a link")
    let text = context.text(number.range)
    if let index = Int(text), "\(index)" == text, index < linkCount { return }
    context.record(
      context.error(
        "no link `\(text)` before this line", at: number.range,
        expected: linkCount == 0 ? ["a link before it"] : ["a number from 0 to \(linkCount - 1)"]))
  }

  /// A callback, or an address with a tooltip and a target.
  private mutating func click() throws(MermaidError) {
    switch token.kind {
    case .callbackName:
      advance()
      if token.kind == .callbackArguments { advance() }
      guard token.kind == .space else { return }
      advance()
      try take(.string, "a tooltip in quotes")
    case .href, .string:
      if token.kind == .href { advance() }
      try take(.string, "an address in quotes")
      guard token.kind == .space else { return }
      advance()
      if token.kind == .linkTarget { return advance() }
      try take(.string, "a tooltip in quotes", "`_blank`")
      guard token.kind == .space else { return }
      advance()
      try take(.linkTarget, "`_blank`")
    default:
      guard token.kind.isAlphanumeric else {
        throw unexpected(["an address in quotes", "`call`", "a function"])
      }
      while token.kind.isAlphanumeric { advance() }
      guard token.kind == .space else { return }
      advance()
      try take(.string, "a tooltip in quotes")
    }
  }
}
