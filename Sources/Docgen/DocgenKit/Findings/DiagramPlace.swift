import Diagnostics
import Markdown
import Rules

/// The place of a marked diagram, which groups the findings about it.
struct DiagramPlace: Hashable, Sendable {
  var file: String
  /// From its marker to its end.
  var lines: ClosedRange<Int>
  /// As in its marker: `state-diagram machine=SyncState`.
  var title: String

  /// The marked diagrams of a page.
  static func all(on page: Page) -> [DiagramPlace] {
    page.regions.filter { !$0.fences.isEmpty && $0.name != SwiftBlockRegion.name }.map { region in
      let range = region.range
      return DiagramPlace(
        file: page.path, lines: range.start.line...max(range.start.line, range.end.line),
        title: region.title)
    }
  }

  /// `state-diagram machine=SyncState (docs/sync.md:18), 3 findings:`
  func heading(_ count: Int) -> String {
    "\(title) (\(file):\(lines.lowerBound)), \(count.counted("finding")):"
  }

  /// The findings of each diagram together, at the place of the first one; others alone.
  static func groups(
    of findings: [Diagnostic], in places: [DiagramPlace]
  ) -> [(place: DiagramPlace?, findings: [Diagnostic])] {
    let byFile = Dictionary(grouping: places, by: \.file)
    var groups: [(place: DiagramPlace?, findings: [Diagnostic])] = []
    var positions: [DiagramPlace: Int] = [:]
    for finding in findings {
      let line = finding.location.range?.start.line
      let place = byFile[finding.location.file]?.first { place in
        line.map(place.lines.contains) == true
      }
      if let place, let position = positions[place] {
        groups[position].findings.append(finding)
      } else {
        if let place { positions[place] = groups.count }
        groups.append((place, [finding]))
      }
    }
    return groups
  }
}

extension Region {
  /// Its kind and first argument: `state-diagram machine=SyncState`.
  var title: String {
    let subject = opening.arguments.first.map { argument in
      " " + argument.name.text + (argument.value.map { "=\($0.text)" } ?? "")
    }
    return name + (subject ?? "")
  }
}
