package import JSON

extension ClassModel {
  package var value: JSON {
    .model(
      metadata.entries + [
        ("direction", .text(direction.rawValue)),
        ("classes", .array(classes.map(\.value))),
        ("relations", .array(relations.map(\.value))),
        (
          "notes",
          .array(
            notes.map { note in
              .model([
                ("text", .text(note.text.source)), ("class", .text(note.target)),
                ("namespace", .text(note.namespace)),
              ])
            })
        ),
        ("namespaces", .array(namespaces.map(\.value))),
        (
          "classDefs",
          .array(classDefs.map { .model([("id", .text($0.name)), ("styles", .texts($0.styles))]) })
        ),
      ])
  }
}

extension ClassModel.Class {
  fileprivate var value: JSON {
    let parts = members.compactMap { member in
      MemberParts(member.written ?? MemberSpelling.body.spell(member))
    }
    return .model([
      ("id", .text(id)), ("label", .text(label.flatMap { $0.source == id ? nil : $0.source })),
      ("generic", .text(generic?.source)), ("annotations", .texts(annotations.map(\.source))),
      ("members", .array(parts.filter { $0.parameters == nil }.map(\.value))),
      ("methods", .array(parts.filter { $0.parameters != nil }.map(\.value))),
      ("namespace", .text(namespace)), ("cssClasses", .texts(cssClasses)),
      ("styles", .texts(styles)), ("link", .text(link)), ("linkTarget", .text(linkTarget)),
      ("tooltip", .text(tooltip?.source)), ("callback", .boolean(hasCallback)),
    ])
  }
}

extension MemberParts {
  fileprivate var value: JSON {
    .model([
      ("visibility", .text(visibility?.rawValue)), ("name", .text(name)),
      ("parameters", .text(parameters)), ("returnType", .text(returnType)),
      ("modifier", .text(modifier?.rawValue)),
    ])
  }
}

extension ClassModel.Relation {
  fileprivate var value: JSON {
    .model([
      ("from", .text(from.name.text)), ("to", .text(to.name.text)),
      ("fromEnd", .text(from.end?.rawValue)), ("toEnd", .text(to.end?.rawValue)),
      ("line", .text(line.rawValue)), ("fromCardinality", .text(from.cardinality?.source)),
      ("toCardinality", .text(to.cardinality?.source)), ("label", .text(label?.source)),
      ("fromIsInterface", .boolean(fromIsInterface)), ("toIsInterface", .boolean(toIsInterface)),
    ])
  }
}

extension ClassModel.Namespace {
  fileprivate var value: JSON {
    let last = id.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init)
    return .model([
      ("id", .text(id)), ("label", .text(label.flatMap { $0.source == last ? nil : $0.source })),
      ("parent", .text(parent)), ("explicit", .boolean(isExplicit)), ("classes", .texts(classes)),
    ])
  }
}
