# The formula of a Homebrew tap: `brew install OWNER/tap/docgen`. It builds from source, because bottles
# belong to the tap that publishes them.
class Docgen < Formula
  desc "Check that architecture documents agree with Swift code"
  homepage "https://github.com/OWNER/docgen"
  url "https://github.com/OWNER/docgen.git", tag: "v0.2.0"
  license "Apache-2.0"
  head "https://github.com/OWNER/docgen.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["16.0", :build]
  depends_on "cmark"
  depends_on "libyaml"
  uses_from_macos "swift" => :build

  def install
    ENV["DOCGEN_COMMIT"] = Utils.git_short_head(length: 8)
    # Xcode has no SwiftSyntax for programs: the package swift-syntax is built.
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "docgen"
    system ".ci/install", ".build/release", prefix
  end

  test do
    (testpath/"Sources/Door.swift").write "enum Door {\n  static let widest = 90\n}\n"
    (testpath/"README.md").write "<!-- docgen:value Door.widest -->80<!-- /docgen:value -->\n"
    system bin/"docgen", "init"
    assert_match "stale-value", shell_output("#{bin}/docgen check", 1)
    system bin/"docgen", "fix"
    assert_match "90", (testpath/"README.md").read
  end
end
