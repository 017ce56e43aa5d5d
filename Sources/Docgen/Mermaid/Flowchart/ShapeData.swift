/// The value of `@{…}` after a node: a YAML mapping.
///
///     @{ shape: cyl, label: "Local store" }   ->  shape = cyl, label = Local store
package struct ShapeData: Hashable, Sendable {
  let value: YAMLValue
  private let hasCodes: Bool

  /// The keys and values without the braces, as the lexer gives them: line ends in strings are
  /// `<br/>`. Text of one line is a flow mapping, text of several lines a block mapping.
  init(_ source: String) throws(YAMLError) {
    hasCodes = source.utf8.contains { $0 == UInt8(ascii: "#") || $0 >= 0x80 }
    let text = hasCodes ? ParticipantConfiguration.encoded(source) : source
    let isBlock = text.utf8.contains(0x0A)
    if isBlock, text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x0A }) {
      value = .map([])
    } else {
      value = try YAMLParser.parse(isBlock ? text + "\n" : "{\n\(text)\n}")
    }
  }

  /// A value as text with entity codes as written; `nil` if JavaScript counts it as false.
  subscript(key: String) -> String? {
    value[key]?.shown.map { text in
      guard hasCodes else { return text }
      return text.replacing(ParticipantConfiguration.start, with: "#")
        .replacing(ParticipantConfiguration.end, with: ";")
    }
  }

  /// Why Mermaid refuses the value; `nil` if it accepts it.
  var refusal: String? {
    if case .null = value { return "`@{…}` has no keys" }
    if let icon = self["icon"] ?? self["img"], !icon.isEmpty, let label = value["label"],
      label.isTrue
    {
      guard case .text = label else { return "the label of an icon is not a text" }
    }
    guard let shape = self["shape"] else { return nil }
    guard case .text = value["shape"], Self.shapes.contains(shape) else {
      return "`\(shape)` is not a shape that Mermaid knows"
    }
    return nil
  }

  static let shapes: Set<String> = Set(
    """
    anchor bang bolt bow-rect bow-tie-rectangle brace brace-l brace-r braces card choice circ
    circle cloud collate com-link comment cross-circ crossed-circle curv-trap curved-trapezoid cyl
    cylinder das data-store database datastore db dbl-circ decision delay diam diamond disk display
    div-proc div-rect divided-process divided-rectangle doc docs document documents double-circle
    doublecircle event extract f-circ filled-circle flag flip-tri flipped-triangle fork
    fr-circ fr-rect framed-circle framed-rectangle h-cyl half-rounded-rectangle hex hexagon
    horizontal-cylinder hourglass icon in-out internal-storage inv-trapezoid join junction lean-l
    lean-left lean-r lean-right lightning-bolt lin-cyl lin-doc lin-proc lin-rect lined-cylinder
    lined-document lined-process lined-rectangle loop-limit manual manual-file manual-input
    notch-pent notch-rect notched-pentagon notched-rectangle note odd out-in paper-tape pill
    prepare priority proc process processes procs question rect rectangle rounded shaded-process
    sl-rect sloped-rectangle sm-circ small-circle st-doc st-rect stacked-document
    stacked-rectangle stadium start state stop stored-data subproc subprocess subroutine summary
    tag-doc tag-proc tag-rect tagged-document tagged-process tagged-rectangle terminal text trap-b
    trap-t trapezoid trapezoid-bottom trapezoid-top tri triangle win-pane window-pane
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
