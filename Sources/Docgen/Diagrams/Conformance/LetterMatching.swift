/// Decides whether a drawn message matches an element of a trace.
///
/// Both ends must be the same participants. A solid arrow matches a call, a dotted one an answer, a
/// crossed one a failure. The labels must agree.
///
/// A matching is configured by the attributes of a diagram's marker: `synonyms`, `labels`,
/// `answers` and `demands`. The same matching serves the comparison with traces and with the code,
/// so that a diagram is read in one way only.
package struct LetterMatching: Sendable {
  /// The comparison of labels; a synonym replaces another label in each of them.
  package enum Labels: String, CaseIterable, Sendable {
    /// The same text; or the method's name alone, with empty parentheses or with dots in them; or
    /// an HTTP method and path whose query is left out; or the first word of an answer.
    case lenient
    /// The text that a generated diagram would write, and no other.
    case exact
    /// The method's name; text in parentheses or after a `?` does not matter.
    case method
  }

  /// The answers that a diagram must draw. Failures must be drawn like calls, unless it is `any`.
  package enum Answers: String, CaseIterable, Sendable {
    /// Those from one participant to another if it draws any of them; an empty answer may be left
    /// out.
    case drawn
    /// All of them.
    case all
    /// Any subset.
    case any
  }

  /// A drawn label and its meaning.
  package var synonyms: [String: String]
  /// Decisions, phases, transitions and remarks, by their labels, that a diagram must draw.
  package var demanded: Set<String>
  package var labels: Labels
  package var answers: Answers

  /// `synonyms` maps a drawn label to the label in the code or trace. Labels that are not in it
  /// mean themselves.
  package init(
    synonyms: [String: String] = [:], labels: Labels = .lenient, answers: Answers = .drawn,
    demanded: Set<String> = []
  ) {
    self.synonyms = synonyms
    self.demanded = demanded
    self.labels = labels
    self.answers = answers
  }

  package func matches(_ drawn: DocumentedActivity, _ happened: Activity) -> Bool {
    drawn.from == happened.from && drawn.to == happened.to
      && arrowsAgree(drawn, happened) && labelsAgree(drawn, happened)
  }

  /// A dotted arrow also matches a failure: authors often draw an error as an ordinary answer. The
  /// reverse is an error, since a crossed arrow claims a failure.
  func arrowsAgree(_ drawn: DocumentedActivity, _ happened: Activity) -> Bool {
    switch happened.kind {
    case .call, .inner: !drawn.isAnswer
    case .answer: drawn.isAnswer && !drawn.isCrossed
    case .failure: drawn.isAnswer
    }
  }

  func labelsAgree(_ drawn: DocumentedActivity, _ happened: Activity) -> Bool {
    let known = spellings(of: happened)
    return spellings(of: drawn).contains(where: known.contains)
  }

  /// The labels agree if both have a spelling in common.
  func spellings(of drawn: DocumentedActivity) -> [String] {
    let text = synonyms[drawn.text] ?? drawn.text
    return switch labels {
    case .exact: [text]
    case .method: [Self.method(text)]
    case .lenient: Self.spellings(text)
    }
  }

  func spellings(of happened: Activity) -> [String] {
    let texts = [happened.label] + happened.alternatives
    return switch labels {
    case .exact: texts
    case .method: texts.map(Self.method)
    case .lenient: texts + happened.shorter
    }
  }

  ///     GET /changes?since=3  ->  GET /changes
  ///     201 Created, 3 items  ->  201 Created
  ///     save(…)               ->  save
  private static func spellings(_ text: String) -> [String] {
    var spellings = [text]
    if let query = text.firstIndex(of: "?") { spellings.append(String(text[..<query])) }
    if let comma = text.firstIndex(of: ",") { spellings.append(String(text[..<comma])) }
    for dots in ["(…)", "(...)"] where text.hasSuffix(dots) {
      spellings.append(String(text.dropLast(dots.count)))
    }
    return spellings
  }

  /// `createEventsBatch(events)` -> `createEventsBatch`, `GET /changes?since=…` -> `GET /changes`
  private static func method(_ text: String) -> String {
    String(text.prefix { $0 != "(" && $0 != "?" })
  }
}
