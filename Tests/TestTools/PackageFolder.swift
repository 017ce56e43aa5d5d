package import Foundation

/// The folder of this package: the nearest one above these sources with a manifest.
package let packageFolder: URL = {
  var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
  {
    folder = folder.deletingLastPathComponent()
  }
  return folder.resolvingSymlinksInPath()
}()
