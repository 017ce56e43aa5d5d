extension ClassModel {
  package var value: ModelValue {
    .object(
      metadata.entries + [
        ("direction", .text(direction.rawValue)),
        ("classes", .list(classes.map(\.value))),
        ("relations", .list(relations.map(\.value))),
        (
          "notes",
          .list(
            notes.map { note in
              .object([
                ("text", .text(note.text.source)), ("class", .text(note.target)),
                ("namespace", .text(note.namespace)),
              ])
            })
        ),
        ("namespaces", .list(namespaces.map(\.value))),
        (
          "classDefs",
          .list(classDefs.map { .object([("id", .text($0.name)), ("styles", .texts($0.styles))]) })
        ),
      ])
  }
}

extension ClassModel.Class {
  fileprivate var value: ModelValue {
    let parts = members.compactMap { member in
      MemberParts(member.written ?? MemberSpelling.body.spell(member))
    }
    return .object([
      ("id", .text(id)), ("label", .text(label.flatMap { $0.source == id ? nil : $0.source })),
      ("generic", .text(generic?.source)), ("annotations", .texts(annotations.map(\.source))),
      ("members", .list(parts.filter { $0.parameters == nil }.map(\.value))),
      ("methods", .list(parts.filter { $0.parameters != nil }.map(\.value))),
      ("namespace", .text(namespace)), ("cssClasses", .texts(cssClasses)),
      ("styles", .texts(styles)), ("link", .text(link)), ("linkTarget", .text(linkTarget)),
      ("tooltip", .text(tooltip?.source)), ("callback", .truth(hasCallback)),
    ])
  }
}

extension MemberParts {
  fileprivate var value: ModelValue {
    .object([
      ("visibility", .text(visibility?.rawValue)), ("name", .text(name)),
      ("parameters", .text(parameters)), ("returnType", .text(returnType)),
      ("modifier", .text(modifier?.rawValue)),
    ])
  }
}

extension ClassModel.Relation {
  fileprivate var value: ModelValue {
    .object([
      ("from", .text(from.name.text)), ("to", .text(to.name.text)),
      ("fromEnd", .text(from.end?.rawValue)), ("toEnd", .text(to.end?.rawValue)),
      ("line", .text(line.rawValue)), ("fromCardinality", .text(from.cardinality?.source)),
      ("toCardinality", .text(to.cardinality?.source)), ("label", .text(label?.source)),
      ("fromIsInterface", .truth(fromIsInterface)), ("toIsInterface", .truth(toIsInterface)),
    ])
  }
}

extension ClassModel.Namespace {
  fileprivate var value: ModelValue {
    let last = id.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init)
    return .object([
      ("id", .text(id)), ("label", .text(label.flatMap { $0.source == last ? nil : $0.source })),
      ("parent", .text(parent)), ("explicit", .truth(isExplicit)), ("classes", .texts(classes)),
    ])
  }
}
