import CommandLineTool
import DocgenKit
import Foundation
import Testing

/// Every example of the commands, which the help, the manual page and `docs/reference/commands.md`
/// print, runs in a copy of `Tests/ExampleProject` with the files that the examples name.
@Suite struct CommandExampleTests {
  /// A command line, and the commands that it must pass.
  private static let lines: [String] = {
    func lines(_ command: CommandDescription) -> [String] {
      command.examples.map(\.line) + command.commands.flatMap(lines)
    }
    let all = lines(Program.description)
    return all.indices.filter { all.firstIndex(of: all[$0]) == $0 }.map { all[$0] }
  }()

  /// Prepares the project: two releases and a change, a remote branch, and traces of several names.
  private static let setup = """
    set -e
    git init -q -b main
    git config user.email author@example.com
    git config user.name Author
    trace=traces/rate-limit-refused.jsonl
    for name in trace run app before after; do cp "$trace" "$name.jsonl"; done
    cp traces/rate-limit-accepted.jsonl after.jsonl
    cp traces/rate-limit-accepted.jsonl server.jsonl
    docgen trace export -f otlp -o collector.jsonl run.jsonl
    docgen diagram sequence run.jsonl > flow.mmd
    cp collector.jsonl spans.jsonl
    printf 'type,variant,count\\ntransition,Door\\tclosed\\tpushed\\t\\topen,3\\n' > rows.csv
    for part in 1 2; do
      docgen check --shard "$part/2" -f json --exit-zero > "part-$part.json"
      docgen check --shard "$part/2" -f html --exit-zero -o "part-$part.html"
    done
    printf 'stateDiagram-v2\\n  A --> B\\n' > old.mmd
    printf 'stateDiagram-v2\\n  A --> C\\n' > new.mmd
    printf '# Example\\n' > README.md
    printf '# Design\\n\\n```mermaid\\nclassDiagram\\n  class Player\\n```\\n' > docs/design.md
    # `FILE LINE`: a diagram of the runs at this line.
    draw() {
      while [ "$(wc -l < "$1")" -lt "$(($2 - 2))" ]; do echo >> "$1"; done
      printf '\n```mermaid\n%s\n```\n' "$(cat flow.mmd)" >> "$1"
    }
    draw docs/sync.md 40
    draw docs/errors.md 28
    mkdir App Sources/Downloads
    echo 'struct App {}' | tee App/App.swift > Sources/Downloads/App.swift
    sed -i 's/^{/{ "record": "true",/' .docgen.json
    docgen baseline freeze
    git add -A
    git commit -q -m 'Begin'
    git tag v1.0
    echo '# More' > docs/more.md
    git add -A
    git commit -q -m 'Add a page'
    git tag v1.1
    git update-ref refs/remotes/origin/main HEAD
    """

  private static let hasBrowser = ["chromium", "chromium-browser", "google-chrome"].contains {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  private static let mermaid =
    Tool.package.appendingPathComponent(".build/mermaid/mermaid.js").path

  /// The reason why an example cannot run here; `nil` if it can.
  private static func obstacle(to line: String) -> String? {
    let needsBrowser = [".png", "-o sync.svg", "docgen pictures"].contains { line.contains($0) }
    if needsBrowser, !hasBrowser { return "Chromium is not installed" }
    if line.hasPrefix("docgen render"), !FileManager.default.fileExists(atPath: mermaid) {
      return "Mermaid is not installed"
    }
    if line.contains("| jq "), !FileManager.default.isExecutableFile(atPath: "/usr/bin/jq") {
      return "jq is not installed"
    }
    return nil
  }

  private let folder: URL
  private let project: SmallProject

  init() throws {
    project = try SmallProject()
    folder = project.folder.appendingPathComponent("examples")
    try FileManager.default.copyItem(
      at: Tool.package.appendingPathComponent("Tests/ExampleProject"), to: folder)
  }

  private func shell(_ script: String) throws -> Outcome {
    var variables = ProcessInfo.processInfo.environment.filter { $0.key != "CI" }
    variables["DOCGEN_MERMAID"] = Self.mermaid
    variables["PATH"] = "\(Tool.products.path):\(variables["PATH"] ?? "/usr/bin:/bin")"
    return try Tool.run(
      URL(fileURLWithPath: "/bin/bash"), ["-o", "pipefail", "-c", script], in: folder,
      environment: variables)
  }

  @Test func `every example of the help runs`() throws {
    let prepared = try shell(Self.setup)
    try #require(prepared.code == 0, "\(prepared)")
    #expect(Self.lines.count > 60)
    for line in Self.lines where Self.obstacle(to: line) == nil {
      // Servers and `watch` run until their input ends or a signal stops them.
      let isEndless = ["docgen watch", "docgen lsp"].contains { line.hasPrefix($0) }
      if line.hasPrefix("docgen init") { _ = try shell("rm .docgen.json *.jsonl") }
      let outcome = try shell(isEndless ? "timeout 2 \(line)" : line)
      // `yes n` ends with 141, since its reader ends first.
      let expected: Set<Int32> = isEndless ? [0, 124] : [0, 1, 141]
      #expect(expected.contains(outcome.code), "\(line): \(outcome)")
      let restored = try shell("git checkout -q -f main && git clean -fdq")
      #expect(restored.code == 0, "\(restored)")
    }
  }

  @Test func `a wrong example fails`() throws {
    for line in ["docgen check --sideways", "docgen diagram class Missing.swift", "docgen no"] {
      #expect(try shell(line).code > 1)
    }
  }
}
