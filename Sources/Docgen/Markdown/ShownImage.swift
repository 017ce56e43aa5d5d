/// An image of a page that is shown from an address of its own.
struct ShownImage {
  /// Its place among what stands for other nodes.
  let index: Int
  /// Nothing where the page's own address stays.
  let address: String?
  /// What is said of it where it cannot be seen.
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
