import Diagnostics
import Templates

extension TableData {
  /// The rules, regions, settings and limits of docgen itself, for its manual.
  static func addManual(to data: inout TemplateDictionary) {
    data["settings"] = .list(
      Setting.rows.map { row in
        [
          "path": .code(row.path), "form": .string(row.setting.form.words),
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
    data["rules"] = .list(
      RuleCatalogue.descriptions.map { rule in
        [
          "id": .code(rule.id.rawValue), "severity": .string(rule.severity.rawValue),
          "summary": .markdown(rule.summary),
        ]
      })
    data["regions"] = .list(
      RegionKinds.all.map { kind in
        [
          "name": .code(kind.name), "summary": .string(kind.summary),
          "keys": .list(
            kind.keys.map { key in
              [
                "region": .code(kind.name), "name": .code(key.name),
                "meaning": .string(key.meaning),
                "choices": .list(key.choices.map { .code($0) }),
              ]
            }),
        ]
      })
  }
}
