import JSON

/// The report of a part of a check, as a command read it.
struct ShardReport {
  enum Format {
    case findings, sarif, page

    /// `a JSON report`
    var title: String {
      switch self {
      case .findings: "a JSON report"
      case .sarif: "a SARIF report"
      case .page: "an HTML report"
      }
    }
  }

  let file: String
  /// The folder that the files of the report are relative to, relative to that of the joined report.
  let folder: String
  let format: Format
  /// The object with the findings.
  let model: JSONNode
  /// The HTML of each document of a page.
  private(set) var articles: [ArraySlice<UInt8>] = []

  /// - Throws: `FileError` if the file cannot be read, or is not a report.
  init(reading file: String) throws(FileError) {
    try Confinement.check(operand: file, for: "read")
    try self.init(try FileSystem.read(file), file: file)
  }

  init(_ bytes: [UInt8], file: String, folder: String = "") throws(FileError) {
    self.file = file
    self.folder = folder
    guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else {
      model = try Self.model(bytes[...], file)
      format = model["runs"] == nil ? .findings : .sarif
      let list = format == .sarif ? model["runs"]?.elements.first?["results"] : model["findings"]
      guard list?.isArray == true else { throw Self.unknown(file) }
      return
    }
    let start = bytes.end(of: ##"<script type="application/json" id="model">"##)
    guard let start, let end = bytes.start(of: "</script>", after: start) else {
      throw Self.unknown(file)
    }
    model = try Self.model(bytes[start..<end], file)
    format = .page
    guard model["counts"] != nil, let pages = model["pages"]?.elements else {
      throw Self.unknown(file)
    }
    articles = try Self.articles(pages.count, bytes, file)
  }

  /// The name of a file of the report in the joined report.
  func name(_ file: String) -> String { folder.isEmpty ? file : folder + "/" + file }

  /// The text between the start of each article and the start of the next one, or of the end.
  private static func articles(
    _ count: Int, _ bytes: [UInt8], _ file: String
  ) throws(FileError) -> [ArraySlice<UInt8>] {
    var starts: [Int] = []
    var place = 0
    for number in 0..<count {
      let mark = ##"<article class="page" data-page="\##(number)""##
      guard let start = bytes.start(of: mark, after: place) else { throw unknown(file) }
      starts.append(start)
      place = start + 1
    }
    guard let end = bytes.start(of: "</main>\n<aside id=\"inspector\"", after: place) else {
      throw unknown(file)
    }
    return zip(starts, starts.dropFirst() + [end]).map { bytes[$0..<$1] }
  }

  private static func model(_ bytes: ArraySlice<UInt8>, _ file: String) throws(FileError)
    -> JSONNode
  {
    do throws(JSONError) {
      return try JSONNode.parse(bytes)
    } catch {
      throw unknown(file)
    }
  }

  private static func unknown(_ file: String) -> FileError {
    FileError(
      "merge", file,
      reason: "it is not a JSON, SARIF or HTML report of `docgen check`")
  }
}

extension [UInt8] {
  /// The offset of the first occurrence of a text at or after an offset; `nil` if there is none.
  fileprivate func start(of text: String, after offset: Int = 0) -> Int? {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return nil }
    var place = offset
    while let found = self[Swift.min(place, count)...].firstIndex(of: first) {
      if self[found...].starts(with: wanted) { return found }
      place = found + 1
    }
    return nil
  }

  /// The offset after the first occurrence of a text.
  fileprivate func end(of text: String) -> Int? { start(of: text).map { $0 + text.utf8.count } }
}
