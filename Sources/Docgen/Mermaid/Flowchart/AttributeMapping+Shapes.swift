import YAML

extension AttributeMapping {
  /// The reason why Mermaid refuses the mapping as data of a node; `nil` if it accepts it.
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

  /// The names and aliases of Mermaid 11, which draws an error for any other name.
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
