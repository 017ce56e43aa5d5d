/// The arrows of a sequence diagram, with their source texts.
package enum MessageArrow: String, Hashable, Sendable, CaseIterable {
  case solidArrow = "->>"
  case dottedArrow = "-->>"
  case solidOpen = "->"
  case dottedOpen = "-->"
  case solidCross = "-x"
  case dottedCross = "--x"
  case solidPoint = "-)"
  case dottedPoint = "--)"
  case bidirectionalSolid = "<<->>"
  case bidirectionalDotted = "<<-->>"
  case solidTop = "-|\\"
  case solidBottom = "-|/"
  case stickTop = "-\\\\"
  case stickBottom = "-//"
  case dottedTop = "--|\\"
  case dottedBottom = "--|/"
  case dottedStickTop = "--\\\\"
  case dottedStickBottom = "--//"
  case reverseTop = "/|-"
  case reverseBottom = "\\|-"
  case reverseStickTop = "//-"
  case reverseStickBottom = "\\\\-"
  case dottedReverseTop = "/|--"
  case dottedReverseBottom = "\\|--"
  case dottedReverseStickTop = "//--"
  case dottedReverseStickBottom = "\\\\--"

  /// A dotted line: an answer, by convention.
  package var isDotted: Bool { rawValue.utf8.lazy.filter { $0 == UInt8(ascii: "-") }.count == 2 }
}
