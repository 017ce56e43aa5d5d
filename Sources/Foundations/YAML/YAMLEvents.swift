#if canImport(CYAML)
  internal import CYAML
#endif

/// One event of a text: the start or end of a part of it, or a value.
struct YAMLEvent {
  enum Kind {
    /// The start of the stream or of a document.
    case start
    /// The end of a collection, a document or the stream.
    case end
    case alias(String)
    case scalar(String, isPlain: Bool)
    case sequence
    case mapping(isBlock: Bool)
  }

  var kind: Kind
  var anchor: String?
  var tag: String?
  /// The offset of its first byte.
  var offset: Int
}

#if canImport(CYAML)
  /// The events of a text as libyaml reports them, one after the other.
  ///
  /// Only this type owns libyaml's memory.
  @safe struct YAMLEvents: ~Copyable {
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    /// The text, which libyaml does not copy.
    private let text: UnsafeMutableBufferPointer<UInt8>
    /// A position in the text as both a byte offset and a character index, which is what libyaml
    /// counts.
    private var cursor = (character: 0, offset: 0)

    init(_ text: String) {
      let bytes = Array(text.utf8)
      unsafe self.text = .allocate(capacity: bytes.count)
      _ = unsafe self.text.initialize(fromContentsOf: bytes)
      unsafe yaml_parser_initialize(parser)
      unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      unsafe yaml_parser_set_input_string(parser, self.text.baseAddress, bytes.count)
    }

    deinit {
      unsafe yaml_parser_delete(parser)
      unsafe parser.deallocate()
      unsafe text.deallocate()
    }

    /// Returns the next event. Throws `YAMLError` if the text is not YAML; do not call it again after
    /// that.
    mutating func next() throws(YAMLError) -> YAMLEvent {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &event) == 1 else {
        let mark = unsafe offset(of: parser.pointee.problem_mark)
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
        // An encoding error has an offset instead of a mark.
        let isReaderError = unsafe parser.pointee.error == YAML_READER_ERROR
        let offset = unsafe isReaderError ? parser.pointee.problem_offset : mark
        throw YAMLError(offset: offset, message: problem ?? "the text cannot be read")
      }
      defer { unsafe yaml_event_delete(&event) }
      var result = YAMLEvent(kind: .end, offset: unsafe offset(of: event.start_mark))
      switch unsafe event.type {
      case YAML_ALIAS_EVENT:
        result.kind = unsafe .alias(Self.string(event.data.alias.anchor) ?? "")
      case YAML_SCALAR_EVENT:
        let scalar = unsafe event.data.scalar
        let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        result.kind = unsafe .scalar(
          String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
        if unsafe [YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE].contains(scalar.style),
          let comment = misplacedComment(after: result.offset)
        {
          throw YAMLError(offset: comment, message: "a blank is missing before the comment")
        }
        result.anchor = unsafe Self.string(scalar.anchor)
        result.tag = unsafe Self.string(scalar.tag)
      case YAML_SEQUENCE_START_EVENT:
        result.kind = .sequence
        result.anchor = unsafe Self.string(event.data.sequence_start.anchor)
        result.tag = unsafe Self.string(event.data.sequence_start.tag)
      case YAML_MAPPING_START_EVENT:
        let style = unsafe event.data.mapping_start.style
        result.kind = .mapping(isBlock: style == YAML_BLOCK_MAPPING_STYLE)
        result.anchor = unsafe Self.string(event.data.mapping_start.anchor)
        result.tag = unsafe Self.string(event.data.mapping_start.tag)
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT:
        result.kind = .start
      default: break
      }
      return result
    }

    private static func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
      unsafe text.map { unsafe String(cString: $0) }
    }

    /// The offset of a mark. Marks nearly ascend, so the search starts at the last one.
    private mutating func offset(of mark: yaml_mark_t) -> Int {
      if mark.index < cursor.character { cursor = (0, 0) }
      var offset = cursor.offset
      while unsafe cursor.character < mark.index && offset < text.count {
        offset += 1
        while unsafe offset < text.count && text[offset] & 0xC0 == 0x80 { offset += 1 }
        cursor.character += 1
      }
      cursor.offset = offset
      return offset
    }

    /// The `#` directly after `|` or `>` in the line of an offset, which libyaml takes for a comment.
    private func misplacedComment(after start: Int) -> Int? {
      var isHeader = false
      for index in unsafe start..<text.count {
        switch unsafe text[index] {
        case UInt8(ascii: "|"), UInt8(ascii: ">"): isHeader = true
        case UInt8(ascii: "#") where isHeader: return index
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "1")...UInt8(ascii: "9"): break
        case 0x0A: return nil
        default: isHeader = false
        }
      }
      return nil
    }
  }
#else
  /// Stands for libyaml, which was missing when this program was built: no text can be read.
  struct YAMLEvents: ~Copyable {
    init(_ text: String) {}

    mutating func next() throws(YAMLError) -> YAMLEvent {
      throw YAMLError(
        offset: 0,
        message: "docgen was built without libyaml and cannot read YAML: install libyaml and build "
          + "docgen again")
    }
  }
#endif
