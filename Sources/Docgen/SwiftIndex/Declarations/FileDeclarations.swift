package import Diagnostics

/// A file to parse; the caller has read its bytes.
package struct SourceInput: Hashable, Sendable {
  /// The path for findings, relative to the project's root.
  package var path: String
  package var module: String?
  package var bytes: [UInt8]

  package init(path: String, module: String? = nil, bytes: [UInt8]) {
    self.path = path
    self.module = module
    self.bytes = bytes
  }

  package init(path: String, module: String? = nil, _ text: String) {
    self.init(path: path, module: module, bytes: Array(text.utf8))
  }
}

/// The declarations of one file: pure data, computed from its bytes alone.
///
/// Merging many of them gives a `CodeModel`.
package struct FileDeclarations: Hashable, Sendable {
  package var path: String
  package var module: String?
  package var imports: [Import] = []
  /// All types, nested ones after the type around them, in source order.
  package var types: [TypeDeclaration] = []
  package var extensions: [ExtensionDeclaration] = []
  /// Functions, variables and macros outside any type.
  package var globals: [Member] = []
  package var operators: [OperatorDeclaration] = []
  package var precedenceGroups: [PrecedenceGroup] = []
  /// Every name in the file outside of comments, declared or used.
  package var words = NameSet()
  /// The number of lines.
  package var lineCount = 0
  /// Syntax errors and other problems of the file, except for those in `bodies`.
  package var diagnostics: [Diagnostic] = []
  /// The bodies of its functions, if they are not read yet.
  package var bodies: UnreadBodies?
}

/// `@preconcurrency import struct Foundation.Data`.
package struct Import: Declared {
  /// Its name is the dotted path: `Foundation.Data`.
  package var info: DeclarationInfo
  /// `struct`, `func` and so on, if written.
  package var kind: String?
}

/// `infix operator <=>: Precedence`.
package struct OperatorDeclaration: Declared {
  package var info: DeclarationInfo
  package var precedenceGroup: String?
}

/// `precedencegroup Weak { lowerThan: AdditionPrecedence associativity: left }`.
package struct PrecedenceGroup: Declared {
  package var info: DeclarationInfo
  package var higherThan: [String] = []
  package var lowerThan: [String] = []
  /// `left`, `right` or `none`, if written.
  package var associativity: String?
  /// Whether its operators count as assignments in optional chains.
  package var isAssignment = false
}
