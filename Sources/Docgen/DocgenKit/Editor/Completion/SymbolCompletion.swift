import Diagnostics
import Models
import Rules
import SwiftIndex

/// Completions with names of the code, in inline code or in a value's marker.
struct SymbolCompletion {
  let code: CodeModel

  /// Names that continue the existing text: `SyncEn`, `SyncEngine.ba`, `.rate`.
  func items(_ written: String) -> [CompletionItem] {
    guard let dot = written.lastIndex(of: ".") else {
      var items = code.types.map { CompletionItem($0) }
      items += code.globals.map { CompletionItem($0) }
      // All members of all types would be too many at the beginning.
      if written.count > 1 { items += members { $0.name.hasPrefixIgnoringCase(written) } }
      return items.distinct(by: \.label)
    }
    let owner = String(written[..<dot])
    if owner.isEmpty {
      return code.types.flatMap(\.cases).map { CompletionItem($0, text: "." + $0.name) }
        .distinct(by: \.label)
    }
    return self.owned(by: owner).map { prefixed($0, with: owner) }
  }

  /// Constants whose values a document may show.
  func constants(_ written: String) -> [CompletionItem] {
    let members = code.types.flatMap(\.members) + code.globals
    return members.filter { member in
      member.property?.initialValue != nil || member.enumCase?.rawValue != nil
    }.map { member in
      var item = CompletionItem(member, text: member.qualifiedName)
      item.detail = member.property?.initialValue ?? member.headline
      return item
    }
  }

  /// Members and nested types of the types of that name.
  private func owned(by owner: String) -> [CompletionItem] {
    var items: [CompletionItem] = []
    for type in code.type(named: owner).all {
      items += type.members.filter { !$0.isOperator }.map { CompletionItem($0) }
      items += code.nestedTypes(of: type).map { CompletionItem($0, text: $0.name) }
    }
    for type in code.foreignExtensions where type.name == owner {
      items += type.members.map { CompletionItem($0) }
    }
    if items.isEmpty, code.hasModule(owner) {
      items = code.types.filter { $0.module == owner }.map { CompletionItem($0) }
    }
    return items.distinct(by: \.label)
  }

  private func members(where isWanted: (Member) -> Bool) -> [CompletionItem] {
    code.types.flatMap { $0.members.filter(isWanted) }.map { CompletionItem($0) }
  }

  /// The list shows the member, and the complete path is inserted.
  private func prefixed(_ item: CompletionItem, with owner: String) -> CompletionItem {
    var item = item
    item.text = owner + "." + (item.text ?? item.label)
    return item
  }
}

extension String {
  fileprivate func hasPrefixIgnoringCase(_ prefix: String) -> Bool {
    lowercased().hasPrefix(prefix.lowercased())
  }
}

extension Array {
  /// The first of several elements with equal keys.
  func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}
