// swift-tools-version: 6.2

import PackageDescription

// A package whose documents are checked by every build, and by `swift package docgen`.
let package = Package(
  name: "ExamplePackage",
  dependencies: [.package(name: "docgen", path: "../..")],
  targets: [
    .target(
      name: "Door", plugins: [.plugin(name: "DocgenCheckPlugin", package: "docgen")])
  ]
)
