import Diagnostics
import SwiftIndex

extension Reference {
  /// The commit that removed the file or the name; `nil` if the history shows none.
  func removal(in repository: (any RepositoryFacts)?) -> Evidence? {
    guard let repository else { return nil }
    switch kind.form {
    case .symbol:
      return names.lazy.compactMap { repository.removal(of: .name($0)) }.first { !$0.isExample }
        .map { Evidence.removed(by: $0.commit, in: $0.file) }
    case .link, .rootLink, .anchor, .image, .page, .snippet:
      return paths.lazy.compactMap { repository.deletion(ofFile: $0) }.first
        .map { Evidence.removed(by: $0.commit, in: $0.path) }
    }
  }

  /// `House/Door/push(_:)` -> `push`, `Door`, `House`
  private var names: [String] { DocCPath(destination).components.reversed().map(\.base) }

  /// The files that the reference may mean, as paths or their ends.
  private var paths: [String] {
    guard let target = LinkTarget(destination) else { return [] }
    let last = FileName.last(of: target.path)
    switch kind.form {
    case .page: return [last + ".md", last.replacing("-", with: " ") + ".md", last + ".tutorial"]
    case .snippet: return ["Snippets/" + last + ".swift"]
    case .image where kind.place == .catalog: return last.contains(".") ? [last] : []
    case .symbol: return []
    case .link, .rootLink, .anchor, .image:
      return ProjectContext.path(target.path, from: file).map { [$0] } ?? []
    }
  }
}
