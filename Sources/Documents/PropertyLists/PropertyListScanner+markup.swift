/// The XML around the values of a property list: what stands before them, tags, comments, text between tags.
extension PropertyListScanner {
  /// Goes on to the first tag inside `<plist>`.
  mutating func skipProlog() throws(JSONSyntaxError) {
    try checkCharacters()
    if UTF8Validation.hasByteOrderMark(bytes.span) { position = UTF8Validation.byteOrderMarkLength }
    try skipBetweenTags()
    let type = Array("<!DOCTYPE".utf8)
    if bytes[position...].starts(with: type) {
      try skipDocumentType()
      try skipBetweenTags()
    }
    guard position < bytes.count else { throw error("The file is empty; it should hold a property list.") }
    let tag = try nextTag(wanted: "'<plist>'", takingAttributes: true)
    guard tag.isNamed("plist"), tag.form == .opening else { throw unexpected(tag, wanted: "'<plist>'") }
  }

  /// Refuses bytes that can't be in a document of XML.
  private func checkCharacters() throws(JSONSyntaxError) {
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      throw error("This is in UTF-16; save it as UTF-8.", at: 0, code: "invalid-utf8")
    }
    if let error = UTF8Validation.firstSlip(in: bytes.span, 0..<bytes.count) {
      throw self.error(UTF8Validation.complaint(about: bytes[error]), at: error, code: "invalid-utf8")
    }
    if let control = bytes.firstIndex(where: { !MarkupText.isAllowed(UInt32($0)) }) {
      throw error("XML can't hold this control character.", at: control)
    }
  }

  /// `<!DOCTYPE plist PUBLIC "…" "…">`, whose words mean nothing here. What is looked up nowhere can't do harm.
  private mutating func skipDocumentType() throws(JSONSyntaxError) {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
      guard bytes[position] != UInt8(ascii: "[") else {
        throw error("A document type with rules of its own is not read; remove what stands in brackets.")
      }
      position += 1
    }
    guard position < bytes.count else { throw error("This has no '>' at its end.", at: start) }
    position += 1
  }

  /// Passes over white space, comments and instructions.
  mutating func skipBetweenTags() throws(JSONSyntaxError) {
    while position < bytes.count {
      let rest = bytes[position...]
      if bytes[position] <= 0x20 {
        position += 1
      } else if rest.starts(with: MarkupText.comment) {
        try skip(to: MarkupText.commentEnd, after: MarkupText.comment.count)
      } else if rest.starts(with: Array("<?".utf8)) {
        try skip(to: Array("?>".utf8), after: 2)
      } else {
        return
      }
    }
  }

  private mutating func skip(to end: [UInt8], after length: Int) throws(JSONSyntaxError) {
    let start = position
    position += length
    while position < bytes.count, !bytes[position...].starts(with: end) { position += 1 }
    guard position < bytes.count else {
      throw error("This has no '\(String(decoding: end, as: UTF8.self))' at its end.", at: start)
    }
    position += end.count
  }

  /// The tag that comes next, with nothing but white space and comments before it.
  mutating func nextTag(wanted: String, takingAttributes: Bool = false) throws(JSONSyntaxError) -> MarkupTag {
    try skipBetweenTags()
    guard position < bytes.count else { throw error("The file ends where \(wanted) should stand.") }
    let start = position
    guard bytes[start] == UInt8(ascii: "<") else {
      throw error("There is text where \(wanted) should stand.")
    }
    position += 1
    let isClosing = position < bytes.count && bytes[position] == UInt8(ascii: "/")
    if isClosing { position += 1 }
    let name = bytes[position...].prefix { $0.isAlphanumeric }
    position += name.count
    let isEmpty = try endTag(from: start, takingAttributes: takingAttributes)
    return MarkupTag(
      name: String(decoding: name, as: UTF8.self), form: isClosing ? .closing : isEmpty ? .empty : .opening,
      start: start)
  }

  /// Goes on behind the tag's `>`; whether a slash stands before that.
  private mutating func endTag(from start: Int, takingAttributes: Bool) throws(JSONSyntaxError) -> Bool {
    let tail = bytes[position...].prefix { $0 != UInt8(ascii: ">") }
    position += tail.count
    guard position < bytes.count else { throw error("This tag has no '>' at its end.", at: start) }
    position += 1
    let isEmpty = tail.last == UInt8(ascii: "/")
    let attributes = (isEmpty ? tail.dropLast() : tail).drop { $0 <= 0x20 }
    guard attributes.isEmpty || takingAttributes else {
      throw error("In a property list this tag takes no attributes.", at: attributes.startIndex)
    }
    return isEmpty
  }

  /// Returns the range of the text between an opening tag and its closing one.
  package mutating func content(of tag: MarkupTag) throws(JSONSyntaxError) -> Range<Int> {
    guard tag.form == .opening else { return position..<position }
    let start = position
    while position < bytes.count {
      let rest = bytes[position...]
      if bytes[position] == UInt8(ascii: "&") {
        guard let entity = MarkupText.entity(in: rest) else {
          throw error("This is no entity of XML; an '&' alone is written '&amp;'.")
        }
        position += entity.length
      } else if rest.starts(with: MarkupText.section) {
        try skip(to: MarkupText.sectionEnd, after: MarkupText.section.count)
      } else if rest.starts(with: MarkupText.comment) {
        try skip(to: MarkupText.commentEnd, after: MarkupText.comment.count)
      } else if bytes[position] == UInt8(ascii: "<") {
        break
      } else {
        position += 1
      }
    }
    let range = start..<position
    let end = try nextTag(wanted: "'</\(tag.name)>'")
    guard end.form == .closing, end.name == tag.name else {
      throw unexpected(end, wanted: "'</\(tag.name)>'")
    }
    return range
  }
}
