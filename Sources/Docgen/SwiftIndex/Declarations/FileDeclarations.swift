package import Diagnostics

/// A file to read: the caller has done the input.
package struct SourceInput: Hashable, Sendable {
  /// As findings shall show it, relative to the project's root.
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

/// What one file declares: pure data, made from its bytes alone.
///
/// Merging many of them gives a `CodeModel`.
package struct FileDeclarations: Hashable, Sendable {
  package var path: String
  package var module: String?
  package var imports: [Import] = []
  /// All types, nested ones behind the type around them, in source order.
  package var types: [TypeDeclaration] = []
  package var extensions: [ExtensionDeclaration] = []
  /// Functions, variables and macros outside any type.
  package var globals: [Member] = []
  package var operators: [OperatorDeclaration] = []
  package var precedenceGroups: [PrecedenceGroup] = []
  /// Every name that stands in the file outside of comments, those it declares and those it uses.
  package var words = NameSet()
  /// How many lines the file has.
  package var lineCount = 0
  /// Syntax errors and other trouble with the file.
  package var diagnostics: [Diagnostic] = []

  package init(path: String, module: String? = nil) {
    self.path = path
    self.module = module
  }
}

/// `@preconcurrency import struct Foundation.Data`.
package struct Import: Declared {
  /// Its name is the dotted path: `Foundation.Data`.
  package var info: DeclarationInfo
  /// `struct`, `func` and so on, where one is written.
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
  /// `left`, `right` or `none`, where it is written.
  package var associativity: String?
  /// Whether its operators assign, as far as optional chains go.
  package var isAssignment = false
}
