package import JSON

extension StateModel {
  package var value: JSON {
    .model(
      metadata.entries + [
        ("direction", .text(direction.rawValue)),
        ("states", .array(states.map(\.value))),
        ("transitions", .array(transitions.map(\.value))),
        ("notes", .array(notes.map(\.value))),
        ("regions", .model(regions.map { ($0.parent, .number(String($0.count))) })),
        (
          "classDefs",
          .array(classDefs.map { .model([("id", .text($0.name)), ("styles", .texts($0.styles))]) })
        ),
        (
          "links",
          .array(
            links.map { link in
              .model([
                ("state", .text(link.state)), ("url", .text(link.url.source)),
                ("tooltip", .text(link.tooltip?.source)),
              ])
            })
        ),
      ])
  }
}

extension StateModel.Scope {
  var entries: [(key: String, value: JSON)] {
    [("parent", .text(parent))] + (region.map { [("regionIndex", .number(String($0)))] } ?? [])
  }
}

extension StateModel.State {
  var value: JSON {
    .model(
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
  var value: JSON {
    .model(
      [("from", .text(from)), ("to", .text(to)), ("label", .text(label?.source))] + scope.entries)
  }
}

extension StateModel.Note {
  var value: JSON {
    .model([
      ("state", .text(state)), ("position", .text(position.rawValue)), ("text", .text(text.source)),
    ])
  }
}
