/// The image formats that browsers show, recognized by their first bytes.
///
/// The content decides and not the name: a browser would treat a wrongly named file the same way.
enum ImageFormat: String, CaseIterable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"
  case webp = "image/webp"
  case svg = "image/svg+xml"

  init?(of bytes: [UInt8]) {
    let start = bytes.prefix(12)
    if start.starts(with: [0x89] + Array("PNG\r\n".utf8)) {
      self = .png
    } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if start.starts(with: Array("GIF8".utf8)) {
      self = .gif
    } else if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).elementsEqual("WEBP".utf8)
    {
      self = .webp
    } else if Self.isSVG(bytes) {
      self = .svg
    } else {
      return nil
    }
  }

  /// Whether `<svg` is the first element, after a declaration, a document type and comments.
  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    var text = String(decoding: bytes.prefix(65_536), as: UTF8.self)[...]
    if text.first == "\u{FEFF}" { text = text.dropFirst() }
    while true {
      text = text.drop(while: \.isWhitespace)
      let end = text.hasPrefix("<!--") ? "-->" : ">"
      guard text.hasPrefix("<?") || text.hasPrefix("<!"), let close = text.firstRange(of: end)
      else {
        break
      }
      text = text[close.upperBound...]
    }
    guard text.hasPrefix("<svg"), let next = text.dropFirst(4).first else { return false }
    return next.isWhitespace || next == ">" || next == "/"
  }

  /// `data:image/png;base64,…`, which needs no separate file.
  func address(of bytes: [UInt8]) -> String {
    "data:\(rawValue);base64," + String(decoding: Self.base64(bytes), as: UTF8.self)
  }

  /// RFC 4648, section 4: three bytes are four letters.
  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var bits = 0
      for place in 0..<3 { bits = bits << 8 | (place < count ? Int(bytes[start + place]) : 0) }
      for place in 0..<4 {
        text.append(
          place <= count ? letters[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return text
  }
}
