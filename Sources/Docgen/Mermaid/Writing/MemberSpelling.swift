/// Escapes members and annotations, in a body or after a colon.
struct MemberSpelling {
  private let escaped: String
  private let endsAtColon: Bool

  static let body = MemberSpelling(escaped: "{}", endsAtColon: false)
  /// `A : member`
  static let colon = MemberSpelling(escaped: ":;", endsAtColon: true)

  private var escaper: LabelEscaper {
    LabelEscaper(
      escaped: escaped, isMarkdown: false, guardsDirections: endsAtColon, lineBreak: " ",
      guardedPrefixes: ["%%"], keepsArrows: true)
  }

  func spell(_ label: Label) -> String { escaper.escape(label) }

  /// A member as its author wrote it, if it reads the same here, and escaped otherwise.
  func spell(_ member: ClassMember) -> String {
    if let written = member.written, !(endsAtColon && written.utf8.contains(UInt8(ascii: ":"))),
      !written.contains(signs: "%%"), !C4Words.occur(in: written),
      ClassMember(written: written) == member
    {
      return written
    }
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

  /// The text of a property, whose parentheses do not make a method.
  ///
  ///     done: (Int) -> Void  ->  done: #40;Int#41; -> Void
  private static func closed(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ")")) else { return text }
    return text.replacing(signs: "(", with: "#40;").replacing(signs: ")", with: "#41;")
  }

  /// Angle brackets as tildes if they are shown equally, and as entity codes otherwise.
  private func piece(_ text: String, isFirst: Bool = false) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }),
      !text.contains(signs: "->"), let tildes = Generics.written(text),
      // A tilde at the start is a visibility.
      !(isFirst && tildes.starts(withSigns: "~"))
    else { return escaper.escape(text) }
    return escaper.escape(tildes)
  }
}
