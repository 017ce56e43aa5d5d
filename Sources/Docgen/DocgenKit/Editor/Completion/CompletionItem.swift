import Diagnostics
import DocgenLSP
import JSON
import SwiftIndex

/// A text that may be inserted at the cursor.
struct CompletionItem: Hashable, Sendable {
  /// The numbers of the protocol.
  enum Kind: Int, Sendable {
    case method = 2
    case function = 3
    case initializer = 4
    case type = 7
    case interface = 8
    case module = 9
    case property = 10
    case value = 12
    case enumeration = 13
    case keyword = 14
    case snippet = 15
    case file = 17
    case state = 20
    case structure = 22
    case event = 23
  }

  var label: String
  var kind: Kind
  /// One line next to the label.
  var detail: String?
  /// Markdown that explains it.
  var documentation: String?
  /// The inserted text, if it is not the label.
  var text: String?
  /// With placeholders, for clients that support them: `machine=$1`.
  var snippet: String?

  init(
    _ label: String, _ kind: Kind, detail: String? = nil, documentation: String? = nil,
    text: String? = nil, snippet: String? = nil
  ) {
    self.label = label
    self.kind = kind
    self.detail = detail
    self.documentation = documentation
    self.text = text
    self.snippet = snippet
  }

  func json(replacing range: EditorRange, place: Int, _ client: ClientCapabilities) -> JSON {
    let snippet = client.hasSnippets ? snippet : nil
    let digits = String(place)
    return [
      "label": .text(label), "kind": .integer(kind.rawValue), "detail": detail.map { .text($0) },
      "documentation": documentation.map { ["kind": "markdown", "value": .text($0)] },
      "sortText": .text(String(repeating: "0", count: max(0, 5 - digits.count)) + digits),
      "filterText": .text(text ?? label),
      "insertTextFormat": snippet == nil ? nil : 2,
      "textEdit": ["range": range.json, "newText": .text(snippet ?? text ?? label)],
    ]
  }
}

/// The possible texts, and the text that they replace.
struct Completion: Sendable {
  var items: [CompletionItem]
  /// The existing text up to the cursor.
  var written: String
  /// The maximum number of items; more follow after more typing.
  static let most = 200

  /// The items that match the existing text, those that begin with it first.
  ///
  /// Editors filter again by their own rules. The order of the server is kept by `sortText`, five
  /// digits of the place.
  var matching: (items: [CompletionItem], isWhole: Bool) {
    if written.isEmpty { return (Array(items.prefix(Self.most)), items.count <= Self.most) }
    let wanted = written.lowercased()
    var (first, second) = ([CompletionItem](), [CompletionItem]())
    for item in items {
      let text = (item.text ?? item.label).lowercased()
      if text.hasPrefix(wanted) {
        first.append(item)
      } else if Self.isSubsequence(wanted, of: text) {
        second.append(item)
      }
    }
    let all = first + second
    return (Array(all.prefix(Self.most)), all.count <= Self.most)
  }

  /// Whether all letters come in this order: `sye` in `syncengine`.
  private static func isSubsequence(_ letters: String, of text: String) -> Bool {
    var rest = text[...]
    return letters.allSatisfy { letter in
      guard let index = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: index)...]
      return true
    }
  }
}

extension CompletionItem {
  /// A declaration, inserted by its name or by a text that distinguishes it from others of that
  /// name.
  init(_ member: Member, text: String? = nil) {
    let kind: Kind =
      switch member.kind {
      case .method, .subscript, .macro: .method
      case .initializer, .deinitializer: .initializer
      case .property: .property
      case .enumCase: .state
      case .associatedType: .type
      }
    self.init(
      text ?? member.fullName, kind, detail: member.headline,
      documentation: member.documentation?.text)
  }

  init(_ type: TypeDeclaration, text: String? = nil) {
    let kind: Kind =
      switch type.kind {
      case .enum: .enumeration
      case .protocol: .interface
      case .struct: .structure
      case .class, .actor, .typealias: .type
      }
    self.init(
      text ?? type.qualifiedName, kind, detail: type.headline,
      documentation: type.documentation?.text)
  }
}
