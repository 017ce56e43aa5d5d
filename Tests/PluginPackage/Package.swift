// swift-tools-version: 6.0

import PackageDescription

// docgen's plugins with a docgen of their own: the artifact bundle of `make dist`, which needs neither an
// installed docgen nor its sources. A released package names the bundle's URL and checksum instead.
let package = Package(
  name: "docgen",
  products: [
    .plugin(name: "DocgenCommandPlugin", targets: ["DocgenCommandPlugin"]),
    .plugin(name: "DocgenCheckPlugin", targets: ["DocgenCheckPlugin"]),
  ],
  targets: [
    .binaryTarget(name: "docgen", path: "docgen.artifactbundle.zip"),
    .plugin(
      name: "DocgenCommandPlugin",
      capability: .command(
        intent: .custom(verb: "docgen", description: "Check or regenerate the documents"),
        permissions: [
          .writeToPackageDirectory(reason: "docgen fix rewrites generated regions of documents")
        ]),
      dependencies: ["docgen"], path: "Plugins/DocgenCommandPlugin"),
    .plugin(
      name: "DocgenCheckPlugin", capability: .buildTool(), dependencies: ["docgen"],
      path: "Plugins/DocgenCheckPlugin"),
  ]
)
