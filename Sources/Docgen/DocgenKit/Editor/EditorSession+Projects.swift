import Diagnostics
import DocgenLSP
import Markdown
import Models

/// Reads projects, and rereads them after changes.
extension EditorSession {
  /// The configuration for files in a folder; a missing one is reported once.
  func configuration(above folder: String) -> String? {
    if let configuration { return FileSystem.absolute(configuration) }
    if let file = Root.configuration(above: folder) { return file }
    if unconfigured.insert(folder).inserted {
      log(
        "docgen: found no \(Configuration.fileName) in \(folder) or above; "
          + "`docgen init` creates one", isWarning: true)
    }
    return nil
  }

  /// The configuration of a document's project.
  func configuration(ofFile path: String) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return configuration(above: slash == path.startIndex ? "/" : String(path[..<slash]))
  }

  /// Reads a project, then checks all of it. If that is in progress already, it is repeated at the
  /// end.
  ///
  /// There is one reading at a time for each project. Open pages are checked as soon as the reading
  /// ends, before the complete check, because their findings are visible.
  func read(_ file: String) {
    if projects[file]?.isBusy == true {
      projects[file]?.isOutdated = true
      return
    }
    let (overlay, previous) = (overlay, projects[file]?.last)
    let reading = Task { await EditedReading.reading(file, overlay, after: previous) }
    var edited = projects[file] ?? EditedProject(file: file, reading: reading)
    edited.reading = reading
    (edited.isBusy, edited.isOutdated) = (true, false)
    projects[file] = edited
    projects[file]?.checking = Task {
      let result = await reading.value
      projects[file]?.last = result
      for uri in documents.keys where isPage(uri, of: file) { checkSoon(uri, after: .zero) }
      let known = result.model == previous?.model ? projects[file]?.pages : nil
      let checked = await result.checked(after: known ?? CheckedPages())
      projects[file]?.pages = checked.pages
      found(checked.findings, in: result, file)
      projects[file]?.isBusy = false
      if projects[file]?.isOutdated == true { read(file) }
    }
  }

  /// The last reading of a project; waits for the first one.
  func project(_ file: String) async -> EditedReading? {
    if projects[file] == nil { read(file) }
    if let last = projects[file]?.last { return last }
    return await projects[file]?.reading.value
  }

  /// A file has changed: rereads the projects that it may belong to after a pause in the changes.
  ///
  /// The pause gathers the many events of a checkout or a build into one reading. Each new event
  /// restarts it.
  func fileChanged(_ path: String) {
    if path.hasSuffix("/" + Configuration.fileName) {
      unconfigured = []
      for uri in documents.keys { textChanged(uri) }
    }
    for (file, edited) in projects where path == file || path.hasPrefix(edited.folder + "/") {
      edited.waiting?.cancel()
      projects[file]?.waiting = Task {
        try? await Task.sleep(for: Self.savingPause)
        if !Task.isCancelled { read(file) }
      }
    }
  }

  // MARK: - Pages

  /// The text of an open document is new or has changed.
  func textChanged(_ uri: String) {
    checks[uri]?.isOutdated = true
    guard let path = documents[uri]?.path else { return }
    if Self.isDiagram(path) {
      checkSoon(uri, after: Self.typingPause)
    } else if let file = configuration(ofFile: path) {
      if projects[file] == nil { read(file) }
      if Self.isPage(path) {
        checkSoon(uri, after: Self.typingPause)
      } else if let project = projects[file]?.last?.project,
        let name = project.relative(toRoot: path), project.model.sources[name] != nil
      {
        fileChanged(path)
      }
    }
  }

  /// Checks a document after a pause in typing, and sends the findings.
  ///
  /// The earlier pause is cancelled, so a page is checked once after several key strokes. Findings
  /// are sent only if the version is still current (see `check`).
  func checkSoon(_ uri: String, after pause: Duration) {
    pauses[uri]?.cancel()
    pauses[uri] = Task {
      if pause > .zero { try? await Task.sleep(for: pause) }
      guard !Task.isCancelled else { return }
      await check(uri)
    }
  }

  private func check(_ uri: String) async {
    guard let edited = documents[uri], let path = edited.path else { return }
    if Self.isDiagram(path) {
      let input = MermaidInput(path: path, bytes: edited.document.text.bytes)
      let findings = input.problems + input.texts.flatMap { $0.findings(in: input) }
      let text = edited.document.text
      return publish(findings, at: uri, places(folder: "/") { _ in text })
    }
    guard let checked = await checkedPage(uri), !Task.isCancelled,
      checked.shown.version == documents[uri]?.document.version
    else { return }
    publish(checked.findings, at: uri, places(of: checked.shown))
    // Links of other pages may lead to the headings of this one.
    let anchors = checked.shown.page.headings.map(\.anchor)
    if let old = self.anchors.updateValue(anchors, forKey: uri), old != anchors {
      fileChanged(path)
    }
  }

  /// A document was closed: its findings are those of the file on the disk.
  func closed(_ uri: String, _ path: String) {
    guard Self.isPage(path), let file = configuration(ofFile: path),
      let name = projects[file]?.last?.project?.relative(toRoot: path)
    else { return }
    // The next complete check reports them again.
    projects[file]?.findings[name] = nil
    publish([], at: uri, places(folder: "/") { _ in nil })
  }

  /// Whether a document is a page that a project checks.
  func isPage(_ uri: String, of file: String) -> Bool {
    guard let path = documents[uri]?.path, Self.isPage(path) else { return false }
    return configuration(ofFile: path) == file
  }

  /// A page with its current text in the editor, or from the disk if it is not open.
  func page(_ uri: String) async -> EditorPage? {
    guard let path = documents[uri]?.path ?? DocumentNames.path(of: uri), Self.isPage(path),
      let file = configuration(ofFile: path), let reading = await project(file),
      let project = reading.project, let name = project.relative(toRoot: path),
      project.hasDocument(name)
    else { return nil }
    let open = documents.values.map(\.self)
    return await EditorPage.reading(
      uri, name: name, project: project, reading: reading, documents: open,
      encoding: client.encoding)
  }

  /// A page with its check, which runs once for each version of it.
  ///
  /// Requests for the same version share one task: hovers, lenses and code actions of one moment
  /// cause one check. After a change of the text, the new check reuses the unchanged parts of the
  /// previous one, if the model is the same.
  func checkedPage(_ uri: String) async -> CheckedEditorPage? {
    guard let shown = await page(uri) else { return nil }
    if let known = checks[uri], known.version == shown.version, known.reading == shown.reading,
      !known.isOutdated
    {
      return await known.task.value
    }
    let earlier = checks[uri].flatMap { $0.model == shown.model ? $0.task : nil }
    let task = Task { await CheckedEditorPage.checking(shown, after: earlier) }
    checks[uri] = PageCheck(
      version: shown.version, reading: shown.reading, model: shown.model, task: task)
    return await task.value
  }

  // MARK: - Places

  func places(
    folder: String, _ text: @escaping @Sendable (String) -> SourceText?
  ) -> EditorPlaces {
    EditorPlaces(folder: folder, encoding: client.encoding, names: names, text: text)
  }

  func places(of page: EditorPage) -> EditorPlaces {
    places(folder: page.project.root.folder) { page.text(of: $0) }
  }
}
