extension StateModel {
  package var value: ModelValue {
    .object(
      metadata.entries + [
        ("direction", .text(direction.rawValue)),
        ("states", .list(states.map(\.value))),
        ("transitions", .list(transitions.map(\.value))),
        ("notes", .list(notes.map(\.value))),
        ("regions", .object(regions.map { ($0.parent, .number(String($0.count))) })),
        (
          "classDefs",
          .list(classDefs.map { .object([("id", .text($0.name)), ("styles", .texts($0.styles))]) })
        ),
        (
          "links",
          .list(
            links.map { link in
              .object([
                ("state", .text(link.state)), ("url", .text(link.url.source)),
                ("tooltip", .text(link.tooltip?.source)),
              ])
            })
        ),
      ])
  }
}

extension StateModel.Scope {
  var entries: [(key: String, value: ModelValue)] {
    [("parent", .text(parent))] + (region.map { [("regionIndex", .number(String($0)))] } ?? [])
  }
}

extension StateModel.State {
  var value: ModelValue {
    .object(
      [
        ("id", .text(id)), ("type", .text(type.rawValue)),
        ("label", .text(label.flatMap { $0.source == id ? nil : $0.source })),
        ("descriptions", .texts(descriptions.map(\.source))),
      ] + scope.entries + [
        ("direction", .text(direction?.rawValue)), ("classes", .texts(classes)),
        ("styles", .texts(styles)),
      ])
  }
}

extension StateModel.Transition {
  var value: ModelValue {
    .object(
      [("from", .text(from)), ("to", .text(to)), ("label", .text(label?.source))] + scope.entries)
  }
}

extension StateModel.Note {
  var value: ModelValue {
    .object([
      ("state", .text(state)), ("position", .text(position.rawValue)), ("text", .text(text.source)),
    ])
  }
}
