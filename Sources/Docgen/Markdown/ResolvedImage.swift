/// An image of a page that is shown from another address.
struct ResolvedImage {
  /// Its index among the replaced nodes.
  let index: Int
  /// `nil` if the page's own address is kept.
  let address: String?
  /// The text in place of an image that cannot be shown.
  var text = ""
  private let title: String

  init(at index: Int, from address: String?, _ title: String) {
    self.index = index
    self.address = address
    self.title = title
  }

  var html: String {
    let title = title.isEmpty ? "" : " title=\"\(HTMLText.escaped(title))\""
    let address = HTMLText.escaped(address ?? "")
    return "<img src=\"\(address)\" alt=\"\(HTMLText.escaped(text))\"\(title) />"
  }
}
