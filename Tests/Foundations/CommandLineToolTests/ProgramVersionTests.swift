import CommandLineTool
import Testing

@Suite struct ProgramVersionTests {
  @Test(arguments: [
    ("ad173475", "6.3.1", "tool \(ProgramVersion.number) (ad173475, Swift 6.3.1)"),
    ("ad173475-dirty", "", "tool \(ProgramVersion.number) (ad173475-dirty)"),
    ("", "6.3.1", "tool \(ProgramVersion.number) (Swift 6.3.1)"),
    ("", "", "tool \(ProgramVersion.number)"),
  ])
  func `a version names commit and toolchain if they are known`(
    commit: String, toolchain: String, expected: String
  ) {
    #expect(
      ProgramVersion.description(of: "tool", commit: commit, toolchain: toolchain) == expected)
  }

  @Test func `the manifest sets the toolchain`() {
    // Another compiler is possible only if another one built the tests.
    let text = ProgramVersion.description(of: "tool")
    #expect(text.contains(/\(.*Swift 6\.\d+(\.\d+)?\)$/), "\(text)")
  }
}
