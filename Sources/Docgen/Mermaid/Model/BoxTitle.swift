/// The colour and the name behind `box`: the first word is a colour when CSS knows it.
///
///     "Aqua Client" -> aqua, "Client"        "rgb(1,2,3) Server" -> rgb(1,2,3), "Server"
struct BoxTitle {
  private(set) var color = "transparent"
  private(set) var name: String

  /// `^((?:rgba?|hsla?)\s*\(.*\)|\w*)(.*)$`
  init(_ text: String) {
    let bytes = Array(text.utf8)
    let scanner = ByteScanner(bytes)
    name = text
    var end = scanner.skippingWord(0)
    for function: StaticString in ["rgba", "rgb", "hsla", "hsl"]
    where scanner.starts(function, at: 0) {
      let open = scanner.skippingWhitespace(function.utf8CodeUnitCount)
      if scanner.byte(open) == UInt8(ascii: "("),
        let close = bytes.lastIndex(of: UInt8(ascii: ")"))
      {
        end = close + 1
        break
      }
    }
    let first = String(decoding: bytes[..<end], as: UTF8.self)
    guard first.isEmpty || Self.isColor(first) else { return }
    if !first.isEmpty { color = first }
    name = ModelText.trimmed(String(decoding: bytes[end...], as: UTF8.self))
  }

  private static func isColor(_ text: String) -> Bool {
    let lowered = text.lowercased()
    if let open = lowered.firstIndex(of: "("), lowered.hasSuffix(")") {
      let inner = lowered[lowered.index(after: open)...].dropLast()
      return !inner.contains("(") && !inner.contains(")")
    }
    return names.contains(Substring(lowered))
  }

  private static let names = Set(
    """
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet
    brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan
    darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta
    darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue
    darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey
    dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray
    green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush
    lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray
    lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray
    lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon
    mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue
    mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin
    navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen
    paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
    rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna
    silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle
    tomato turquoise violet wheat white whitesmoke yellow yellowgreen transparent currentcolor
    inherit initial unset revert accentcolor accentcolortext activetext buttonborder buttonface
    buttontext canvas canvastext field fieldtext graytext highlight highlighttext linktext mark
    marktext selecteditem selecteditemtext visitedtext activeborder activecaption appworkspace
    background buttonhighlight buttonshadow captiontext inactiveborder inactivecaption
    inactivecaptiontext infobackground infotext menu menutext scrollbar threeddarkshadow
    threedface threedhighlight threedlightshadow threedshadow window windowframe windowtext
    """.split { $0 == " " || $0 == "\n" })
}
