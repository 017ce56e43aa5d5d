import Diagnostics
import Templates

extension TableData {
  /// The rules, regions, settings, limits and commands of docgen itself, for its manual.
  static func addManual(to data: inout TemplateDictionary, from source: TemplateSource) {
    for key in source.programData.keys { data[key] = source.programData[key] }
    data["settings"] = .list(
      ConfigurationKey.rows.map { row in
        [
          "path": .code(row.path), "form": .string(row.setting.form.title),
          "meaning": .markdown(row.setting.meaning),
        ]
      })
    data["limits"] = .list(
      Limit.allCases.map { limit in
        [
          "name": .code(limit.rawValue), "value": .code("\(limit.standard)"),
          "meaning": .markdown(limit.meaning),
        ]
      })
    data["rules"] = .list(RuleCatalogue.descriptions.map(rule))
    data["door"] = .markdown(Explanation.door)
    data["regions"] = .list(
      RegionKinds.all.map { kind in
        [
          "name": .code(kind.name), "summary": .markdown(kind.summary),
          "keys": .list(
            kind.keys.map { key in
              [
                "region": .code(kind.name), "name": .code(key.name),
                "meaning": .markdown(key.meaning),
                "choices": .list(key.choices.map { .code($0) }),
              ]
            }),
        ]
      })
  }

  private static func rule(_ rule: RuleDescription) -> TemplateValue {
    let (explanation, example) = (rule.explanation, rule.explanation.example)
    return [
      "id": .code(rule.id.rawValue), "severity": .string(rule.severity.rawValue),
      "summary": .markdown(rule.summary), "meaning": .markdown(explanation.meaning),
      "exampleTitle": .markdown(example.title), "example": .markdown(example.text),
      "isDocument": .boolean(example.isDocument), "remedy": .markdown(explanation.remedy),
    ]
  }
}
