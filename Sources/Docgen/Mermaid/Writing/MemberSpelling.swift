/// How members and annotations are written, in a body or behind a colon.
struct MemberSpelling {
  private let coded: String
  private let endsAtColon: Bool

  static let body = MemberSpelling(coded: "{}", endsAtColon: false)
  static let annotation = MemberSpelling(coded: "{}", endsAtColon: false)
  /// `A : member`
  static let colon = MemberSpelling(coded: ":;", endsAtColon: true)

  private var spelling: LabelSpelling {
    LabelSpelling(
      coded: coded, isMarkdown: false, guardsDirections: endsAtColon, lineBreak: " ",
      guardedPrefixes: ["%%"], keepsArrows: true)
  }

  func spell(_ label: Label) -> String { spelling.spell(label) }

  func spell(_ member: ClassMember) -> String {
    if let written = kept(member) { return written }
    let isFirst = member.visibility == nil
    var line = member.visibility?.rawValue ?? ""
    if let parameters = member.parameters {
      line += "\(piece(member.name, isFirst: isFirst))(\(piece(parameters)))"
      if !member.returnType.isEmpty {
        let separator = member.returnType.hasPrefix(":") ? "" : " "
        line += separator + piece(member.returnType)
      }
    } else {
      line += Self.closed(piece(member.name, isFirst: isFirst))
    }
    switch member.modifier {
    case .static: line += "$"
    case .abstract: line += "*"
    case nil: break
    }
    return line
  }

  /// The text of a property, whose parentheses are no method's.
  ///
  ///     done: (Int) -> Void  ->  done: #40;Int#41; -> Void
  private static func closed(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ")")) else { return text }
    return text.replacing(signs: "(", with: "#40;").replacing(signs: ")", with: "#41;")
  }

  /// A member as it was written, where it stands here as well; what would begin a comment or a
  /// directive, or be changed within a tag, is coded.
  private func kept(_ member: ClassMember) -> String? {
    guard var written = member.written else { return nil }
    if !endsAtColon, written.starts(withSigns: "%%") {
      written = "#37;" + String(written.unicodeScalars.dropFirst())
    }
    written = written.replacing(signs: "%%{", with: "%%#123;")
    if C4Words.occur(in: written) { written = C4Words.coded(written) }
    if Remnants.changesItsQuotes(written) {
      written = written.replacing(signs: "=\"", with: "=#quot;")
    }
    guard ClassMember(written: written) == member || endsAtColon && Self.isAnnotation(written)
    else { return nil }
    let stands =
      endsAtColon
      ? !written.utf8.contains(UInt8(ascii: ":")) : !MemberParts.losesParentheses(written)
    return stands ? written : nil
  }

  /// Behind a colon Mermaid takes `<<foo)>>` for a property, whatever stands in it.
  private static func isAnnotation(_ written: String) -> Bool {
    written.hasPrefix("<<") && written.hasSuffix(">>")
  }

  /// Angle brackets as tildes where these show the same, as entity codes elsewhere.
  private func piece(_ text: String, isFirst: Bool = false) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }),
      !text.contains(signs: "->"), let tildes = Generics.written(text),
      // A tilde in front of all is a visibility.
      !(isFirst && tildes.starts(withSigns: "~"))
    else { return spelling.spell(text) }
    return spelling.spell(tildes)
  }
}
