import Basics
import Diagnostics

/// The bodies of a file's functions, read when one of them is first used.
///
/// A parser needs most of its time for bodies, and only the machines and flows that documents draw ask
/// for them. The first question reads all bodies of the file.
package final class UnreadBodies: Sendable {
  private let read: @Sendable () -> FileDeclarations?
  private let contents = Locked<Contents?>(nil)

  fileprivate struct Contents {
    var bodies: [SourcePosition: StoredBody] = [:]
    var error: SourceLocation?
  }

  /// `read` reads the file with its bodies; it returns `nil` if it cannot.
  package init(_ read: @escaping @Sendable () -> FileDeclarations?) {
    self.read = read
  }

  /// The body that begins there; an empty one if there is none.
  subscript(start: SourcePosition) -> StoredBody { known.bodies[start] ?? .read(BodyOutline()) }

  /// The first syntax error in the file.
  var error: SourceLocation? { known.error }

  private var known: Contents {
    contents.withLock { contents in
      let known = contents ?? read().map(Contents.init) ?? Contents()
      contents = known
      return known
    }
  }
}

extension UnreadBodies.Contents {
  fileprivate init(_ file: FileDeclarations) {
    let members =
      file.types.flatMap(\.members) + file.extensions.flatMap(\.members) + file.globals
    for member in members {
      if let range = member.bodyRange { bodies[range.start] = member.storedBody }
    }
    error = file.diagnostics.first?.location
  }
}

/// The bodies follow from the text of the file, like its other declarations.
extension UnreadBodies: Hashable {
  package static func == (left: UnreadBodies, right: UnreadBodies) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}
