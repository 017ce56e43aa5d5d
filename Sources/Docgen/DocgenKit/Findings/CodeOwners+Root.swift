import Rules

extension CodeOwners {
  /// The owners of a project's files; no file has owners if the repository has no CODEOWNERS.
  init(of root: Root) {
    let text = [".github/", "", "docs/", ".gitlab/"].lazy.compactMap { folder in
      try? root.files.read(root.files.repository + "/" + folder + "CODEOWNERS", atMost: 3 << 20)
    }.first
    self.init(String(decoding: text ?? [], as: UTF8.self), prefix: root.files.prefix)
  }
}
